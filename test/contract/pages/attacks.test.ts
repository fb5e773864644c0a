/** What a hostile visitor sends to the pages, over plain HTTP. */
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { fetchPage } from '../../support/fetch-page.ts'
import { at, openClinic, type BookableClinic } from '../../support/booking.ts'
import { createService } from '../../support/clinic.ts'
import { HOSTILE } from '../../support/hostile-values.ts'
import { htmlFaults } from '../../support/html-validity.ts'
import { openQueue } from '../../support/queue.ts'
import { submissionId, tokenOf } from '../../support/public-booking.ts'
import { sample, triesAll } from '../../support/sample.ts'

const api = useSharedApi()
beforeEach(() => api.setNow(TEST_NOW))

let visitors = 0
type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly html: string
}

/** As a browser that was nowhere before. What comes back must be a page that guards itself, and never a failure. */
async function send(path: string, init: RequestInit = {}): Promise<Answer> {
  visitors += 1
  const headers = {
    accept: 'text/html',
    'x-forwarded-for': `10.2.${visitors >> 8}.${visitors & 255}`,
    ...init.headers,
  }
  const response = await fetchPage(`${api.url}${path}`, { ...init, headers })
  const html = await response.text()
  const { status } = response
  const what = `${init.method ?? 'GET'} ${path.slice(0, 200)} ${String(init.body).slice(0, 200)}`
  expect(status, what).toBeLessThan(500)
  if (status === 303) {
    // Nowhere but to a record of this service, or to the times of the service that is named.
    expect(response.headers.get('location'), what).toMatch(
      /^\/[afw]\/[\w-]{32}(?:\?novo=1(?:&aviso=email)?(?:&para=[\w-]+)?)?$|^\/aurora-\w+\/horario\?[\w=&%.+-]+$/,
    )
  } else {
    expect(response.headers.get('content-type'), what).toBe('text/html; charset=utf-8')
    const policy = response.headers.get('content-security-policy')
    expect(policy, what).toMatch(/^default-src 'none'; .*script-src 'self'; /)
    expect(policy, what).not.toMatch(/unsafe|data:|https?:/)
    // Our own tags alone, whatever was sent.
    expect(html, what).not.toMatch(
      /<(?:img|iframe|x)\b|<svg(?! viewBox="0 0 24 24" aria-hidden="true">)|<script(?! type="module" src="\/| type="application\/ld\+json">)/,
    )
    expect(html.replaceAll(/"[^"]*"/g, ''), what).not.toMatch(/<[^>]*\son\w+=/)
  }
  expect(response.headers.get('referrer-policy') ?? 'no-referrer', what).toBe('no-referrer')
  expect(response.headers.get('set-cookie'), what).toBeNull()
  return { status, headers: response.headers, html }
}

type Fields = Readonly<Record<string, string>>

const post = (path: string, fields: Fields, headers: Fields = {}) =>
  send(path, { method: 'POST', body: new URLSearchParams(fields), headers })

const pathOf = ({ organization }: Pick<BookableClinic, 'organization'>, step = '') =>
  `/${organization.row.slug}${step}`

const booking = ({ service }: Pick<BookableClinic, 'service'>, more: Fields = {}) => ({
  servico: String(service.id),
  inicio: at('09:00'),
  nome: 'Maria',
  email: `m${crypto.randomUUID()}@example.com`,
  envio: submissionId(),
  ...more,
})

const countIn = ({ organization }: Pick<BookableClinic, 'organization'>) =>
  api.db.appointment.count({ where: { organizationId: organization.row.id } })

const TEXTS = [
  ...HOSTILE.filter((value) => typeof value === 'string'),
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' autofocus onfocus='alert(1)",
  '</textarea><script>alert(1)</script>',
  '</title></style><script>alert(1)</script>',
  '{{ style }}{% include "/etc/passwd" %}',
  '\u202e\u2066gpj.exe\u2069',
  '\ufeff\u200b\u200d',
  '👩‍👩‍👧‍👦'.repeat(20),
  'a\r\nSet-Cookie: x=1',
  '%3Cscript%3E%00',
]

const FORMS = ['/dados', '/horario']

const inTurn = (all: readonly string[], index: number) => all[index % all.length] ?? ''

const FIELDS = ['nome', 'sobrenome', 'telefone', 'email', 'observacoes', 'envio', 'prova', 'site']
const CHOICES = [
  'servico',
  'profissional',
  'dia',
  'desde',
  'mes',
  'inicio',
  'idioma',
  'embed',
  'novo',
]

describe('what is typed', () => {
  it.each(FIELDS)('%s: is escaped, refused in order, or booked as it stands', async (field) => {
    const clinic = await openClinic(api)
    for (const [index, text] of sample(`typed ${field}`, TEXTS, 8).entries()) {
      const fields = booking(clinic, { [field]: text })
      const { html, status } = await post(pathOf(clinic, inTurn(FORMS, index)), fields)
      expect([200, 400, 404]).toContain(status)
      if (text.length < 2000) expect(await htmlFaults(html), text).toEqual([])
    }
    expect(await countIn(clinic)).toBe(0)
  })

  it('is booked as it stands, or not at all', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 200 } })
    const where = { organizationId: clinic.organization.row.id }
    let booked = 0
    for (const text of ['Maria', ...sample('booked texts', TEXTS, 12)]) {
      const fields = booking(clinic, { nome: text, observacoes: text })
      const { status } = await post(pathOf(clinic, '/reservar'), fields)
      expect([303, 400, 404]).toContain(status)
      if (status === 303) booked += 1
      expect(await countIn(clinic)).toBe(booked)
      if (status !== 303) continue
      const include = { client: true }
      const last = await api.db.appointment.findFirst({ where, include, orderBy: { id: 'desc' } })
      const typed = text.toWellFormed().trim()
      expect([last?.client.firstName, last?.notes]).toEqual([typed, typed])
    }
    expect(booked).toBeGreaterThan(triesAll ? 10 : 0)
  })
})

