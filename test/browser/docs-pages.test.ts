/** The docs as people see them: every page, on a phone and on a desk, by keyboard, without script, in the dark. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { axeFaults } from '../support/axe.ts'
import { sharedBrowser } from '../support/browser.ts'
import { oneOf, sample, triesAll } from '../support/sample.ts'
import { sharedApi } from '../support/seen-api.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 900 }

const api = await sharedApi()
const browser = await sharedBrowser()
afterAll(() => api.close())

const index = await (await fetch(`${api.url}/llms.txt`)).text()
const paths = [...index.matchAll(/\]\(http:\/\/127[^/]*(\/docs\S*?)(?:\/index)?\.md\)/g)].map(
  ([, path = '']) => path,
)

type Options = Parameters<Browser['newContext']>[0]

async function withPage(
  options: Options,
  use: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options)
  try {
    await use(await context.newPage(), context)
  } finally {
    await context.close()
  }
}

const LOOKS = [
  ['a phone, in the light', { viewport: PHONE, colorScheme: 'light' }],
  ['a desk, in the dark', { viewport: DESK, colorScheme: 'dark' }],
] as const
const lookOf = (name: string) => oneOf<(typeof LOOKS)[number]>(`docs ${name}`, LOOKS)

/** All are made alike. In a run of all tests each page is looked at, and by axe too, which is slow. */
const shown = sample('docs', paths, 32)
const examined = new Set(sample('docs for axe', shown, 8))

describe.each(LOOKS)('on %s', (name, options) => {
  it(
    'every page fits, says nothing to the console, loads from here alone, and suits axe',
    { timeout: 300_000 },
    async () => {
      expect(paths.length).toBeGreaterThan(50)
      await withPage(options, async (page) => {
        const faults: string[] = []
        page.on('console', (line) => {
          if (line.type() === 'error' || line.type() === 'warning') faults.push(line.text())
        })
        page.on('pageerror', (error) => faults.push(error.message))
        page.on('request', (request) => {
          const { origin, protocol } = new URL(request.url())
          if (protocol !== 'data:' && origin !== api.url) faults.push(`loads ${request.url()}`)
        })
        for (const path of shown) {
          if (!triesAll && lookOf(path)[0] !== name) continue
          await page.goto(`${api.url}${path}`)
          expect(faults, path).toEqual([])
          const beyond = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          )
          expect(beyond, `${path} scrolls sideways`).toBe(0)
          if (examined.has(path)) expect(await axeFaults(page), path).toEqual([])
        }
      })
    },
  )
})

describe.each(triesAll ? LOOKS : [lookOf('script')])('with a script, on %s', (_, options) => {
  it('the search finds a section and goes there, by keyboard alone', async () => {
    await withPage(options, async (page) => {
      await page.goto(`${api.url}/docs`)
      await page.keyboard.press('/')
      await page.keyboard.type('rotating secr')
      const results = page.getByRole('option')
      await results.first().waitFor()
      expect(await results.first().textContent()).toContain('Rotating the secret')
      await page.keyboard.press('ArrowDown')
      expect(await results.first().getAttribute('aria-selected')).toBe('true')
      expect(await axeFaults(page)).toEqual([])
      await page.keyboard.press('Enter')
      await page.waitForURL('**/docs/webhooks/verify-signatures#rotating-the-secret')
      expect(await page.getByRole('option').count()).toBe(0)
    })
  })

  it('the search says so when it finds nothing, and closes', async () => {
    await withPage(options, async (page) => {
      await page.goto(`${api.url}/docs`)
      await page.getByRole('combobox').fill('zzzqqq')
      await page.getByText('Nothing found').waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      expect(await page.getByRole('combobox').inputValue()).toBe('')
    })
  })

  it('a code block can be copied as it stands', async () => {
    await withPage(options, async (page, context) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto(`${api.url}/docs/reference/clients`)
      const block = page.getByRole('tabpanel').first()
      await block.getByRole('button', { name: 'Copy' }).click()
      await block.getByRole('button', { name: 'Copied' }).waitFor()
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      expect(`${copied}\n`).toBe(await block.locator('code').textContent())
      expect(copied).toMatch(/^curl -s /)
    })
  })
})

