/** Pages that stay open from one test to the next: to open one, and to start its process, costs more than to load a page. */
import type { BrowserContext, Page } from 'playwright-core'

/** Pages to take in a test, and to give back after it. */
export type KeptPages = {
  /** One that nothing else uses until it is given back. */
  take(context: BrowserContext): Promise<Page>
  /** All that were taken. A page that a test closed, or that can't be made as new, is not used again. */
  giveBack(): Promise<void>
}

export function keptPages(): KeptPages {
  const taken: Page[] = []
  const free = new Map<BrowserContext, Page[]>()
  return {
    async take(context) {
      const page = free.get(context)?.pop() ?? (await context.newPage())
      taken.push(page)
      return page
    },
    async giveBack() {
      for (const page of taken.splice(0)) {
        if (page.isClosed()) continue
        const context = page.context()
        try {
          await makeAsNew(page)
          free.set(context, [...(free.get(context) ?? []), page])
        } catch {
          await page.close()
        }
      }
    },
  }
}

/**
 * Takes back what a test may have set, except for scripts that it added and the size: after those it closes its page.
 *
 * @throws where the page does not let itself be left
 */
async function makeAsNew(page: Page): Promise<void> {
  page.removeAllListeners()
  await page.context().setOffline(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.emulateMedia({ media: null })
  await page.evaluate('sessionStorage.clear()').catch(() => {})
  await page.goto('about:blank', { timeout: 5000 })
}
