/** A photograph as the cards of professionals show it: the middle of it as a small square. */

/** As the API takes it. */
const SIDE = 160
const MOST_BYTES = 6 * 1024
/** Browsers that cannot write WebP write JPEG. */
const TYPES = ['image/webp', 'image/jpeg']
const QUALITIES = [0.85, 0.75, 0.6, 0.45, 0.3, 0.15]

/** Null: the browser cannot open it, or cannot make it small enough. */
export async function squarePhoto(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) return null
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const context = canvas.getContext('2d')
  if (context === null) return null
  const side = Math.min(picture.width, picture.height)
  const left = (picture.width - side) / 2
  const top = (picture.height - side) / 2
  // JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, SIDE, SIDE)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE)
  picture.close()
  for (const quality of QUALITIES) {
    for (const type of TYPES) {
      const made = await written(canvas, type, quality)
      if (made !== null && made.type === type && made.size <= MOST_BYTES) return made
    }
  }
  return null
}

function written(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, type, quality)
  })
}
