/** What a client waits for on a phone: the largest thing of a page, and how much it loads. */
import { connect } from '@scheduling/database'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { openBrowser } from '@scheduling/test/support/browser.ts'
import type { Bench } from '../bench.ts'
import { alone, compared, inTurn, require, type Figure } from '../figures.ts'
import { openApi, WITH_RECEIVERS_HERE } from '../stage/api.ts'
import { seedMonth } from '../stage/clinic.ts'

/** "Slow 4G" of Lighthouse, as DevTools plays it: the latency is that of each request, not of a connection's beginning. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const SLOWER_CPU = 4
/** After the page has loaded, for what is painted last. */
const REST_MS = 400
/** Seconds. */
const AIM = { sign: '≤', value: 1.2, unit: ' s' } as const
const SLUG = 'clinica-aurora'

export const PAGES_BENCH: Bench = {
  about:
    'Largest contentful paint of pages that clients open, on a phone of 390 pixels whose CPU is slowed four times, over what Lighthouse calls slow 4G (1.6 Mbit/s down, 750 kbit/s up, 150 ms for each request), with nothing cached. The clinic has 20 professionals, each with a photo of 160 pixels, and 2,000 appointments in the coming month. The reference is the text of the same page, in HTML written by hand without style and script, from a bare HTTP server.',
  async run(server, { rounds }) {
    const databaseUrl = await server.database()
    await seedMonth(databaseUrl)
    const depositService = await addDeposit(databaseUrl)
    const browser = await openBrowser()
    await addPhotos(databaseUrl, await photograph(browser))
    const api = await openApi(databaseUrl, WITH_RECEIVERS_HERE)
    const plain = await openPlain()
    try {
      const ours = `http://127.0.0.1:${api.port}`
      const { a, d } = await bookOne(ours, depositService)
      const figures: Figure[] = []
      for (const [name, path] of [
        ['the services', `/${SLUG}`],
        ['the times of a day', `/${SLUG}/horario?servico=1`],
        ['an appointment, `/a`', a],
        ['a deposit to pay, `/d`', d],
      ] as const) {
        plain.html = await textPage(browser, ours + path)
        const sides = {
          ours: () => secondsOf(browser, ours + path),
          reference: () => secondsOf(browser, plain.url),
        }
        // The first answers of a process are slower.
        await inTurn(1, sides)
        const seconds = await inTurn(rounds, sides)
        figures.push(compared(`${name}: LCP`, seconds, { unit: ' s', digits: 2, aim: AIM }))
        figures.push(alone(`${name}: HTML with its CSS`, await sizeOf(ours + path)))
      }
      figures.push(alone('the script, which all share', await scriptSize(ours)))
      return figures
    } finally {
      await browser.close()
      plain.server.close()
      await api.kill()
    }
  },
}

/** The id of a service that asks for a deposit. */
async function addDeposit(databaseUrl: string): Promise<number> {
  const { db, close } = connect(databaseUrl, { connections: 1, name: 'bench' })
  try {
    const { organizationId } = await db.service.findFirstOrThrow()
    const { id } = await db.service.create({
      data: {
        organizationId,
        name: 'Consulta com sinal',
        durationMinutes: 30,
        price: '250.00',
        requiresDeposit: true,
        depositAmount: '50.00',
      },
    })
    const professionals = await db.professional.findMany({ select: { id: true } })
    await db.professionalService.createMany({
      data: professionals.map((one) => ({ organizationId, professionalId: one.id, serviceId: id })),
    })
    // The clients of the clinic have numbers that were not drawn, and the next one is new.
    await db.$executeRaw`SELECT setval(pg_get_serial_sequence('client', 'id'), (SELECT max(id) FROM client))`
    return id
  } finally {
    await close()
  }
}

