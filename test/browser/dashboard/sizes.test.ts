/** What a browser has to load before someone can work. */
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { openDashboardWorld } from '../../support/dashboard-world.ts'

const KB = 1024
const MOST_SCRIPT_BYTES = 250 * KB
const MOST_STYLE_BYTES = 50 * KB

const world = await openDashboardWorld()

it('the agenda is there with 250 KB of script', async () => {
  const context = await world.signedIn()
  const page = await context.newPage()
  const bodies: Promise<{ path: string; bytes: number }>[] = []
  page.on('response', (response) => {
    const { pathname: path } = new URL(response.url())
    if (!path.startsWith('/app/assets/')) return
    expect(response.headers()['cache-control']).toMatch(/immutable/)
    bodies.push(response.body().then((body) => ({ path, bytes: gzipSync(body).length })))
  })
  await page.goto('/app/')
  await page
    .getByRole('button', { name: /Maria Silva/ })
    .first()
    .waitFor()
  const loaded = await Promise.all(bodies)
  const sum = (extension: string): number =>
    loaded.filter(({ path }) => path.endsWith(extension)).reduce((all, { bytes }) => all + bytes, 0)
  expect(sum('.js')).toBeGreaterThan(100 * KB)
  expect(sum('.js')).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
  expect(sum('.css')).toBeLessThanOrEqual(MOST_STYLE_BYTES)
  await context.close()
})
