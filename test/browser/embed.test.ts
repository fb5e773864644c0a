/** The booking in a frame on someone's site, which is of another origin. */
import { isProved, LIMITS } from '@scheduling/core'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { axeFaults } from '../support/axe.ts'
import { openClinic, type BookableClinic } from '../support/booking.ts'
import { sharedBrowser } from '../support/browser.ts'
import { png } from '../support/pictures.ts'
import { openBrowser, signIn } from '../support/dashboard.ts'
import { bookAs } from '../support/public-booking.ts'
import { startVisitedApi } from '../support/visited-api.ts'
import { oneOf, sample, triesAll } from '../support/sample.ts'
import { seenAt, sharedApi } from '../support/seen-api.ts'

type Site = { readonly html: string; readonly headers?: Readonly<Record<string, string>> }

const api = await sharedApi()
const browser = await sharedBrowser()
const sites = new Map<string, Site>()
const server = createServer((request, response) => {
  const site = sites.get(request.url ?? '')
  response.writeHead(site === undefined ? 404 : 200, {
    'content-type': 'text/html; charset=utf-8',
    ...site?.headers,
  })
  response.end(site?.html ?? '')
})
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve)
})
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
let clinic: BookableClinic

afterAll(async () => {
  await api.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  clinic = await openClinic(api)
})

const SCHEMES = ['light', 'dark'] as const

/** One of two looks, or both in a run of all tests. */
const turns = <Look>(name: string, looks: readonly [Look, Look]): readonly Look[] =>
  triesAll ? looks : [oneOf(`embed ${name}`, looks)]

/** The service is seen as `localhost`, so the site is of another origin, and of another site too. */
const service = () => api.url.replace('127.0.0.1', 'localhost')
const slug = () => clinic.organization.row.slug ?? ''

function tag(more = '', script = `${service()}/embed.js`): string {
  return `<a href="${service()}/${slug()}">Book a time</a>
<script src="${script}" data-clinic="${slug()}" async ${more}></script>`
}

