/** The pages of links. */
import { linkToken } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { fetchPage } from '../../support/fetch-page.ts'
import { at, openClinic, type BookableClinic } from '../../support/booking.ts'
import { openQueue } from '../../support/queue.ts'
import { bookAs, joinAs, newClient, tokenOf } from '../../support/public-booking.ts'

const api = useSharedApi()
beforeEach(() => api.setNow(TEST_NOW))

const open = (path: string, init: RequestInit = {}) => fetchPage(`${api.url}${path}`, init)

/** As a browser posts a form of the page. */
const post = (path: string, fields: Record<string, string> = {}, headers: object = {}) =>
  open(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      origin: 'null',
      ...headers,
    },
    body: String(new URLSearchParams(fields)),
  })

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
    expect(english).toContain('<b>Monday 23 November</b><br>09:00')
    const portuguese = await (
      await open(path, { headers: { 'accept-language': 'pt-PT, en;q=0.5' } })
    ).text()
    expect(portuguese).toContain('<html lang="pt-BR">')
    expect(portuguese).toContain('<b>segunda-feira, 23 de novembro</b><br>09:00')
    expect(portuguese).toContain('Pedido recebido. A equipe ainda vai confirmar.')
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
      await open(`${path}/cancelar`),
      await open(`${path}/mover`),
      await post(`${path}/cancelar`, {}, { 'sec-fetch-site': 'cross-site' }),
      await post(`${path}/cancelar`, { motivo: 'x'.repeat(5000) }),
      await post(`${path}/confirmar`),
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
        /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      )
      expect(response.headers.has('set-cookie')).toBe(false)
    }
    const html = await (await open(path)).text()
    expect(html).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).toMatch(/<script type="module" src="\/assets\/[\w-]+\/pages.js">/)
  })

  it('changes nothing when it is opened, by whatever method reads; its forms are POST', async () => {
    const clinic = await openClinic(api)
    const path = await bookedPath(clinic)
    const before = await rowOf(clinic)
    for (const [address, method, status] of [
      [path, 'GET', 200],
      [path, 'HEAD', 200],
      [`${path}/cancelar`, 'GET', 200],
      [`${path}/cancelar`, 'HEAD', 200],
      [`${path}/mover`, 'GET', 200],
      [`${path}/mover?inicio=${encodeURIComponent(at('10:00'))}`, 'GET', 200],
      [`${path}/confirmar`, 'GET', 303],
      [path, 'POST', 405],
      [path, 'PUT', 405],
      [`${path}/cancelar`, 'DELETE', 405],
      [`${path}/sair`, 'POST', 404],
      [`${path}/toString`, 'POST', 404],
      [`${path}/constructor`, 'POST', 404],
      ['/constructor/x', 'GET', 404],
    ] as const) {
      const response = method === 'POST' ? await post(address) : await open(address, { method })
      expect([address, method, response.status]).toEqual([address, method, status])
    }
    expect(await rowOf(clinic)).toEqual(before)
  })

  it('cancels with its form, once; a page of someone else cannot send it', async () => {
    const clinic = await openClinic(api)
    const path = await bookedPath(clinic)
    expect(await (await open(path)).text()).toContain(`href="${path}/cancelar"`)
    const asked = await (await open(`${path}/cancelar`)).text()
    expect(asked).toContain(`<form method="post" action="${path}/cancelar">`)
    for (const site of ['cross-site', 'same-site']) {
      const foreign = await post(`${path}/cancelar`, {}, { 'sec-fetch-site': site })
      expect(foreign.status).toBe(403)
    }
    const wrong = await post(`${path}/cancelar`, { motivo: 'um\u0007dois' })
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('id="motivo-fault"')
    expect((await rowOf(clinic)).status).toBe('PENDING')
    const sent = await post(`${path}/cancelar`, { motivo: ' Viagem ' })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${path}?feito=cancelar`])
    expect(await rowOf(clinic)).toMatchObject({
      status: 'CANCELLED_CLIENT',
      cancellationReason: 'Viagem',
    })
    const after = await (await open(path, inEnglish)).text()
    expect(after).toContain('You cancelled this appointment')
    expect(after).not.toContain('<form')
    const again = await post(`${path}/cancelar`)
    expect(again.status).toBe(409)
    const html = await again.text()
    expect(html).toContain('Você cancelou este horário')
    expect(html).toContain('algo mudou')
    expect((await open(`${path}/cancelar`)).headers.get('location')).toBe(path)
  })

  it('404: a body that is too large, or no form, does nothing', async () => {
    const clinic = await openClinic(api)
    const path = await bookedPath(clinic)
    const large = await post(`${path}/cancelar`, { x: 'y'.repeat(100_000) })
    expect(large.status).toBe(404)
    expect((await open(`${path}/cancelar`, { method: 'POST' })).status).toBe(404)
    expect((await rowOf(clinic)).status).toBe('PENDING')
  })

  it('moves: days and times, from when to when, and the deed', async () => {
    const clinic = await openClinic(api)
    const path = await bookedPath(clinic)
    const start = at('10:00')
    const times = await (await open(`${path}/mover?dia=2026-11-23`, inEnglish)).text()
    expect(times).toContain('Monday 23 November, 10:00')
    expect(times).toContain(`name="inicio" value="${start}"`)
    // Its own time is no choice.
    expect(times).not.toContain(`name="inicio" value="${at('09:00')}"`)
    const checked = await (
      await open(`${path}/mover?inicio=${encodeURIComponent(start)}`, inEnglish)
    ).text()
    expect(checked).toMatch(/From<\/dt><dd>Monday, 23 November, at 09:00/)
    expect(checked).toMatch(/To<\/dt><dd>Monday, 23 November, at 10:00/)
    const moved = await post(`${path}/mover`, { inicio: start })
    expect([moved.status, moved.headers.get('location')]).toEqual([303, `${path}?feito=mover`])
    expect((await rowOf(clinic)).startsAt).toEqual(new Date(start))
    const after = await (await open(`${path}?feito=mover`)).text()
    expect(after).toContain('o horário foi remarcado')
  })

  it('409: a time that was taken meanwhile: the nearest free ones are offered, and nothing changes', async () => {
    const clinic = await openClinic(api)
    const path = await bookedPath(clinic)
    await bookedPath(clinic, { start: at('10:00') })
    const before = await api.db.appointment.findFirstOrThrow({
      where: { organizationId: clinic.organization.row.id },
      orderBy: { id: 'asc' },
    })
    const taken = await post(`${path}/mover`, { inicio: at('10:00') })
    expect(taken.status).toBe(409)
    const html = await taken.text()
    expect(html).toContain('Esse horário não está mais livre')
    expect(html).toContain(`value="${at('10:30')}"`)
    expect(html.match(/name="inicio"/g)).toHaveLength(6)
    expect(await api.db.appointment.findUnique({ where: { id: before.id } })).toEqual(before)
  })

  it('says in plain words why it cannot be changed any more', async () => {
    const clinic = await openClinic(api, {
      organization: { clientNoticeMinutes: 24 * 60, phone: '+551132345678' },
    })
    const path = await bookedPath(clinic)
    expect(await (await open(path)).text()).toContain('até domingo, 22 de novembro, às 9h')
    api.setNow(Date.parse(at('08:00')))
    const late = await (await open(path)).text()
    expect(late).toContain('Faltam menos de 24 horas')
    expect(late).toMatch(/<a href="tel:\+551132345678"[^>]*>Fale com a equipe<\/a>/)
    expect(late).not.toContain(`${path}/cancelar`)
    expect((await open(`${path}/mover`)).headers.get('location')).toBe(path)
    const refused = await post(`${path}/mover`, { inicio: at('11:00') })
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('Faltam menos de 24 horas')
    api.setNow(Date.parse(at('09:00')))
    expect(await (await open(path)).text()).toContain('já começou')
  })

  it('offers Google a title, and nothing of the client, nor the link', async () => {
    const clinic = await openClinic(api, { organization: { name: 'Clínica & Sol' } })
    const path = await bookedPath(clinic)
    const html = await (await open(path)).text()
    const [, href = ''] = /href="(https:\/\/calendar[^"]+)" rel="noreferrer"/.exec(html) ?? []
    const url = new URL(href.replaceAll('&amp;', '&'))
    expect(Object.fromEntries(url.searchParams)).toEqual({
      action: 'TEMPLATE',
      text: `${clinic.service.name} · Clínica & Sol`,
      dates: '20261123T120000Z/20261123T123000Z',
    })
  })

  it('escapes what anyone typed, and shows nothing of the client', async () => {
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
      client: newClient({ first_name: 'Segredo' }),
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
    await open(`${path}/cancelar`, { method: 'POST' })
    await post(`${path}/cancelar`, { motivo: 'x' })
    await open(`${path}/cancelar/more`, { method: 'POST' })
    await open(`${path}/`)
    await open(`/x${path}`)
    await fetch(`${api.url}/trpc/publicBooking.getAppointment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, more: token }),
    })
    const pattern = token.slice(3, 20)
    expect(JSON.stringify(api.logged)).not.toContain(pattern)
    expect(
      api.logged.some(({ fields }) => (fields as { route?: string }).route === '/a/{token}'),
    ).toBe(true)
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
    expect(waiting).toContain('You are number 2 in the queue')
    expect(waiting).toContain('1 person ahead of you')
    expect(waiting).toContain('about 20 min')
    expect(waiting).toContain('<noscript><meta http-equiv="refresh" content="30"></noscript>')
    expect(waiting).not.toContain('I am here')
    const coming = await post(`${path}/a-caminho`)
    expect([coming.status, coming.headers.get('location')]).toEqual([
      303,
      `${path}?feito=a-caminho`,
    ])
    expect(await (await open(path, inEnglish)).text()).toContain('knows that you are on your way')
    expect(await (await open(`${path}/sair`, inEnglish)).text()).toContain('Leave the queue?')
    const entry = await api.db.queueEntry.findFirstOrThrow({
      where: { organizationId: queue.organization.row.id },
      orderBy: { id: 'desc' },
    })
    await queue.call('POST', `/v1/queue/entries/${entry.id}/call`, {
      body: { professional_id: queue.professional.id, place: 'Sala <3>' },
    })
    const called = await (await open(path, inEnglish)).text()
    expect(called).toContain('<title>It is your turn!')
    expect(called).toContain('Sala &lt;3&gt;')
    const here = await post(`${path}/cheguei`)
    expect([here.status, here.headers.get('location')]).toEqual([303, `${path}?feito=cheguei`])
    expect(await (await open(path, inEnglish)).text()).toContain('Being served')
    const late = await post(`${path}/sair`)
    expect(late.status).toBe(409)
    expect(await late.text()).toContain('algo mudou')
  })

  it('leaves with its form', async () => {
    const queue = await openQueue(api)
    const reply = await joinAs(api, queue)
    const path = new URL(reply.body.url).pathname
    expect((await post(`${path}/sair`)).headers.get('location')).toBe(`${path}?feito=sair`)
    const html = await (await open(path)).text()
    expect(html).toContain('Você está fora da fila')
    expect(html).toContain(`href="/${queue.organization.row.slug}/fila"`)
    expect(html).not.toContain('<form')
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
    expect(html).toContain('<label for="codigo">Pix code to copy and paste</label>')
    expect(html).toContain(`readonly spellcheck="false">\n${code}</textarea>`)
    expect(html).toContain('<p class="amount">R$50.00</p>')
    expect(html).toContain('data-left="1800"')
    expect(html).toContain('/sandbox/pay/')
    // The payer may be another person: there is no way to the appointment.
    expect(html).not.toContain('/a/')
    const appointment = await (await open(new URL(reply.body.url).pathname, inEnglish)).text()
    expect(appointment).toContain(`readonly spellcheck="false">\n${code}</textarea>`)
    expect(appointment).toContain('Waiting for the deposit.')
  })

  it('says that it was paid, was not paid in time, or went back, without the code', async () => {
    const clinic = await openClinic(api, {
      service: { requiresDeposit: true, depositAmount: '50.00' },
    })
    const reply = await bookAs(api, clinic)
    const { url, payment_code: code } = reply.body.appointment.deposit
    const path = new URL(url).pathname
    const { id } = await api.db.deposit.findFirstOrThrow({
      where: { organizationId: clinic.organization.row.id },
    })
    const shown = async (data: object) => {
      await api.db.deposit.update({ where: { id }, data })
      const html = await (await open(path, inEnglish)).text()
      expect(html).not.toContain('http-equiv="refresh"')
      expect(html).not.toContain(code)
      return html
    }
    const now = new Date(TEST_NOW)
    expect(await shown({ status: 'PAID', paidAt: now, paidAmount: '50.00' })).toContain(
      'The time is yours',
    )
    expect(await shown({ refundedAmount: '20.00' })).toContain(
      'A part went back to the payer: R$20.00',
    )
    expect(await shown({ status: 'REFUNDED', refundedAmount: '50.00', refundedAt: now })).toContain(
      'The money went back',
    )
    const expired = { status: 'EXPIRED', paidAt: null, refundedAt: null, expiredAt: now }
    expect(await shown(expired)).toContain('The time to pay is over')
  })

  it('asks to wait while the bank is asked about a payment in the last moment', async () => {
    const clinic = await openClinic(api, {
      service: { requiresDeposit: true, depositAmount: '50.00' },
    })
    const reply = await bookAs(api, clinic)
    api.setNow(TEST_NOW + 31 * 60_000)
    const { url, payment_code: code } = reply.body.appointment.deposit
    const html = await (await open(new URL(url).pathname)).text()
    expect(html).toContain('O tempo para pagar acabou')
    expect(html).not.toContain(code)
  })
})
