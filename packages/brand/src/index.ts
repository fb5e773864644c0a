export { colorIn, contrast, hexOf, readable, type Rgb } from './color.ts'
export { paletteOf, type Palette, type Scheme } from './palette.ts'
