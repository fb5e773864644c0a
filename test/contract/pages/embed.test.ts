/** Which pages may stand in a frame on someone's site, and the script that puts them there. */
import { LIMITS } from '@scheduling/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DEEDS, STEPS } from '@scheduling/pages'
import { startTestApi, useSharedApi } from '../../support/api.ts'
import { fetchPage } from '../../support/fetch-page.ts'
import { at, openClinic, type BookableClinic } from '../../support/booking.ts'
import { joinAs, bookAs, submissionId } from '../../support/public-booking.ts'
import { waitAs } from '../../support/waitlist.ts'
import { openQueue } from '../../support/queue.ts'

const api = useSharedApi()
let clinic: BookableClinic
let slug: string
beforeAll(async () => {
  const deposit = { requiresDeposit: true, depositAmount: '50.00' }
  clinic = await openClinic(api, { service: deposit })
  slug = clinic.organization.row.slug ?? ''
})

const HTML = { accept: 'text/html' }

/** Whether any site may show the answer in a frame; fails where the two headers disagree. */
function mayBeFramed({ headers }: Response): boolean {
  const policy = headers.get('content-security-policy') ?? ''
  const ancestors = /frame-ancestors ([^;]+)/.exec(policy)?.[1]
  expect(['*', "'none'"]).toContain(ancestors)
  if (ancestors === '*') expect(headers.get('x-frame-options')).toBeNull()
  return ancestors === '*'
}

type Asked = readonly [path: string, fields?: Readonly<Record<string, string>>]

function send([path, fields]: Asked): Promise<Response> {
  const body = fields === undefined ? null : new URLSearchParams(fields)
  const method = body === null ? 'GET' : 'POST'
  return fetchPage(`${api.url}${path}`, { method, body, headers: HTML })
}

/** Every step of a booking, with what came before it. */
function steps(embed: Readonly<Record<string, string>>): Asked[] {
  const chosen = { servico: String(clinic.service.id), inicio: at('10:00') }
  const typed = () => ({
    nome: 'Ana',
    email: `${crypto.randomUUID()}@example.com`,
    envio: submissionId(),
  })
  const query = (fields: object) => new URLSearchParams({ ...fields, ...embed }).toString()
  return [
    [`/${slug}?${query({})}`],
    [`/${slug}?${query({ ...chosen, varios: '1' })}`],
    [`/${slug}/${STEPS.times}?${query(chosen)}`],
    [`/${slug}/${STEPS.times}`, { ...chosen, ...typed(), ...embed }],
    [`/${slug}/${STEPS.details}?${query(chosen)}`],
    [`/${slug}/${STEPS.details}`, { ...chosen, ...typed(), ...embed }],
    [`/${slug}/${STEPS.queue}?${query({})}`],
    [`/${slug}/${STEPS.queue}`, { ...typed(), ...embed }],
    [`/${slug}/${STEPS.waitlist}?${query(chosen)}`],
    [`/${slug}/${STEPS.waitlist}?${query({})}`],
    [`/${slug}/${STEPS.waitlist}`, { servico: chosen.servico, ...typed(), ...embed }],
    [`/${slug}/${STEPS.times}`, embed],
    [`/no-one-has-this?${query({})}`],
    [`/no-one-has-this/${STEPS.book}`, { ...chosen, ...embed }],
  ]
}

