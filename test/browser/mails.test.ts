/** Mails as programs show them: nothing is wider than a small phone, everything can be read, no address is read out. */
import { afterAll, expect, it } from 'vitest'
import { axeFaults } from '../support/axe.ts'
import { sharedBrowser } from '../support/browser.ts'
import { mailsIn } from '../support/mail-rows.ts'
import { sharedApi } from '../support/seen-api.ts'

const WIDTH = 320

const api = await sharedApi()
const browser = await sharedBrowser()
afterAll(() => api.close())

it.each(['pt', 'en'] as const)('every mail fits, in %s', async (language) => {
  const context = await browser.newContext({ viewport: { width: WIDTH, height: 640 } })
  try {
    const page = await context.newPage()
    for (const { name, html } of await mailsIn(api, language)) {
      await page.setContent(html)
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
      expect([name, wide]).toEqual([name, WIDTH])
      expect([name, await page.innerText('body')]).toEqual([
        name,
        expect.not.stringMatching(/https?:/),
      ])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        // A mail is no page of a site: it has no landmarks, and the mail program has the heading.
        const rules = {
          region: { enabled: false },
          'landmark-one-main': { enabled: false },
          'page-has-heading-one': { enabled: false },
        }
        expect([name, colorScheme, await axeFaults(page, rules)]).toEqual([name, colorScheme, []])
      }
    }
  } finally {
    await context.close()
  }
})