describe('what is chosen', () => {
  it.each(CHOICES)('%s: counts as not chosen unless it is one of ours', async (field) => {
    const clinic = await openClinic(api)
    const ours = [
      '0',
      '-1',
      '1e3',
      '999999999',
      '2147483648',
      '2026-13-99',
      '2026-02-30',
      '9999-12-31',
      '9999-12',
      '2026-13',
      '0001-01-01',
      '2026-99-99T99:99:99Z',
      '2026-11-20T99:99',
      '9999-12-31T23:59:59-23:59',
      '0001-01-01T00:00:00+23:59',
      '2026-11-20T09:00:00',
      '2026-11-20T::::',
      '2026-11-20T09:00:00.000000001Z',
    ]
    // In a run of all tests each text is chosen in each field.
    const texts = sample(`chosen ${field}`, [...TEXTS, ...ours], 14)
    for (const [index, text] of texts.entries()) {
      const fields = { servico: String(clinic.service.id), inicio: at('09:00'), [field]: text }
      const query = new URLSearchParams(fields)
      // What reads the field, and one that does not.
      for (const step of ['/dados', inTurn(['', '/horario', '/fila'], index)]) {
        if (text.length < 8000) {
          const { status } = await send(pathOf(clinic, `${step}?${query}`))
          expect([200, 303, 400, 404, 409], `${step} ${query}`).toContain(status)
        }
      }
      const { status } = await post(pathOf(clinic, '/dados'), booking(clinic, { [field]: text }))
      expect([200, 400, 404, 409], text).toContain(status)
    }
  })

  it('neither hidden services nor those of others can be seen or booked', async () => {
    const clinic = await openClinic(api)
    const other = await openClinic(api)
    const hidden = await createService(api.db, clinic.organization.row, {
      name: 'Escondido',
      hiddenFromPublicBooking: true,
      performedBy: [clinic.professional],
    })
    const queue = await openQueue(api)
    for (const id of [hidden.id, other.service.id, queue.service.id, 999_999]) {
      for (const step of ['/horario', '/dados']) {
        const query = new URLSearchParams({ servico: String(id), inicio: at('09:00') })
        const { status, html } = await send(pathOf(clinic, `${step}?${query}`))
        expect([status, html.includes('não pode mais ser marcado')]).toEqual([400, true])
        expect(html).not.toContain('Escondido')
      }
      for (const step of ['/dados', '/reservar']) {
        const { status } = await post(
          pathOf(clinic, step),
          booking(clinic, { servico: String(id) }),
        )
        expect(status).toBe(400)
      }
      const joined = await post(
        pathOf(queue, '/fila'),
        booking(clinic, { servico: String(hidden.id) }),
      )
      expect(joined.status).toBe(400)
    }
    // Together with one that is offered, neither is booked.
    const both = new URLSearchParams([
      ...Object.entries(booking(clinic)),
      ['servico', String(hidden.id)],
    ])
    const mixed = await send(pathOf(clinic, '/reservar'), { method: 'POST', body: both })
    expect(mixed.status).toBeLessThan(500)
    expect(await countIn(clinic)).toBe(0)
  })

  it('a start that was never offered is not booked; others are offered', async () => {
    const clinic = await openClinic(api)
    for (const start of [
      at('03:00'),
      at('12:30'),
      at('17:45'),
      '2026-11-22T09:00:00-03:00',
      '2026-11-19T09:00:00-03:00',
      '2027-11-22T09:00:00-03:00',
      '2026-11-23T09:00:00+14:00',
      '9999-12-31T23:59:59Z',
      '2026-99-99T99:99:99Z',
      '2026-11-23T::',
    ]) {
      const { status } = await post(pathOf(clinic, '/reservar'), booking(clinic, { inicio: start }))
      // What is no instant at all counts as not chosen.
      expect(Number.isNaN(Date.parse(start)) ? [200] : [400, 409], start).toContain(status)
    }
    const missing = await post(pathOf(clinic, '/reservar'), booking(clinic, { inicio: '' }))
    expect(missing.status).toBeLessThan(500)
    const performer = await post(
      pathOf(clinic, '/reservar'),
      booking(clinic, { profissional: String((await openClinic(api)).professional.id) }),
    )
    expect([400, 409]).toContain(performer.status)
    expect(await countIn(clinic)).toBe(0)
  })
})