describe('a frame on any site', () => {
  it('is tried with every step', () => {
    const paths = [...steps({}).map(([path]) => path), `/${slug}/${STEPS.book}`]
    const tried = paths.map((path) => path.split(/[/?]/)[2])
    for (const step of Object.values(STEPS)) expect(tried).toContain(step)
  })

  it('may show every step of a booking, when it is asked for, and what is said instead of one', async () => {
    for (const asked of steps({ embed: '1' })) {
      const response = await send(asked)
      expect([asked, mayBeFramed(response)]).toEqual([asked, true])
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      const html = await response.text()
      expect(html).toContain('class="embedded"')
      // What may not stand in the frame opens beside it, and all else goes on in it.
      for (const [, path = ''] of html.matchAll(/<a href="(\/[^"]*)"/g)) {
        const { searchParams } = new URL(path.replaceAll('&amp;', '&'), api.url)
        expect([path, searchParams.get('embed')]).toEqual([path, '1'])
      }
      for (const [form = ''] of html.matchAll(/<form[\s\S]*?<\/form>/g)) {
        expect(form).toContain('name="embed" value="1"')
      }
    }
  })

  it('may not show the same steps when it is not asked for', async () => {
    for (const asked of steps({})) {
      const response = await send(asked)
      expect([asked, mayBeFramed(response)]).toEqual([asked, false])
      expect(response.headers.get('x-frame-options')).toBe('DENY')
      expect(await response.text()).not.toContain('class="embedded"')
    }
  })

  it('shows what was booked as links that open beside it', async () => {
    const fields = { servico: String(clinic.service.id), inicio: at('11:00'), embed: '1' }
    const person = { nome: 'Ana', email: 'ana@example.com', envio: submissionId() }
    const response = await send([`/${slug}/${STEPS.book}`, { ...fields, ...person }])
    expect([response.status, mayBeFramed(response)]).toEqual([200, true])
    const html = await response.text()
    const links = [...html.matchAll(/<a [^>]*href="[^"]*\/[ad]\/[^"]*"[^>]*>/g)].map(([tag]) => tag)
    expect(links).toHaveLength(2)
    for (const tag of links) expect(tag).toContain('target="_blank" rel="noopener"')
  })

  it('may show nothing else, whatever its address says', async () => {
    const booked = (await bookAs(api, clinic, { start: at('14:00') })).body
    const joined = (await joinAs(api, await openQueue(api))).body
    const waiting = (await waitAs(api, clinic)).body
    const links = [booked.url, booked.appointment.deposit.url, joined.url, waiting.url].map(
      (url: string) => new URL(url).pathname,
    )
    const paths = [
      ...links.flatMap((link) => [link, ...Object.values(DEEDS).map((deed) => `${link}/${deed}`)]),
      '/a/unknown',
      new URL(booked.appointment.deposit.sandbox_url).pathname,
      '/docs',
      '/docs/embed',
      '/docs/embed/demo',
      `/docs/embed/demo?clinic=${slug}`,
    ]
    for (const path of paths.flatMap((one) => [
      one,
      `${one}${one.includes('?') ? '&' : '?'}embed=1`,
    ])) {
      const response = await send([path])
      const type = response.headers.get('content-type') ?? ''
      if (response.status === 303 || !type.startsWith('text/html')) continue
      expect([path, mayBeFramed(response)]).toEqual([path, false])
    }
    const shown = await Promise.all(links.map((link) => send([`${link}?embed=1`])))
    expect(shown.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
})

describe('GET /embed.js', () => {
  it('200: small, for every site, and kept for an hour', async () => {
    const response = await fetch(`${api.url}/embed.js`)
    const program = await response.text()
    expect(response.status).toBe(200)
    expect(program.length).toBeLessThan(3.5 * 1024)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers.get('set-cookie')).toBeNull()
    // It reads nothing of the page that could say who visits it.
    expect(program).not.toMatch(/cookie|localStorage|sessionStorage|fetch\(|XMLHttp|eval|innerHTML/)
  })

  it('304: to a browser that has it', async () => {
    const first = await fetch(`${api.url}/embed.js`)
    const tag = first.headers.get('etag') ?? ''
    const again = await fetch(`${api.url}/embed.js`, { headers: { 'if-none-match': tag } })
    expect([first.status, again.status]).toEqual([200, 304])
  })
})

describe('/docs/embed/demo', () => {
  const demo = async (query = '', headers = {}) => {
    const response = await fetch(`${api.url}/docs/embed/demo${query}`, { headers })
    return { status: response.status, html: await response.text(), headers: response.headers }
  }

  it('200: shows the organization that is named, with the lines that do it', async () => {
    const { status, html, headers } = await demo(`?clinic=${slug}`)
    expect(status).toBe(200)
    expect(html).toContain(`<script src="/embed.js" data-clinic="${slug}" async></script>`)
    expect(html).toContain(`&lt;script src=&quot;${api.service.publicBaseUrl}/embed.js&quot;`)
    expect(headers.get('content-security-policy')).toContain("frame-src 'self'")
  })

  it('200: says that there is no such organization, and writes nothing that was typed as markup', async () => {
    expect((await demo()).html).toContain('no demo clinic')
    const { status, html } = await demo(
      `?clinic=${encodeURIComponent('"><script>alert(1)</script>')}`,
    )
    expect([status, html.includes('<script')]).toEqual([200, false])
    expect(html).toContain('No organization has this word.')
    expect((await demo(`?clinic=${'x'.repeat(5000)}`)).status).toBe(200)
  })

  it('405 method_not_allowed: another method', async () => {
    const response = await fetch(`${api.url}/docs/embed/demo`, { method: 'POST', body: 'x' })
    expect(response.status).toBe(405)
  })

  it('429 rate_limited: looks up no more organizations than a visitor can', async () => {
    const tight = await startTestApi({ trustedProxies: 1, limitsScale: 1 })
    try {
      const statuses = []
      for (let sent = 0; sent <= LIMITS.publicReadsPerAddressPerMinute; sent += 1) {
        statuses.push((await fetch(`${tight.url}/docs/embed/demo?clinic=unknown`)).status)
      }
      expect(statuses.at(-1)).toBe(429)
      expect(statuses.at(-2)).toBe(200)
    } finally {
      await tight.close()
    }
  })
})
