/** The pages of those who wait for time, on the smallest phone and on a desk, in both languages. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi } from '../support/api.ts'
import { MONDAY } from '../support/booking.ts'
import { openBrowser } from '../support/browser.ts'
import { free, openFullClinic } from '../support/waitlist.ts'

let api: TestApi
let browser: Browser

beforeAll(async () => {
  api = await startTestApi()
  api.setNow(TEST_NOW)
  browser = await openBrowser()
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await api.close()
})

async function suits(page: Page, width: number): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  const scrolled = await page.evaluate('document.documentElement.scrollWidth')
  expect(scrolled).toBeLessThanOrEqual(width)
}

it.each([
  {
    texts: {
      tellMe: 'Avise-me se abrir uma vaga',
      join: 'Avise-me',
      waits: 'Você está na lista de espera',
      offered: 'Abriu uma vaga para você',
      take: 'Reservar',
    },
    options: { viewport: { width: 320, height: 640 }, colorScheme: 'light', locale: 'pt-BR' },
  },
  {
    texts: {
      tellMe: 'Tell me when time frees',
      join: 'Tell me',
      waits: 'You are on the waiting list',
      offered: 'A time is free for you',
      take: 'Book it',
    },
    options: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark', locale: 'en-US' },
  },
] as const)(
  '$texts.tellMe: from a full day to a booking, fits, suits axe, and works by keyboard',
  { timeout: 120_000 },
  async ({ texts, options }) => {
    const clinic = await openFullClinic(api)
    const { width } = options.viewport
    // Axe itself is a script, so the steps without one have a context of their own.
    const [plain, examined] = [
      await browser.newContext({ ...options, javaScriptEnabled: false }),
      await browser.newContext(options),
    ]
    try {
      const [page, other] = [await plain.newPage(), await examined.newPage()]
      const { slug } = clinic.organization.row
      await page.goto(`${api.url}/${slug}/horario?servico=${clinic.service.id}&dia=${MONDAY}`)
      await other.goto(page.url())
      await suits(other, width)
      await page.getByRole('link', { name: texts.tellMe }).click()
      await other.goto(page.url())
      await suits(other, width)
      // What is wrong is said with links to the fields.
      await other.getByRole('button', { name: texts.join, exact: true }).click()
      await other.getByRole('alert').waitFor()
      await suits(other, width)
      await page.locator('#nome').fill('Maria')
      await page.locator('#email').fill(`m${crypto.randomUUID()}@example.com`)
      await page.getByRole('button', { name: texts.join, exact: true }).press('Enter')
      await page.getByRole('heading', { name: texts.waits, level: 1 }).waitFor()
      await other.goto(page.url())
      await suits(other, width)
      await free(api, clinic)
      await page.reload()
      await page.getByRole('heading', { name: texts.offered, level: 1 }).waitFor()
      await other.reload()
      await suits(other, width)
      await page.getByRole('button', { name: texts.take, exact: true }).press('Enter')
      await page.waitForURL(/\/a\//)
      await other.reload()
      await suits(other, width)
    } finally {
      await plain.close()
      await examined.close()
    }
  },
)