let count = 0
function put(body: string, headers: Site['headers'] = {}): string {
  count += 1
  const html = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Uma clínica</title>
<meta name="viewport" content="width=device-width"></head><body><header><p>Uma clínica</p></header><main><h1>Bem-vindos</h1>${body}</main></body></html>`
  sites.set(`/${count}`, { html, headers })
  return `${origin}/${count}`
}

async function within(
  options: Parameters<Browser['newContext']>[0],
  use: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ locale: 'pt-BR', ...options })
  context.setDefaultTimeout(15_000)
  try {
    await use(await context.newPage(), context)
  } finally {
    await context.close()
  }
}

async function frameIn(page: Page, selector = 'iframe'): Promise<Frame> {
  const frame = await (await page.waitForSelector(selector)).contentFrame()
  if (frame === null) throw new Error('It is no frame.')
  await frame.waitForSelector('h1')
  return frame
}

/** Whether the frame has become as high as what it shows, and no higher. */
async function untilFits(page: Page, frame: Frame): Promise<number> {
  const height = await frame.evaluate('document.documentElement.offsetHeight')
  await page.waitForFunction(
    `Math.abs(document.querySelector('iframe').getBoundingClientRect().height - ${height}) < 2`,
  )
  return Number(height)
}

describe('the frame', { timeout: 60_000 }, () => {
  it.each(turns('frame', [320, 1280]))(
    'books on another site, %d pixels wide, and suits axe',
    async (width) => {
      const deposit = { requiresDeposit: true, depositAmount: '50.00' }
      clinic = await openClinic(api, { service: deposit, organization: { brandColor: '#FFD400' } })
      const address = put(`${'<p>Sobre nós.</p>'.repeat(20)}${tag()}<p>Rodapé</p>`)
      await within({ viewport: { width, height: 640 } }, async (page, context) => {
        const faults: string[] = []
        page.on('pageerror', (error) => faults.push(error.message))
        page.on('console', (line) => {
          if (line.type() === 'error') faults.push(line.text())
        })
        await page.goto(address)
        await page.locator('iframe').scrollIntoViewIfNeeded()
        const frame = await frameIn(page)
        const heights = [await untilFits(page, frame)]
        await suits(page)
        await frame.click('.rows a')
        await frame.waitForURL(/\/horario\?/)
        await frame.waitForSelector('.times label')
        heights.push(await untilFits(page, frame))
        // The visitor goes on from the end of a page, and reads the next from its top.
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
        await frame.locator('.times label').last().click()
        await frame.click('#horarios .foot button')
        await frame.waitForURL(/\/dados\?/)
        await page.waitForFunction(
          `Math.abs(document.querySelector('iframe').getBoundingClientRect().top) < 320`,
        )
        heights.push(await untilFits(page, frame))
        await suits(page)
        await frame.fill('[name=nome]', 'Ana')
        await frame.fill('[name=email]', 'ana@example.com')
        await frame.click('#pessoa .foot button')
        await frame.waitForURL(/\/reservar/)
        const links = frame.locator('a[target=_blank]')
        expect(await links.count()).toBe(2)
        heights.push(await untilFits(page, frame))
        await suits(page)
        expect(new Set(heights).size).toBeGreaterThan(1)
        // The link opens beside the site, and knows nothing of it.
        const [opened] = await Promise.all([context.waitForEvent('page'), links.last().click()])
        expect(await opened.evaluate('window.opener')).toBeNull()
        expect(await context.cookies()).toEqual([])
        expect(faults).toEqual([])
        const where = { where: { organizationId: clinic.organization.row.id } }
        expect(await api.db.appointment.count(where)).toBe(1)
      })

      async function suits(page: Page): Promise<void> {
        for (const frame of page.frames()) {
          expect(await axeFaults(frame)).toEqual([])
          const [scroll, client] = await frame.evaluate<[number, number]>(
            '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
          )
          expect(scroll).toBeLessThanOrEqual(client)
        }
      }
    },
  )

  it('stands where each script stands, with its own wishes', async () => {
    const second = tag(
      `data-language="en" data-title="Book a check-up" data-service="${clinic.service.id}"`,
    )
    const address = put(`<section id="one">${tag()}</section><section id="two">${second}</section>`)
    await within({}, async (page) => {
      await page.goto(address)
      const [one, two] = [await frameIn(page, '#one iframe'), await frameIn(page, '#two iframe')]
      expect(await page.locator('iframe').count()).toBe(2)
      expect(await page.locator('#one iframe').getAttribute('title')).toBe('Agendamento on-line')
      expect(await page.locator('#two iframe').getAttribute('title')).toBe('Book a check-up')
      expect(await one.locator('html').getAttribute('lang')).toBe('pt-BR')
      expect(await two.locator('html').getAttribute('lang')).toBe('en')
      expect(new URL(two.url()).pathname).toMatch(/\/horario$/)
    })
  })

  it('comes with a script that is a module, that another one loads, or that is loaded once for two', async () => {
    const src = `${service()}/embed.js`
    const bodies = [
      `<script type="module" src="${src}" data-clinic="${slug()}"></script>`,
      `<div id="place"></div><script>const made = document.createElement('script')
        made.src = '${src}'; made.dataset.clinic = '${slug()}'; document.querySelector('#place').append(made)</script>`,
      `<script crossorigin src="${src}" data-clinic="${slug()}" defer></script>`,
    ]
    for (const body of bodies) {
      await within({}, async (page) => {
        await page.goto(put(body))
        const frame = await frameIn(page)
        await untilFits(page, frame)
        expect(await page.locator('iframe').count()).toBe(1)
      })
    }
  })

  it('stands on a strict site, and on one that isolates itself', async () => {
    const policy = `default-src 'none'; script-src ${service()}; frame-src ${service()}`
    const isolated = {
      'content-security-policy': policy,
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    }
    await within({}, async (page) => {
      await page.goto(put(tag(), isolated))
      expect(await page.evaluate('crossOriginIsolated')).toBe(
        origin.startsWith('https') || origin.includes('127.0.0.1'),
      )
      await untilFits(page, await frameIn(page))
    })
  })

  // On what the frame stands, and what its body then has.
  const grounds = [
    ['white, whatever the visitor prefers', '', 'rgb(255, 255, 255)'],
    ['a dark box', '#place { background: #1d2b3a }', 'rgb(29, 43, 58)'],
    ['a veil over white', '#place { background: color(srgb 0 0 0 / 0.2) }', 'rgb(204, 204, 204)'],
    ['a dark page without a color', ':root { color-scheme: dark }', 'rgb(18, 18, 18)'],
    ['a gradient', '#place { background: linear-gradient(red, blue) }', 'rgb(255, 255, 255)'],
  ] as const
  it.each(grounds)('has the ground of the site: %s', async (_, style, expected) => {
    await within({ colorScheme: 'dark' }, async (page) => {
      await page.goto(put(`<style>${style}</style><div id="place">${tag()}</div>`))
      const frame = await frameIn(page)
      const color = 'getComputedStyle(document.body).backgroundColor'
      expect(await frame.evaluate(color)).toBe(expected)
      await frame.click('.rows a')
      await frame.waitForSelector('.times label')
      expect(await frame.evaluate(color)).toBe(expected)
      expect(await axeFaults(frame)).toEqual([])
    })
  })

  it('obeys no one, and its script no other window', async () => {
    const stranger = `<script>
      window.addEventListener('load', () => setInterval(() => {
        document.querySelector('iframe')?.contentWindow.postMessage({ bookingHeight: 9999, isNewPage: true }, '*')
        window.postMessage({ bookingHeight: 9999, isNewPage: true }, '*')
      }, 20))</script>`
    await within({}, async (page) => {
      await page.goto(put(`${tag()}${stranger}`))
      const frame = await frameIn(page)
      await page.waitForTimeout(500)
      const height = await untilFits(page, frame)
      expect(height).toBeLessThan(5000)
    })
  })

  it('is a link where it is not possible: forbidden, not there, blocked, or without a script', async () => {
    const forbidden = { 'content-security-policy': `script-src ${service()}; frame-src 'none'` }
    await within({}, async (page) => {
      await page.goto(put(tag(), forbidden))
      const link = page.locator('main a')
      await link.waitFor()
      expect(await link.getAttribute('href')).toBe(`${service()}/${slug()}`)
      expect(await page.locator('iframe').count()).toBe(0)
      expect(await link.count()).toBe(1)
    })
    await within({}, async (page) => {
      await page.route(`${service()}/embed.js`, (route) => route.abort())
      await page.goto(put(tag()))
      expect(await page.locator('main a').textContent()).toBe('Book a time')
    })
    await within({}, async (page) => {
      // The script came, and then the network went.
      await page.route(`${service()}/${slug()}?**`, (route) => route.abort())
      await page.goto(put(tag()))
      await page.locator('main a').waitFor()
    })
    await within({ javaScriptEnabled: false }, async (page) => {
      await page.goto(put(tag()))
      expect(await page.locator('main a').textContent()).toBe('Book a time')
    })
  })

  it('says why where a page cannot be shown', async () => {
    await within({}, async (page) => {
      const gone = `<script src="${service()}/embed.js" data-clinic="no-one-has-this"></script>`
      await page.goto(put(gone))
      const frame = await frameIn(page)
      expect(await frame.textContent('h1')).toBe('Esta página não existe')
      await untilFits(page, frame)
    })
  })
})

describe('the demo in the docs', { timeout: 60_000 }, () => {
  it.each(turns('demo', SCHEMES))('shows the frame, and suits axe: %s', async (colorScheme) => {
    await within({ colorScheme, viewport: { width: 320, height: 640 } }, async (page) => {
      await page.goto(`${api.url}/docs/embed/demo?clinic=${slug()}`)
      await untilFits(page, await frameIn(page))
      for (const frame of page.frames()) expect(await axeFaults(frame)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    })
  })
})

describe('the color, the picture and the text', { timeout: 120_000 }, () => {
  // Those that are hardest to read on white, on black and on both.
  const colors = ['#FFD400', '#FFFFFF', '#000000', '#7F7F7F', '#00FF00', '#FF2D55', '#10102A']
  it.each(turns('colors', SCHEMES))('can be read on every step: %s', async (colorScheme) => {
    await within({ colorScheme, viewport: { width: 320, height: 640 } }, async (page) => {
      const owner = await signIn(api, clinic.organization)
      const picture = png({ width: 400, height: 90 }).toString('base64')
      await owner.mutate('organization.setLogo', { picture })
      for (const brand_color of sample('colors', colors, 3)) {
        const welcome_text = 'Bom dia!\nChegue dez minutos antes.'
        await owner.mutate('organization.update', { brand_color, welcome_text })
        await page.goto(`${api.url}/${slug()}`)
        expect(await page.locator('main .pre').first().textContent()).toContain(welcome_text)
        expect(await page.evaluate(LOADED)).toEqual([400, 90])
        await suits(page, brand_color)
        await page.click('.rows a')
        await page.waitForSelector('.times label')
        await suits(page, brand_color)
        await page.locator('.times label').first().click()
        await page.click('#horarios .foot button')
        await page.waitForSelector('[name=nome]')
        await suits(page, brand_color)
      }
    })
  })

  const LOADED = `(() => { const { naturalWidth, naturalHeight } = document.querySelector('img'); return [naturalWidth, naturalHeight] })()`

  async function suits(page: Page, color: string): Promise<void> {
    expect(await axeFaults(page), color).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  }
})

describe('the proof of work', { timeout: 60_000 }, () => {
  it('is found while the form is filled in, on a slow phone, and the page stays quick', async () => {
    await within({ viewport: { width: 320, height: 640 } }, async (page, context) => {
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
      await page.goto(`${api.url}/${slug()}`)
      await page.click('.rows a')
      await page.waitForSelector('.times label')
      await page.locator('.times label').first().click()
      await page.click('#horarios .foot button')
      await page.waitForSelector('[name=nome]')
      expect(await page.inputValue('[name=prova]')).toBe('')
      await page.evaluate(LONGEST_TASK)
      const started = performance.now()
      await page.focus('[name=nome]')
      await page.waitForSelector('[name=prova]:not([value=""])', { state: 'attached' })
      const seconds = (performance.now() - started) / 1000
      const longest = Number(await page.evaluate('window.longest'))
      console.info(
        `proof: ${seconds.toFixed(2)} s, longest task ${Math.round(longest)} ms, CPU 6 times slower`,
      )
      // Found in one piece, it takes as long as the whole search. A busy machine draws late.
      expect(longest).toBeLessThan(Math.max(300, (seconds * 1000) / 2))
      const sent = {
        slug: slug(),
        submission_id: await page.inputValue('[name=envio]'),
        proof: await page.inputValue('[name=prova]'),
      }
      expect(isProved(sent)).toBe(true)
    })
  })

  it('is waited for where the organization asks for it: one press is enough', async () => {
    const scale = 0.2
    const visited = await startVisitedApi(scale, await seenAt())
    onTestFinished(() => visited.close())
    const busy = await openClinic(visited)
    const most = LIMITS.publicBookingsWithoutProofPerOrganizationPerHour * scale
    for (let sent = 0; sent < most; sent += 1) {
      const from = openBrowser(visited, { 'x-forwarded-for': `10.9.0.${sent}` })
      await bookAs(visited, busy, { client: { first_name: 'Maria' } }, from)
    }
    await within({ viewport: { width: 320, height: 640 } }, async (page) => {
      await page.goto(`${visited.url}/${busy.organization.row.slug}?idioma=pt`)
      await page.click('.rows a')
      await page.waitForSelector('.times label')
      await page.locator('.times label').first().click()
      await page.click('#horarios .foot button')
      await page.fill('[name=nome]', 'Ana')
      await page.fill('[name=email]', 'ana@example.com')
      // Sent before the proof is found.
      await page.evaluate(`document.querySelector('[name=prova]').remove()`)
      await page.click('#pessoa .foot button')
      await page.getByText('Confirme de novo').waitFor()
      expect(await axeFaults(page)).toEqual([])
      await page.click('#pessoa .foot button')
      await page.waitForURL(/\/a\//)
    })
  })

  const LONGEST_TASK = `(() => {
    window.longest = 0
    let last = performance.now()
    const look = () => { const now = performance.now(); window.longest = Math.max(window.longest, now - last); last = now; requestAnimationFrame(look) }
    requestAnimationFrame(look)
  })()`
})