describe('forms of other shapes', () => {
  it('too large, of too many fields, not a form, not a text: nothing changes', async () => {
    const clinic = await openClinic(api)
    const form = new URLSearchParams(booking(clinic)).toString()
    const address = pathOf(clinic, '/reservar')
    const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
    const bodies: [string | Buffer | FormData, Fields][] = [
      [`${form}&x=${'x'.repeat(10 * 1024 * 1024)}`, asForm],
      [`${form}${'&a=1'.repeat(100_000)}`, asForm],
      [form, { 'content-type': 'text/plain' }],
      [form, { 'content-type': 'application/json' }],
      [form, { 'content-type': 'multipart/form-data; boundary=x' }],
      [form, { 'content-type': ';;;' }],
      [JSON.stringify(booking(clinic)), { 'content-type': 'application/json' }],
      [Buffer.from([0xff, 0xfe, 0x00, 0x26, 0x3d]), asForm],
      ['%', asForm],
      ['%ff%fe=%00&&&===', asForm],
      ['', asForm],
    ]
    for (const [body, headers] of bodies) {
      const { status } = await send(address, { method: 'POST', body, headers })
      expect([400, 404], String(body).slice(0, 40)).toContain(status)
    }
    expect(await countIn(clinic)).toBe(0)
    // As many fields as fit, and names that are none.
    const many = `${form}${'&a'.repeat(16_000)}`.slice(0, 32_768)
    const fits = await send(address, { method: 'POST', body: many, headers: asForm })
    expect(fits.status).toBe(303)
  })

  it('fields of half a character, and names that objects have, are taken for what they are', async () => {
    const clinic = await openClinic(api)
    const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
    const form = new URLSearchParams(booking(clinic)).toString()
    for (const rest of [
      'nome=%ED%A0%80',
      'nome=%F0%9F%98',
      'nome=a%00b',
      'nome=%',
      'nome=%zz',
      '__proto__=x&constructor=y&toString=z&hasOwnProperty=1',
      'servico[]=1&servico[0]=1',
    ]) {
      const body = `${rest}&${form}`
      const { status } = await send(pathOf(clinic, '/dados'), {
        method: 'POST',
        body,
        headers: asForm,
      })
      expect([200, 400], rest).toContain(status)
    }
  })
})

