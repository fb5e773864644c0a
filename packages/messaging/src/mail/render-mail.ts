/** The page of an e-mail: tables and inline styles, as mail programs want them. */
import { paletteOf, type Palette, type Rgb, type Scheme } from '@scheduling/brand'
import nunjucks from 'nunjucks'
import type { MailPage } from './mail-page.ts'
import { paragraphsOf } from './paragraphs.ts'

/** Everything that the template prints is escaped. A name that it is not given is an error, not an empty place. */
const templates = new nunjucks.Environment(new nunjucks.FileSystemLoader(import.meta.dirname), {
  autoescape: true,
  throwOnUndefined: true,
  trimBlocks: true,
  lstripBlocks: true,
})

const WHITE: Rgb = [255, 255, 255]

/** Of what is no brand: ground, panel, words, and lines that only part. */
const MAIL_COLORS = {
  light: { ground: '#f3f3f6', panel: '#ffffff', text: '#1b1b1f', soft: '#55555f', line: '#d6d6dd' },
  dark: { ground: '#17171b', panel: '#25252b', text: '#f1f1f4', soft: '#bdbdc7', line: '#4b4b55' },
} as const

/** The grounds of `MAIL_COLORS`. */
const SCHEMES = {
  light: { grounds: [WHITE, [0xf3, 0xf3, 0xf6]], towards: 0 },
  dark: {
    grounds: [
      [0x17, 0x17, 0x1b],
      [0x25, 0x25, 0x2b],
    ],
    towards: 1,
  },
} as const satisfies Record<string, Scheme>

/** Where the sender has no color, or none that is one. */
const USUAL: Readonly<Record<keyof typeof SCHEMES, Palette>> = {
  light: { deed: '#0b4f9e', on: '#ffffff', edge: '#0b4f9e', link: '#0b4f9e' },
  dark: { deed: '#9cc9ff', on: '#0b1c30', edge: '#9cc9ff', link: '#9cc9ff' },
}

/** Every color of a page. */
export function colorsOf(color: string | null, scheme: keyof typeof SCHEMES) {
  const brand = color === null ? null : paletteOf(color, SCHEMES[scheme])
  return { ...MAIL_COLORS[scheme], ...(brand ?? USUAL[scheme]) }
}

/** @param message the subject and the text, which say what the page says */
export function renderMail(
  page: MailPage,
  { subject, text }: { readonly subject: string; readonly text: string },
): string {
  return templates.render('mail.njk', {
    ...page,
    subject,
    paragraphs: paragraphsOf(text, page),
    locale: page.language === 'en' ? 'en' : 'pt-BR',
    light: colorsOf(page.sender.color, 'light'),
    dark: colorsOf(page.sender.color, 'dark'),
  })
}
