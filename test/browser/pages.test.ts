/**
 * Half of the states of the pages of clients, each on the smallest phone in Portuguese or on a desk in English and in the
 * dark; in a run of all tests all states on both.
 */
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { axeFaults } from '../support/axe.ts'
import { sharedBrowser } from '../support/browser.ts'
import { htmlFaults } from '../support/html-validity.ts'
import { keptPages } from '../support/kept-pages.ts'
import { PAGE_ROWS } from '../support/page-rows.ts'
import { openPages, visit, type PageRow, type Visited } from '../support/pages.ts'
import { oneOf, sample, triesAll } from '../support/sample.ts'

const KB = 1024
/** Compressed, as browsers get them. */
const MOST_PAGE_BYTES = 30 * KB
const MOST_SCRIPT_BYTES = 10 * KB

const pages = await openPages()
const browser = await sharedBrowser()
afterAll(() => pages.close())

const SAMPLED_ROWS = sample('client pages', PAGE_ROWS, Math.ceil(PAGE_ROWS.length / 2))

const PHONE = {
  viewport: { width: 320, height: 640 },
  locale: 'pt-BR',
  colorScheme: 'light',
} as const
const DESK = {
  viewport: { width: 1280, height: 800 },
  locale: 'en-US',
  colorScheme: 'dark',
} as const

describe.each([
  ['a phone', PHONE, 'pt-BR'],
  ['a desk', DESK, 'en'],
] as const)('on %s', async (_, look, language) => {
  const context = await browser.newContext(look)
  await context.addInitScript(`
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error('Policy: ' + violatedDirective + ' ' + blockedURI))`)
  const kept = keptPages()
  afterEach(() => kept.giveBack())
  afterAll(async () => {
    // No one was given a cookie, by any page.
    expect(await context.cookies()).toEqual([])
    await context.close()
  })

  const rows = SAMPLED_ROWS.filter(
    ({ name }) => triesAll || oneOf<object>(name, [PHONE, DESK]) === look,
  )
  it.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const page = await kept.take(context)
    const visited = await visit(page, pages, row)
    expect(visited.complaints).toEqual([])
    expect(visited.origins).toEqual(new Set([new URL(page.url()).origin]))
    expectGuarded(visited, row)
    expectSmall(visited)
    expect(await htmlFaults(visited.html)).toEqual([])
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    expect(await page.locator('h1').count()).toBe(1)
    // What is escaped twice is read as it was written.
    expect(await page.innerText('body')).not.toMatch(/<\/?[a-z]|&\w+;/)
    expect(await page.evaluate(NAMELESS_CONTROLS)).toEqual([])
    expect(await page.evaluate(BEYOND), 'scrolls sideways').toBe(0)
    expect(await axeFaults(page, { 'target-size': { enabled: true } })).toEqual([])
    await enlargeText(page)
    expect(await page.evaluate(BEYOND), 'scrolls sideways with large text').toBe(0)
  })
})

const BEYOND = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

const NAMELESS_CONTROLS = `[...document.querySelectorAll('input:not([type=hidden]), select, textarea')]
  .filter(({ labels }) => ![...labels].some(({ textContent }) => textContent.trim() !== ''))
  .map(({ outerHTML }) => outerHTML)`

/** To 200 %, as a browser's own setting does. */
function enlargeText(page: Page): Promise<unknown> {
  return page.evaluate("document.documentElement.style.fontSize = '200%'")
}

/** What the headers keep others from. */
function expectGuarded({ headers }: Visited, { isListed, isEmbedded }: PageRow): void {
  const policy = headers['content-security-policy'] ?? ''
  expect(policy).toMatch(/^default-src 'none'; /)
  expect(policy).not.toMatch(/unsafe|\bdata:|https?:/)
  expect(policy).toContain(`frame-ancestors ${isEmbedded ? '*' : "'none'"}`)
  expect(headers['x-frame-options']).toBe(isEmbedded ? undefined : 'DENY')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-robots-tag']).toBe(isListed ? undefined : 'noindex, nofollow')
  expect(headers['cache-control']).toMatch(/^(no-store|private, no-cache)$/)
  expect(headers['set-cookie']).toBeUndefined()
}

function expectSmall({ html }: Visited): void {
  expect(gzipSync(html).length).toBeLessThanOrEqual(MOST_PAGE_BYTES)
  expect(html).not.toMatch(/@font-face|@import|rel="(?:stylesheet|preload)/)
}

it('the script is small, and the same for all pages', async () => {
  const html = await (await fetch(`${pages.api.url}${pages.clinic}`)).text()
  const [, path = ''] = /<script type="module" src="([^"]+)"><\/script>/.exec(html) ?? []
  const script = await (await fetch(`${pages.api.url}${path}`)).text()
  expect(script.length).toBeGreaterThan(100)
  expect(gzipSync(script).length).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
})
