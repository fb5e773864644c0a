/** Pictures of every mail, at three widths, in the light and in the dark, in both languages. */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, it } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { mailsIn } from '../support/mail-rows.ts'
import { startSeenApi } from '../support/seen-api.ts'

const WIDTHS = [320, 390, 600]

const folder = process.env['PICTURES']
if (folder === undefined) throw new Error('PICTURES must name a folder.')

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const api = await startSeenApi()
const browser = await sharedBrowser()
afterAll(() => api.close())

it.each(['pt', 'en'] as const)('mails in %s', async (language) => {
  for (const { name, html } of await mailsIn(api, language)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ colorScheme })
      try {
        const page = await context.newPage()
        await page.setContent(html)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 400 })
          const file = `${name} ${language} ${colorScheme} ${width}`.replaceAll(/\W+/g, '-')
          await page.screenshot({ path: path.join(folder, `${file}.png`), fullPage: true })
        }
      } finally {
        await context.close()
      }
    }
  }
})
