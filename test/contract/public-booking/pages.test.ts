/** The plain pages of links. */
import { linkToken } from '@scheduling/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi } from '../../support/api.ts'
import { openClinic, type BookableClinic } from '../../support/booking.ts'
import { openQueue } from '../../support/queue.ts'
import { bookAs, joinAs, somebody, tokenOf } from '../../support/public-booking.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ trustedProxies: 1 })
})
beforeEach(() => api.setNow(TEST_NOW))
afterAll(() => api.close())

const open = (path: string, init: RequestInit = {}) =>
  fetch(`${api.url}${path}`, { redirect: 'manual', ...init })

const inEnglish = { headers: { 'accept-language': 'en-US,en;q=0.9' } }

async function bookedPath(clinic: BookableClinic, body: object = {}) {
  const reply = await bookAs(api, clinic, body)
  return new URL(reply.body.url).pathname
}

const rowOf = (clinic: { organization: { row: { id: number } } }) =>
  api.db.appointment.findFirstOrThrow({ where: { organizationId: clinic.organization.row.id } })

describe('the page of an appointment', () => {
  it('shows it in the language of the browser, or else of the organization', async () => {
    const clinic = await openClinic(api, { organization: { language: 'en' } })
    const path = await bookedPath(clinic)
    const english = await (await open(path)).text()
    expect(english).toContain('<html lang="en">')
    expect(english).toContain('Monday, November 23, 2026 at 9:00')
    const portuguese = await (
      await open(path, { headers: { 'accept-language': 'pt-PT, en;q=0.5' } })
    ).text()
    expect(portuguese).toContain('<html lang="pt-BR">')
    expect(portuguese).toMatch(/segunda-feira, 23 de novembro de 2026.*09:00/)
    expect(portuguese).toContain('Aguardando confirmação')
    expect(portuguese.replaceAll(/\s/g, ' ')).toContain('R$ 150,00')
  })

  it('has headers that keep it to its client', async () => {
    const clinic = await openClinic(api)
    const path = await bookedPath(clinic)
    for (const response of [
      await open(path),
      await open('/a/x'),
      await open(`${path}/nothing`),
      await open(path, { method: 'DELETE' }),
      await open(`${path}/cancel`, { method: 'POST' }),
    ]) {
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
      })
      const policy = response.headers.get('content-security-policy')
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      )
      expect(response.headers.has('set-cookie')).toBe(false)
    }
    const html = await (await open(path)).text()
    expect(html).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(html).not.toContain('<script')
  })

  it('changes nothing when it is opened, by whatever method reads; its forms are POST', async () => {
    const clinic = await openClinic(api)
    const path = await bookedPath(clinic)
    const before = await rowOf(clinic)
    for (const [address, method, status] of [
      [path, 'GET', 200],
      [path, 'HEAD', 200],
      [`${path}/cancel`, 'GET', 303],
      [`${path}/cancel`, 'HEAD', 303],
      [path, 'POST', 405],
      [path, 'PUT', 405],
      [`${path}/cancel`, 'DELETE', 405],
      [`${path}/leave`, 'POST', 404],
      [`${path}/toString`, 'POST', 404],
      [`${path}/constructor`, 'POST', 404],
    ] as const) {
      expect([address, method, (await open(address, { method })).status]).toEqual([
        address,
        method,
        status,
      ])
    }
    expect(await rowOf(clinic)).toEqual(before)
  })

  it('cancels with its form, once; a page of somebody else cannot send it', async () => {
    const clinic = await openClinic(api)
    const path = await bookedPath(clinic)
    const html = await (await open(path)).text()
    expect(html).toContain(`<form method="post" action="${path}/cancel">`)
    for (const site of ['cross-site', 'same-site']) {
      const foreign = await open(`${path}/cancel`, {
        method: 'POST',
        headers: { 'sec-fetch-site': site, origin: 'https://evil.example' },
      })
      expect(foreign.status).toBe(403)
    }
    expect((await rowOf(clinic)).status).toBe('PENDING')
    const sent = await open(`${path}/cancel`, {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        origin: 'null',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'x='.padEnd(100_000, 'y'),
    })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, path])
    expect((await rowOf(clinic)).status).toBe('CANCELLED_CLIENT')
    const after = await (await open(path, inEnglish)).text()
    expect(after).toContain('Cancelled by you')
    expect(after).not.toContain('<form')
    const again = await open(`${path}/cancel`, { method: 'POST' })
    expect(again.status).toBe(409)
    expect(await again.text()).toContain('Cancelado por você')
  })

  it('escapes what anybody typed, and shows nothing of the client', async () => {
    const evil = '<img src=x onerror=alert(1)>"\'&'
    const clinic = await openClinic(api, {
      organization: { name: evil },
      service: { name: evil },
    })
    await api.db.professional.update({
      where: { id: clinic.professional.id },
      data: { name: `${evil}</title>` },
    })
    const path = await bookedPath(clinic, {
      client: somebody({ first_name: 'Segredo' }),
      notes: evil,
    })
    const html = await (await open(path)).text()
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
    expect(html).not.toContain('Segredo')
  })

  it('shows only an https address as the online room', async () => {
    const clinic = await openClinic(api, { organization: { autoConfirm: true } })
    const path = await bookedPath(clinic)
    const { id } = await rowOf(clinic)
    const set = (meetingUrl: string) =>
      api.db.appointment.update({ where: { id }, data: { meetingUrl } })
    await set('https://meet.example/x')
    expect(await (await open(path)).text()).toContain('href="https://meet.example/x"')
    await set('javascript:alert(1)')
    expect(await (await open(path)).text()).not.toContain('javascript:')
  })
})

