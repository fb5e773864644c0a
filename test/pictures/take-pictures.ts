/** Pictures of every row of the pages, at three widths, in the light and in the dark. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, it } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { PAGE_ROWS } from '../support/page-rows.ts'
import { openPages, visit } from '../support/pages.ts'

const WIDTHS = [320, 390, 1280]
/** With the language that the browser asks for, so that both are seen. */
const LOOKS = [
  { colorScheme: 'light', locale: 'pt-BR' },
  { colorScheme: 'dark', locale: 'en-GB' },
] as const

const folder = process.env['PICTURES']
if (folder === undefined) throw new Error('PICTURES must name a folder.')

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const pages = await openPages()
const browser = await sharedBrowser()
afterAll(async () => {
  writeFileSync(path.join(folder, 'index.html'), indexPage())
  await pages.close()
})

it.each(PAGE_ROWS.map((row) => [row.name, row] as const))('%s', async (name, row) => {
  for (const look of LOOKS) {
    const context = await browser.newContext({ ...look, viewport: { width: 390, height: 700 } })
    try {
      const page = await context.newPage()
      await visit(page, pages, row)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 700 })
        const file = path.join(folder, fileOf(name, width, look.colorScheme))
        await page.screenshot({ path: file, fullPage: true })
      }
    } finally {
      await context.close()
    }
  }
})

/** `times-of-a-full-day-320-light.png` */
function fileOf(name: string, width: number, scheme: string): string {
  return `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${width}-${scheme}.png`
}

function indexPage(): string {
  const sections = PAGE_ROWS.map(({ name }) => {
    const pictures = LOOKS.flatMap(({ colorScheme }) =>
      WIDTHS.map((width) => {
        const file = fileOf(name, width, colorScheme)
        return `<a href="${file}"><img src="${file}" alt="${width}, ${colorScheme}"></a>`
      }),
    )
    return `<h2>${name}</h2>\n<p>${pictures.join('\n')}</p>`
  })
  return `<!doctype html>
<meta charset="utf-8">
<title>Pages of clients</title>
<style>p { display: flex; gap: 1rem; align-items: start; overflow-x: auto; } img { max-height: 40rem; border: 1px solid; }</style>
${sections.join('\n')}
`
}
