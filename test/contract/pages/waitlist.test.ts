/** The pages of those who wait for time, over plain HTTP, as a browser without a script sends forms. */
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { fetchPage } from '../../support/fetch-page.ts'
import { at, MONDAY, openClinic } from '../../support/booking.ts'
import { submissionId } from '../../support/public-booking.ts'
import { confirmationOf, free, openFullClinic, type FullClinic } from '../../support/waitlist.ts'

const api = useSharedApi()
let clinic: FullClinic
let visitors = 0
beforeEach(async () => {
  api.setNow(TEST_NOW)
  visitors += 1
  clinic = await openFullClinic(api)
})

/** From an address where no one was before the test. */
async function open(path: string, init: RequestInit = {}) {
  const headers = { 'x-forwarded-for': `203.0.113.${visitors}`, ...init.headers }
  const response = await fetchPage(`${api.url}${path}`, { ...init, headers })
  return { response, status: response.status, html: await response.text() }
}

type Fields = readonly (readonly [string, string])[]

const post = (path: string, fields: Fields = []) =>
  open(path, {
    method: 'POST',
    body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
  })

const page = (step: string, query = '') => `/${clinic.organization.row.slug}${step}${query}`
const chosen = () => `?servico=${clinic.service.id}`

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6].map((day) => ['semana', String(day)] as const)

const wish = (
  more: Readonly<Record<string, string>> = {},
  weekdays: Fields = EVERY_DAY,
): Fields => [
  ...Object.entries({
    servico: String(clinic.service.id),
    de: MONDAY,
    ate: MONDAY,
    parte: 'any',
    nome: 'Maria',
    email: `m${crypto.randomUUID()}@example.com`,
    envio: submissionId(),
    ...more,
  }),
  ...weekdays,
]

/** The path of a new wish's page. */
async function left(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const { status, response } = await post(page('/espera'), wish(more))
  expect(status).toBe(303)
  return new URL(response.headers.get('location') ?? '', api.url).pathname
}

/** The path of the same wish by the link of its message. */
async function messagePathOf(path: string): Promise<string> {
  return `/w/${await confirmationOf(api, clinic, path.slice('/w/'.length))}`
}

/** The path of a new wish's page, once the wish is confirmed. */
async function confirmed(): Promise<string> {
  const path = await left()
  expect((await post(`${await messagePathOf(path)}/confirmar`)).status).toBe(303)
  return path
}

const wishes = () =>
  api.db.waitlistWish.findMany({ where: { organizationId: clinic.organization.row.id } })

describe('a day that is full', () => {
  it('leads to the waitlist, with the services and the day', async () => {
    const { html } = await open(page('/horario', `${chosen()}&dia=${MONDAY}`))
    const [, href = ''] = /href="([^"]+\/espera[^"]*)"/.exec(html) ?? []
    expect(html).toContain('Avise-me se abrir uma vaga')
    const form = await open(href.replaceAll('&amp;', '&'))
    expect(form.status).toBe(200)
    expect(form.html).toMatch(new RegExp(`name="de"[^>]*value="${MONDAY}"`))
    expect(form.html).toMatch(new RegExp(`name="ate"[^>]*value="${MONDAY}"`))
    expect(form.html).not.toContain('name="observacoes"')
  })

  it('does so below free times too, without a day: another one may be earlier', async () => {
    clinic = { ...(await openClinic(api)), appointmentId: 0 }
    const { html } = await open(page('/horario', chosen()))
    expect(html).toMatch(/href="[^"]+\/espera\?servico=\d+"/)
  })

  it('asks for services first', async () => {
    const { status, html } = await open(page('/espera'))
    expect([status, html.includes('Escolha pelo menos um serviço')]).toEqual([400, true])
  })

  it('without a day, or with one that it would refuse: from today on for two weeks', async () => {
    for (const day of ['', '&dia=2026-11-19', '&dia=2027-11-22']) {
      const { html } = await open(page('/espera', `${chosen()}${day}`))
      expect(html).toMatch(/name="de"[^>]*value="2026-11-20"[^>]*min="2026-11-20"/)
      expect(html).toMatch(/name="ate"[^>]*value="2026-12-03"[^>]*max="2027-11-21"/)
    }
  })
})