describe('addresses and methods', () => {
  it('405: tells which methods there are, and changes nothing', async () => {
    const clinic = await openClinic(api)
    for (const [step, allowed] of [
      ['', 'GET'],
      ['/horario', 'GET, POST'],
      ['/dados', 'GET, POST'],
      ['/reservar', 'GET, POST'],
      ['/fila', 'GET, POST'],
    ] as const) {
      for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        const { status, headers } = await send(pathOf(clinic, step), { method })
        expect([method, step, status, headers.get('allow')]).toEqual([method, step, 405, allowed])
      }
      const head = await fetch(`${api.url}${pathOf(clinic, step)}`, { method: 'HEAD' })
      expect([200, 303, 400]).toContain(head.status)
      expect(await head.text()).toBe('')
    }
    expect(await countIn(clinic)).toBe(0)
  })

  it('404: of what no one has, in one and the same page', async () => {
    const clinic = await openClinic(api)
    const slug = clinic.organization.row.slug ?? ''
    const bodies = new Set<string>()
    for (const path of [
      '/no-one-here',
      '/no-one-here/horario',
      '/no-one-here/dados?servico=1',
      '/no-one-here/fila',
      '/constructor',
      '/tostring',
      '/valueof/fila',
    ]) {
      const { status, html } = await send(path)
      expect([path, status]).toEqual([path, 404])
      bodies.add(html)
    }
    expect(bodies.size).toBe(1)
    // Where no page can stand, the rest of the service answers.
    for (const path of [
      '/constructor/x',
      '/constructor/x/y',
      `/${slug}/nothing`,
      `/${slug}/constructor`,
      `/${slug}/__proto__`,
      `/${slug}/toString`,
      `/${slug}/horario/mais`,
      `/${slug}%2fhorario`,
      `/${slug}%00`,
      `//${slug}`,
      `/${slug};a=b`,
      '/%',
      '/%ff',
      `/${'x'.repeat(5000)}`,
      '/__proto__',
    ]) {
      const response = await fetch(`${api.url}${path}`, { headers: { accept: 'text/html' } })
      expect([path, response.status]).toEqual([path, 404])
      // Below a clinic it is a page of the clinic.
      const isBelow = path.startsWith(`/${slug}/`)
      expect([path, (await response.text()).includes('Clínica Aurora')]).toEqual([path, isBelow])
    }
  })

  it('403: of what another site sends, whatever it calls itself', async () => {
    const clinic = await openClinic(api)
    for (const site of [
      'cross-site',
      'same-site',
      '',
      'SAME-ORIGIN',
      'same-origin, cross-site',
      'x',
    ]) {
      for (const step of ['/horario', '/dados', '/reservar', '/fila']) {
        const { status } = await post(pathOf(clinic, step), booking(clinic), {
          'sec-fetch-site': site,
        })
        expect([site, step, status]).toEqual([site, step, 403])
      }
    }
    expect(await countIn(clinic)).toBe(0)
  })
})

const pathIn = (headers: Headers) => headers.get('location')?.split('?')[0]