describe('a page whose link does not work', () => {
  it('404: has one and the same answer, whatever is wrong', async () => {
    const clinic = await openClinic(api)
    const path = await bookedPath(clinic)
    const token = tokenOf(path)
    const row = await rowOf(clinic)
    const old = linkToken(api.service, 'appointment', { ...row, linkVersion: 7 })
    const bodies = new Set<string>()
    for (const wrong of [
      `/a/${old}`,
      `/f/${token}`,
      `/d/${token}`,
      '/a/x',
      '/a/%00',
      '/a/%ff',
      '/a/..%2f',
      `/a/${'x'.repeat(5000)}`,
    ]) {
      const response = await open(wrong)
      expect([wrong, response.status]).toEqual([wrong, 404])
      bodies.add(await response.text())
    }
    expect(bodies.size).toBe(1)
  })

  it('no line of the log and no metric has a token', async () => {
    const clinic = await openClinic(api)
    const path = await bookedPath(clinic)
    const token = tokenOf(path)
    await open(path)
    await open(`${path}/cancel`, { method: 'POST' })
    await open(`${path}/cancel/more`, { method: 'POST' })
    await open(`${path}/`)
    await open(`/x${path}`)
    await fetch(`${api.url}/trpc/publicBooking.getAppointment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, more: token }),
    })
    const pattern = token.slice(3, 20)
    expect(JSON.stringify(api.logged)).not.toContain(pattern)
    expect(api.logged.some(({ fields }) => (fields as { route?: string }).route === '/a')).toBe(
      true,
    )
    expect(await (await fetch(`${api.url}/metrics`)).text()).not.toContain(pattern)
  })
})

describe('the page of a place in the queue', () => {
  it('shows the wait, says where to go, and takes the answer', async () => {
    const queue = await openQueue(api)
    await queue.entry('WAITING')
    const reply = await joinAs(api, queue)
    const path = new URL(reply.body.url).pathname
    const waiting = await (await open(path, inEnglish)).text()
    expect(waiting).toContain('<dt>Position</dt><dd>2</dd>')
    expect(waiting).toContain('20 minutes')
    expect(waiting).not.toContain('I am here')
    const entry = await api.db.queueEntry.findFirstOrThrow({
      where: { organizationId: queue.organization.row.id },
      orderBy: { id: 'desc' },
    })
    await queue.call('POST', `/v1/queue/entries/${entry.id}/call`, {
      body: { professional_id: queue.professional.id, place: 'Sala <3>' },
    })
    const called = await (await open(path, inEnglish)).text()
    expect(called).toContain('It is your turn')
    expect(called).toContain('Sala &lt;3&gt;')
    const here = await open(`${path}/here`, { method: 'POST' })
    expect([here.status, here.headers.get('location')]).toEqual([303, path])
    expect(await (await open(path, inEnglish)).text()).toContain('Being served')
    expect((await open(`${path}/leave`, { method: 'POST' })).status).toBe(409)
  })
})

describe('the page of a deposit', () => {
  it('shows the amount, the code under a label, and until when', async () => {
    const clinic = await openClinic(api, {
      service: { requiresDeposit: true, depositAmount: '50.00' },
    })
    const reply = await bookAs(api, clinic)
    const { url, payment_code: code } = reply.body.appointment.deposit
    const html = await (await open(new URL(url).pathname, inEnglish)).text()
    expect(html).toContain('<label for="code">Pix code to copy and paste</label>')
    expect(html).toContain(`<textarea id="code" readonly>${code}</textarea>`)
    expect(html.replaceAll(/\s/g, ' ')).toContain('R$50.00')
    const appointment = await (await open(new URL(reply.body.url).pathname, inEnglish)).text()
    expect(appointment).toContain(`href="${url}"`)
  })
})
