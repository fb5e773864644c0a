/** What a visitor does on the pages, by names that are the same in every language. */
import type { Page } from 'playwright-core'

/** Presses a button that leads to another page; ends once that page stands. */
export async function press(page: Page, selector: string): Promise<void> {
  const loaded = page.waitForEvent('load')
  await page.locator(selector).first().click()
  await loaded
}

/** Who books or waits. */
export type Typed = {
  readonly first_name: string
  readonly last_name?: string
  readonly email: string
}

export async function fillIn(page: Page, who: Typed): Promise<void> {
  await page.fill('[name=nome]', who.first_name)
  await page.fill('[name=sobrenome]', who.last_name ?? '')
  await page.fill('[name=email]', who.email)
}

/** Chooses the first of the free times that the page lists, and goes on. */
export async function chooseTime(page: Page): Promise<void> {
  await page.locator('input[name=inicio]').first().check()
  await press(page, '#horarios .foot button')
}
