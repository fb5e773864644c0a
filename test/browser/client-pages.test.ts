/** The pages of the links that clients are sent, on the smallest phone and on a desk, in both languages. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { openClinic } from '../support/booking.ts'
import { openBrowser } from '../support/browser.ts'
import { bookAs, joinAs } from '../support/public-booking.ts'
import { openQueue } from '../support/queue.ts'

let api: TestApi
let browser: Browser

beforeAll(async () => {
  api = await startTestApi()
  browser = await openBrowser()
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await api.close()
})

it.each([
  ['Seu horário', { viewport: { width: 320, height: 640 }, colorScheme: 'light', locale: 'pt-BR' }],
  [
    'Your appointment',
    { viewport: { width: 1280, height: 800 }, colorScheme: 'dark', locale: 'en-US' },
  ],
] as const)(
  '%s: fits, suits axe and needs no script',
  { timeout: 120_000 },
  async (title, options) => {
    const deposit = { requiresDeposit: true, depositAmount: '50.00' }
    const clinic = await openClinic(api, { service: deposit })
    const { url, appointment } = (await bookAs(api, clinic)).body
    const joined = await joinAs(api, await openQueue(api))
    const urls = [url, appointment.deposit.url, appointment.deposit.sandbox_url, joined.body.url]
    // Axe itself is a script, so it has a context of its own.
    const [plain, examined] = [
      await browser.newContext({ ...options, javaScriptEnabled: false }),
      await browser.newContext(options),
    ]
    try {
      for (const address of [...urls, `${api.service.publicBaseUrl}/a/unknown`]) {
        const page = await examined.newPage()
        await page.goto(String(address).replace(api.service.publicBaseUrl, api.url))
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
        const width = await page.evaluate('document.documentElement.scrollWidth')
        expect(width).toBeLessThanOrEqual(options.viewport.width)
        await page.close()
      }
      const page = await plain.newPage()
      await page.goto(url.replace(api.service.publicBaseUrl, api.url))
      expect(await page.textContent('h1')).toBe(title)
      // The form stands behind a question, so that nobody cancels by a slip.
      await page.click('summary')
      await page.click('form button')
      expect(await page.locator('form').count()).toBe(0)
      const row = await api.db.appointment.findFirstOrThrow({
        where: { organizationId: clinic.organization.row.id },
      })
      expect(row.status).toBe('CANCELLED_CLIENT')
    } finally {
      await plain.close()
      await examined.close()
    }
  },
)