describe('a call of the reference', () => {
  const called = (page: Page, heading: string) =>
    page.locator(`h2:has-text("${heading}") ~ .exchange`).first()

  it('is shown in the language of the reader, by keyboard, on each page', async () => {
    await withPage({ viewport: DESK }, async (page) => {
      await page.goto(`${api.url}/docs/reference/clients`)
      const first = called(page, 'List clients')
      const chosen = first.getByRole('tab', { selected: true })
      expect(await chosen.textContent()).toBe('curl')
      expect(await first.getByRole('tabpanel').count()).toBe(1)
      await chosen.focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Python')
      const other = called(page, 'Create a client').getByRole('tabpanel')
      expect(await other.textContent()).toContain('client = api.clients.create(')
      await page.goto(`${api.url}/docs/reference/services`)
      const there = called(page, 'Get a service').getByRole('tabpanel')
      expect(await there.textContent()).toContain('service = api.services.get(1)')
    })
  })

  it('is tried with a key that nothing keeps; a change needs a test key', async () => {
    const [live, other] = [await api.organization(), await api.organization({ livemode: false })]
    await withPage({ viewport: PHONE }, async (page) => {
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/v1/')) sent.push(`${request.method()} ${request.url()}`)
      })
      const open = async (heading: string) => {
        const button = called(page, heading).getByRole('button', { name: 'Try it' })
        await button.focus()
        await page.keyboard.press('Enter')
        return page.getByRole('dialog')
      }
      await page.goto(`${api.url}/docs/reference/clients`)
      const read = await open('List clients')
      expect(await axeFaults(page)).toEqual([])
      await page.keyboard.type(live.key)
      await page.keyboard.press('Enter')
      await read.getByText('200 OK').waitFor()
      expect(await read.getByRole('status').textContent()).toContain('"data": []')
      for (const address of ['https://example.com/v1/me', '//example.com/v1/me', '/docs']) {
        await read.getByLabel('Address').fill(address)
        await page.keyboard.press('Enter')
        await read.getByText('must begin with /v1/').waitFor()
      }
      await page.keyboard.press('Escape')
      const write = await open('Create a client')
      expect(await write.getByLabel('API key').inputValue()).toBe(live.key)
      const send = write.getByRole('button', { name: 'Send' })
      await send.click()
      await write.getByText('Nothing was sent.').waitFor()
      await write.getByLabel('API key').fill(other.key)
      await send.click()
      await write.getByText('201 Created').waitFor()
      expect(sent).toEqual([
        `GET ${api.url}/v1/clients?q=mariana&limit=2`,
        `POST ${api.url}/v1/clients`,
      ])
      const kept = await page.evaluate<string>(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
      )
      expect(kept).not.toContain('svc_')
      await page.reload()
      const again = await open('List clients')
      expect(await again.getByLabel('API key').inputValue()).toBe('')
    })
  })
})

describe('the navigation', () => {
  it.each([true, false])('is reachable on a phone, with script: %s', async (javaScriptEnabled) => {
    await withPage({ viewport: PHONE, javaScriptEnabled }, async (page) => {
      await page.goto(`${api.url}/docs/limits`)
      const link = page.getByRole('link', { name: 'Getting started', exact: true })
      expect(await link.isVisible()).toBe(false)
      await page.getByRole('link', { name: 'Menu', exact: true }).click()
      expect(await link.isVisible()).toBe(true)
      await page.getByRole('link', { name: 'Close the menu' }).click()
      expect(await link.isVisible()).toBe(false)
      await page.getByRole('link', { name: 'Menu', exact: true }).click()
      await link.click()
      await page.waitForURL('**/docs/getting-started')
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Getting started')
    })
  })

  it('stands beside the text on a desk, and marks where one is', async () => {
    await withPage({ viewport: DESK }, async (page) => {
      await page.goto(`${api.url}/docs/errors/not_found`)
      const here = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]')
      expect(await here.textContent()).toBe('Errors')
      await page.goto(`${api.url}/docs/webhooks/delivery`)
      expect(await here.textContent()).toBe('How webhooks are delivered')
      const contents = page.getByRole('navigation', { name: 'On this page' })
      await contents.getByRole('link', { name: 'When we try again' }).click()
      await page.waitForURL('**#when-we-try-again')
      await contents.locator('[aria-current]', { hasText: 'When we try again' }).waitFor()
    })
  })

  it('can be skipped by keyboard', async () => {
    await withPage({ viewport: DESK }, async (page) => {
      await page.goto(`${api.url}/docs/scopes`)
      await page.keyboard.press('Tab')
      const focused = () => page.evaluate('document.activeElement.textContent')
      expect(await focused()).toBe('Skip to the content')
      await page.keyboard.press('Enter')
      expect(await page.evaluate('document.activeElement.id')).toBe('content')
    })
  })
})

describe('on a phone', () => {
  it('wide tables and code scroll in themselves', async () => {
    await withPage({ viewport: PHONE }, async (page) => {
      await page.goto(`${api.url}/docs/events`)
      const widths = await page.evaluate<[number, number][]>(
        `[...document.querySelectorAll('.table')].map((one) => [one.clientWidth, one.scrollWidth])`,
      )
      expect(widths.some(([seen, whole]) => whole > seen)).toBe(true)
      for (const [seen] of widths) expect(seen).toBeLessThanOrEqual(PHONE.width)
    })
  })
})

describe('without script', () => {
  it('every page is whole: its text, its code in colours, its contents; and offers nothing that would not work', async () => {
    await withPage({ viewport: DESK, javaScriptEnabled: false }, async (page) => {
      await page.goto(`${api.url}/docs/reference/appointments`)
      expect(await page.getByRole('heading', { name: 'Create an appointment' }).isVisible()).toBe(
        true,
      )
      expect(await page.locator('pre .hljs-string').count()).toBeGreaterThan(5)
      const samples = page.getByRole('group', { name: 'TypeScript' })
      expect(await samples.count()).toBeGreaterThan(5)
      expect(await samples.first().isVisible()).toBe(true)
      expect(await page.getByRole('navigation', { name: 'On this page' }).isVisible()).toBe(true)
      expect(await page.getByRole('searchbox').count()).toBe(0)
      expect(await page.getByRole('combobox').count()).toBe(0)
      expect(await page.getByRole('button').count()).toBe(0)
    })
  })
})