describe('the form', () => {
  it('leaves the wish, and leads to its page', async () => {
    const path = await left({ parte: 'morning', idioma: 'en' })
    expect(await wishes()).toMatchObject([
      { fromMinute: 0, toMinute: 720, weekdays: [0, 1, 2, 3, 4, 5, 6], language: 'en' },
    ])
    const { status, html, response } = await open(`${path}?novo=1`)
    expect(status).toBe(200)
    expect(html).toContain('Falta confirmar o pedido')
    expect(html).toContain('Pedido anotado.')
    expect(html).not.toContain('Maria')
    expect(html).toContain('noindex')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('says what is wrong, and keeps what was typed', async () => {
    const tries: [Readonly<Record<string, string>>, Fields, string][] = [
      [{ ate: '2026-11-20' }, EVERY_DAY, 'href="#ate"'],
      [{ ate: '' }, EVERY_DAY, 'href="#ate"'],
      [{ ate: '2027-11-20' }, EVERY_DAY, 'no máximo 92 dias'],
      [{}, [], 'href="#semana"'],
      [{}, [['semana', '2']], 'href="#semana"'],
      [{ nome: '' }, EVERY_DAY, 'href="#nome"'],
      [{ email: '' }, EVERY_DAY, 'href="#telefone"'],
      [{ site: 'spam' }, EVERY_DAY, 'Algo preencheu'],
    ]
    for (const [more, weekdays, expected] of tries) {
      const { status, html } = await post(
        page('/espera'),
        wish({ sobrenome: 'Guardado', ...more }, weekdays),
      )
      expect([more, status, html.includes(expected), html.includes('Guardado')]).toEqual([
        more,
        400,
        true,
        true,
      ])
    }
    expect(await wishes()).toEqual([])
  })

  it('says that no one works at this time', async () => {
    const { status, html } = await post(page('/espera'), wish({ parte: 'evening' }))
    expect(status).toBe(400)
    expect(html).toContain('Nestes dias ninguém atende neste horário.')
  })

  it('sent twice leaves one wish', async () => {
    const fields = wish()
    const [one, two] = [await post(page('/espera'), fields), await post(page('/espera'), fields)]
    expect(two.response.headers.get('location')).toBe(one.response.headers.get('location'))
    expect(await wishes()).toHaveLength(1)
  })

  it('in a frame answers there, with a link that opens outside', async () => {
    const { status, html } = await post(page('/espera'), wish({ embed: '1' }))
    expect(status).toBe(200)
    expect(html).toMatch(/href="[^"]*\/w\/[\w-]{32}" target="_blank"/)
  })
})

describe('the page of a wish', () => {
  it('has the button that confirms behind the link of the message only', async () => {
    const path = await left()
    const { html } = await open(path)
    expect(html).toContain('Falta confirmar o pedido')
    expect(html).toContain('em até 24 horas')
    expect(html).not.toContain('/confirmar')
    expect((await post(`${path}/confirmar`)).status).toBe(404)
    const byMessage = await messagePathOf(path)
    expect((await open(byMessage)).html).toContain(`action="${byMessage}/confirmar"`)
    const { status, response } = await post(`${byMessage}/confirmar`)
    expect([status, response.headers.get('location')]).toEqual([
      303,
      `${byMessage}?feito=confirmar`,
    ])
    const after = (await open(`${byMessage}?feito=confirmar`)).html
    expect(after).toContain('Pedido confirmado.')
    expect(after).toContain('Você está na lista de espera')
    expect(after).not.toContain('/confirmar"')
  })

  it('with an offer: what, when, who, until when; booked by a button', async () => {
    const path = await confirmed()
    await free(api, clinic)
    const { html } = await open(path)
    for (const text of [
      'Abriu uma vaga para você',
      'Consulta',
      'Profissional 0',
      '23 de novembro',
      '08:20',
      '150,00',
    ]) {
      expect(html).toContain(text)
    }
    expect(html).toContain(`action="${path}/aceitar"`)
    const booked = await post(`${path}/aceitar`)
    expect(booked.status).toBe(303)
    expect(booked.response.headers.get('location')).toMatch(/^\/a\/[\w-]{32}\?novo=1$/)
    const after = await open(path)
    expect(after.html).toContain('Reserva feita')
    expect(after.html).toMatch(/href="\/a\/[\w-]{32}"/)
    expect(after.html).not.toContain('<form')
  })

  it('GET changes nothing, not even at the address of a form', async () => {
    const path = await confirmed()
    await free(api, clinic)
    for (const deed of ['/confirmar', '/aceitar', '/recusar', '/sair']) {
      const { status, response } = await open(path + deed)
      expect([status, response.headers.get('location')]).toEqual([303, path])
    }
    expect(await wishes()).toMatchObject([{ status: 'OFFERED' }])
  })

  it('declined: waits on; left: is over', async () => {
    const path = await confirmed()
    await free(api, clinic)
    const declined = await post(`${path}/recusar`)
    expect(declined.status).toBe(303)
    const said = await open(declined.response.headers.get('location') ?? '')
    expect(said.html).toContain('Você está na lista de espera')
    expect(said.html).toMatch(/Seu pedido continua valendo:<\/p>\s*<dl>/)
    expect(await clinic.starts(MONDAY)).toEqual([at('09:00')])
    expect((await post(`${path}/sair`)).status).toBe(303)
    expect((await open(path)).html).toContain('Você saiu da lista de espera')
  })

  it('409: the offer is over', async () => {
    const path = await confirmed()
    await free(api, clinic)
    api.setNow(TEST_NOW + 20 * 60_000)
    const { status, html } = await post(`${path}/aceitar`)
    expect(status).toBe(409)
    expect(html).toContain('Esta vaga não está mais guardada para você.')
    expect(html).not.toContain('/aceitar"')
  })

  it('409: the team has taken the time', async () => {
    const path = await confirmed()
    await free(api, clinic)
    await clinic.book({ allow_overbook: true })
    const { status, html } = await post(`${path}/aceitar`)
    expect(status).toBe(409)
    expect(html).toContain('Você está na lista de espera')
    expect(html).toContain('Esta vaga não está mais guardada para você.')
  })

  it('404: a link that is none', async () => {
    expect((await open('/w/nothing')).status).toBe(404)
    expect((await post('/w/nothing/aceitar')).status).toBe(404)
  })
})
