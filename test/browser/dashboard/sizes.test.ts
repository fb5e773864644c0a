/** What a browser has to ask for before the agenda is painted, with nothing kept from before. */
import type { Response } from 'playwright-core'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { openDashboardWorld } from '../../support/dashboard-world.ts'

const MOST_REQUESTS = 12
const MOST_BYTES = 200_000

const world = await openDashboardWorld()

/** When the first visit is in the page, in epoch milliseconds. What is asked for later is not waited for. */
const NOTES_THE_PAINTING = `new MutationObserver((_, observer) => {
  if (document.body?.textContent.includes('Maria Silva') !== true) return
  globalThis.paintedAt = Date.now()
  observer.disconnect()
}).observe(document, { subtree: true, childList: true })`

/** Without pictures and the live stream. */
function counts(response: Response): boolean {
  const type = response.headers()['content-type'] ?? ''
  return !type.startsWith('image/') && !type.startsWith('text/event-stream')
}

/** A batch has several. */
function proceduresOf(response: Response): string[] {
  const { pathname } = new URL(response.url())
  return pathname.startsWith('/trpc/') ? pathname.slice('/trpc/'.length).split(',') : []
}

it('the agenda is painted after 12 requests and 200 KB gzipped, and asks for nothing twice', async () => {
  const context = await world.signedIn()
  const page = await context.newPage()
  await page.addInitScript(NOTES_THE_PAINTING)
  const responses: Response[] = []
  page.on('response', (response) => counts(response) && responses.push(response))
  await page.goto('/app/')
  await page
    .getByRole('button', { name: /Maria Silva/ })
    .first()
    .waitFor()
  const paintedAt = await page.evaluate<number>('paintedAt')
  const painted = responses.filter((one) => one.request().timing().startTime < paintedAt)
  const sizes = await Promise.all(
    painted.map(async (response) => ({
      path: new URL(response.url()).pathname,
      bytes: gzipSync(await response.body()).length,
    })),
  )
  const report = sizes.map(({ path, bytes }) => `${path} ${bytes}`).join('\n')
  const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0)
  expect(bytes, report).toBeGreaterThan(100_000)
  expect(bytes, report).toBeLessThanOrEqual(MOST_BYTES)
  expect(painted.length, report).toBeLessThanOrEqual(MOST_REQUESTS)
  for (const response of painted) {
    if (!response.url().includes('/app/assets/')) continue
    expect(response.headers()['cache-control']).toMatch(/immutable/)
  }
  await page.waitForLoadState('networkidle')
  const asked = responses.flatMap(proceduresOf)
  const once = ['account.me', 'appointments.agenda', 'schedule.get']
  expect(asked.filter((name) => once.includes(name)).toSorted()).toEqual(once)
  await context.close()
})

it('who is signed in is asked once, though the stream of changes is slow and all else is read again', async () => {
  const context = await world.signedIn()
  const page = await context.newPage()
  const asked: string[] = []
  const times = (name: string) => asked.filter((one) => one === name).length
  page.on('response', (response) => asked.push(...proceduresOf(response)))
  const read = page.waitForResponse(/appointments\.agenda/)
  await page.route(/live\.changes/, async (route) => {
    await read
    await route.continue()
  })
  await page.goto('/app/')
  await expect.poll(() => times('appointments.agenda')).toBe(2)
  expect(times('account.me')).toBe(1)
  await context.close()
})