/** A JPEG with as many details as a face in good light has: some 6 KB. */
async function photograph(browser: Browser): Promise<Uint8Array<ArrayBuffer>> {
  const page = await browser.newPage({ viewport: { width: 160, height: 160 } })
  try {
    await page.setContent(`<style>body { margin: 0 }</style><canvas width="160" height="160"></canvas><script>
      const context = document.querySelector('canvas').getContext('2d')
      for (let at = 0; at < 700; at += 1) {
        context.fillStyle = 'hsl(' + at * 37 % 360 + ' 40% ' + (30 + at * 13 % 50) + '%)'
        context.fillRect(at * 53 % 160, at * 97 % 160, 18, 12)
      }</script>`)
    return new Uint8Array(await page.screenshot({ type: 'jpeg', quality: 60 }))
  } finally {
    await page.close()
  }
}

async function addPhotos(databaseUrl: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const { db, close } = connect(databaseUrl, { connections: 1, name: 'bench' })
  try {
    const professionals = await db.professional.findMany({
      select: { id: true, organizationId: true },
    })
    await db.professionalPhoto.createMany({
      // Each has a version of its own, as if each were of a person of its own.
      data: professionals.map(({ id, organizationId }) => ({
        organizationId,
        professionalId: id,
        version: `photo${id}`,
        contentType: 'image/jpeg',
        bytes,
      })),
    })
  } finally {
    await close()
  }
}

type Paths = { readonly a: string; readonly d: string }

/** The links of a new appointment and of its deposit. */
async function bookOne(base: string, serviceId: number): Promise<Paths> {
  const call = async (procedure: string, input: object, method = 'POST') => {
    const query = method === 'GET' ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
    const answer = await fetch(`${base}/trpc/publicBooking.${procedure}${query}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
    })
    const body: any = await answer.json()
    require(answer.ok, `${procedure} was answered ${JSON.stringify(body)}`)
    return body.result.data
  }
  const asked = { slug: SLUG, service_ids: [serviceId] }
  const dates = await call('nextDates', { ...asked, limit: 3 }, 'GET')
  const { data } = await call('slots', { ...asked, date: dates.data.at(-1).date }, 'GET')
  const { url, appointment } = await call('book', {
    ...asked,
    submission_id: crypto.randomUUID(),
    start: data[0].start,
    client: { first_name: 'Maria', email: 'maria@example.com' },
  })
  return { a: new URL(url).pathname, d: new URL(appointment.deposit.url).pathname }
}

/** The largest contentful paint of a page, by a browser that was never there. */
async function secondsOf(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({
    locale: 'pt-BR',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU })
    await page.addInitScript(`
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) globalThis.largest = startTime
      }).observe({ type: 'largest-contentful-paint', buffered: true })`)
    const answer = await page.goto(url, { waitUntil: 'load' })
    require(answer?.status() === 200, `${url} was answered ${answer?.status()}`)
    await page.waitForTimeout(REST_MS)
    const largest = await page.evaluate<number>('globalThis.largest ?? NaN')
    require(largest > 0, `${url} painted nothing`)
    return largest / 1000
  } finally {
    await context.close()
  }
}

/** The text of a page, one paragraph for each line. */
async function textPage(browser: Browser, url: string): Promise<string> {
  const context = await browser.newContext({ locale: 'pt-BR' })
  try {
    const page = await context.newPage()
    await page.goto(url)
    const title = await page.locator('h1').innerText()
    const lines = (await page.locator('main').innerText()).split('\n').filter(Boolean)
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><h1>${escaped(title)}</h1>${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}</html>`
  } finally {
    await context.close()
  }
}

type Plain = { readonly server: Server; readonly url: string; html: string }

async function openPlain(): Promise<Plain> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(plain.html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const plain: Plain = { server, url: `http://127.0.0.1:${port}/`, html: '' }
  return plain
}

async function sizeOf(url: string): Promise<string> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  const kilobytes = (count: number): string => (count / 1024).toFixed(1)
  return `${kilobytes(bytes.length)} KB, ${kilobytes(gzipSync(bytes).length)} KB gzipped`
}

async function scriptSize(base: string): Promise<string> {
  const html = await (await fetch(`${base}/${SLUG}`)).text()
  const [, path = ''] = /<script type="module" src="([^"]+)">/.exec(html) ?? []
  return sizeOf(base + path)
}