describe('submissions', () => {
  it('replayed, at once and later, book once and lead to one link', async () => {
    const clinic = await openClinic(api)
    const fields = booking(clinic)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post(pathOf(clinic, '/reservar'), fields)),
    )
    const places = answers.map(({ headers }) => pathIn(headers))
    const again = await post(pathOf(clinic, '/reservar'), fields)
    expect(new Set([...places, pathIn(again.headers)]).size).toBe(1)
    expect(await countIn(clinic)).toBe(1)
  })

  it('with the id of someone else and anything changed, lead nowhere and tell nothing', async () => {
    const clinic = await openClinic(api)
    const fields = booking(clinic, { nome: 'Zulmira', observacoes: 'segredo' })
    const { headers } = await post(pathOf(clinic, '/reservar'), fields)
    const token = tokenOf(headers.get('location')?.replace(/\?.*/, '') ?? '')
    for (const change of [
      { nome: 'Outra' },
      { email: 'other@example.com' },
      { inicio: at('10:00') },
      { observacoes: '' },
      { idioma: 'en', nome: 'Outra' },
    ]) {
      const { status, html } = await post(pathOf(clinic, '/reservar'), {
        ...fields,
        ...change,
      })
      expect(status, JSON.stringify(change)).toBe(409)
      expect(html).not.toContain(token)
    }
    expect(await countIn(clinic)).toBe(1)
    // Nor at another organization.
    const other = await openClinic(api)
    const elsewhere = await post(pathOf(other, '/reservar'), {
      ...fields,
      servico: String(other.service.id),
    })
    expect(elsewhere.headers.get('location')).not.toContain(token)
  })
})

describe('what stays behind', () => {
  it('no line of the log has a token, a name, an address or what was typed', async () => {
    const clinic = await openClinic(api)
    const secret = `segredo${submissionId()}`
    const fields = booking(clinic, { email: `${secret}@example.com`, observacoes: secret })
    await post(pathOf(clinic, '/dados'), fields)
    const { headers } = await post(pathOf(clinic, '/reservar'), fields)
    const location = headers.get('location') ?? ''
    for (const path of [location, location.replace('?', '/nada?'), `/x${location}`]) {
      await fetch(`${api.url}${path}`)
    }
    await post(pathOf(clinic, '/reservar'), { ...fields, nome: secret, email: `${secret}@` })
    await send(pathOf(clinic, `/horario?servico=1&x=${secret}`))
    await pause(20)
    const lines = JSON.stringify(api.logged)
    expect(lines).toContain('/{slug}/reservar')
    expect(lines).not.toContain(tokenOf(location.replace(/\?.*/, '')).slice(2, 20))
    expect(lines).not.toContain(secret)
    expect(lines).not.toContain(fields.envio)
    const metrics = await (await fetch(`${api.url}/metrics`)).text()
    expect(metrics).not.toContain(String(clinic.organization.row.slug))
  })

  it('hostile input costs about as much as plain input', async () => {
    const clinic = await openClinic(api)
    const query = `servico=${clinic.service.id}`
    const garbage = `${query}${'&dia=%F0%9F%98%80&desde=x'.repeat(400)}`
    const plain = new URLSearchParams(booking(clinic))
    const marks = new URLSearchParams(booking(clinic, { observacoes: '<&"\'>'.repeat(400) }))
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const ask = (search: string) => () => send(pathOf(clinic, `/horario?${search}`))
    const submit = (body: string) => () =>
      send(pathOf(clinic, '/dados'), { method: 'POST', headers, body })
    // Of the service and of this client together. The least of the turns, so that a busy machine
    // does not decide.
    const cost = async (turn: () => Promise<unknown>) => {
      const turns: number[] = []
      for (let at = 0; at < 15; at += 1) {
        const before = process.cpuUsage()
        await turn()
        const { user, system } = process.cpuUsage(before)
        turns.push(user + system)
      }
      return Math.min(...turns)
    }
    const times = await cost(ask(query))
    const form = await cost(submit(String(plain)))
    const ratios = {
      garbage: (await cost(ask(garbage))) / times,
      'many fields': (await cost(submit(`${marks}${'&a'.repeat(12_000)}`))) / form,
    }
    for (const [name, ratio] of Object.entries(ratios)) expect(ratio, name).toBeLessThan(3)
  })
})
