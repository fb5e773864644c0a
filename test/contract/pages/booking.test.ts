/** The pages where strangers book and join a queue, over plain HTTP, as a browser without a script sends forms. */
import { linkTo } from '@scheduling/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { fetchPage } from '../../support/fetch-page.ts'
import { at, MONDAY, openClinic, type BookableClinic } from '../../support/booking.ts'
import { createService } from '../../support/clinic.ts'
import { openQueue, type OpenQueue } from '../../support/queue.ts'
import { submissionId } from '../../support/public-booking.ts'

const api = useSharedApi()
let visitors = 0
beforeEach(() => {
  api.setNow(TEST_NOW)
  visitors += 1
})

/** From an address where no one was before the test. */
async function open(path: string, init: RequestInit = {}) {
  const headers = { 'x-forwarded-for': `203.0.113.${visitors}`, ...init.headers }
  const response = await fetchPage(`${api.url}${path}`, { ...init, headers })
  return { response, status: response.status, html: await response.text() }
}

type Fields = Readonly<Record<string, string>>

const post = (path: string, fields: Fields, headers: Fields = {}) =>
  open(path, { method: 'POST', body: new URLSearchParams(fields), headers })

type Bookable = Pick<BookableClinic, 'organization' | 'service'>

const pathOf = ({ organization }: Pick<Bookable, 'organization'>, step = '') =>
  `/${organization.row.slug}${step}`

const person = () => ({
  nome: 'Maria',
  email: `m${crypto.randomUUID()}@example.com`,
  envio: submissionId(),
})

const booking = ({ service }: Pick<Bookable, 'service'>, more: Fields = {}) => ({
  servico: String(service.id),
  inicio: at('09:00'),
  ...person(),
  ...more,
})

const book = (clinic: Bookable, more: Fields = {}) =>
  post(pathOf(clinic, '/reservar'), booking(clinic, more))

const appointments = ({ organization }: Pick<Bookable, 'organization'>) =>
  api.db.appointment.findMany({ where: { organizationId: organization.row.id } })

describe('the page of the services', () => {
  it('lists what can be booked, and nothing that is hidden', async () => {
    const clinic = await openClinic(api, { service: { name: 'Corte & <b>barba</b>' } })
    await createService(api.db, clinic.organization.row, {
      name: 'Escondido',
      hiddenFromPublicBooking: true,
      performedBy: [clinic.professional],
    })
    const { status, html, response } = await open(pathOf(clinic))
    expect(status).toBe(200)
    expect(html).toContain('Corte &amp; &lt;b&gt;barba&lt;/b&gt;')
    expect(html).not.toContain('Escondido')
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('is for browsers: a program that mistyped a path reads a problem', async () => {
    const html = { accept: 'text/html,*/*' }
    const page = await open('/no-one-here', { headers: html })
    expect([page.status, page.response.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
    expect(page.html).toContain('Esta página não existe')
    const problem = await open('/no-one-here')
    expect(problem.response.headers.get('content-type')).toContain('application/problem+json')
    for (const path of ['/v1', '/metrics', '/trpc', '/docs/x', '/calendar']) {
      const reserved = await open(path, { method: 'POST', headers: html })
      expect([path, reserved.response.headers.get('content-type')?.slice(0, 9)]).not.toEqual([
        path,
        'text/html',
      ])
    }
    const step = await open('/no-one-here/horario', { headers: html })
    expect(step.status).toBe(404)
  })

  it('gives browsers a way forward: for capitals, a step that is not there, half a link, and the root', async () => {
    const clinic = await openClinic(api)
    const slug = pathOf(clinic).slice(1)
    const html = { accept: 'text/html,*/*' }
    const capitals = await fetch(`${api.url}/${slug.toUpperCase()}/horario?dia=2026-11-24`, {
      headers: html,
      redirect: 'manual',
    })
    expect([capitals.status, capitals.headers.get('location')]).toEqual([
      308,
      `/${slug}/horario?dia=2026-11-24`,
    ])
    for (const [path, status, link] of [
      [`/${slug}/nada`, 404, `href="/${slug}"`],
      [`/${slug}/horario/mais/nada`, 404, `href="/${slug}"`],
      ['/a', 404, 'href="/app"'],
      ['/Não Existe', 404, 'href="/app"'],
      ['/', 200, 'href="/app"'],
    ] as const) {
      const page = await open(path, { headers: html })
      const type = page.response.headers.get('content-type')
      expect([path, page.status, type]).toEqual([path, status, 'text/html; charset=utf-8'])
      expect(page.html).toContain(link)
    }
    for (const path of ['/v1/nothing', '/trpc', '/api/x']) {
      const { response } = await open(path, { headers: html })
      expect([path, response.headers.get('content-type')]).not.toContain('text/html; charset=utf-8')
    }
  })

  it('asks for one, where none or two of both types were chosen', async () => {
    const clinic = await openClinic(api)
    const online = await createService(api.db, clinic.organization.row, {
      serviceType: 'TELEMEDICINE',
      performedBy: [clinic.professional],
    })
    const none = await open(pathOf(clinic, '/horario'))
    expect([none.status, none.html.includes('Escolha pelo menos um serviço')]).toEqual([400, true])
    const both = await open(
      pathOf(clinic, `/horario?servico=${clinic.service.id}&servico=${online.id}`),
    )
    expect(both.status).toBe(400)
    expect(both.html).toContain('não podem ser feitos na mesma visita')
  })
})

describe('the languages', () => {
  it('are two: that of the browser, and the other one a link away, which keeps what was chosen', async () => {
    const clinic = await openClinic(api)
    const path = pathOf(clinic, `/horario?servico=${clinic.service.id}&unknown=<b>`)
    const { html } = await open(path, { headers: { 'accept-language': 'en-US' } })
    expect(html).toContain('<html lang="en"')
    const [, other = ''] = /<footer><a href="([^"]+)"/.exec(html) ?? []
    expect(other).toBe(`${pathOf(clinic, '/horario')}?servico=${clinic.service.id}&amp;idioma=pt`)
    const portuguese = await open(other.replaceAll('&amp;', '&'), {
      headers: { 'accept-language': 'en-US' },
    })
    expect(portuguese.html).toContain('<html lang="pt-BR"')
    // It goes along in the forms, too.
    expect(portuguese.html).toContain('name="idioma" value="pt"')
  })
})

describe('the page of the times', () => {
  it('opens on the first day with a free time', async () => {
    const clinic = await openClinic(api)
    api.setNow(Date.parse('2026-11-21T08:00:00-03:00'))
    const { html } = await open(pathOf(clinic, `/horario?servico=${clinic.service.id}`))
    expect(html).toContain('aria-label="segunda-feira, 23 de novembro, 09:00"')
    expect(html).toContain('Horário Padrão de Brasília')
  })

  it('says that a day is full, and that all are', async () => {
    const clinic = await openClinic(api)
    const path = pathOf(clinic, `/horario?servico=${clinic.service.id}`)
    expect((await open(`${path}&dia=2026-11-22`)).html).toContain('Não há horário livre neste dia.')
    await api.db.professional.updateMany({
      where: { organizationId: clinic.organization.row.id },
      data: { isActive: false },
    })
    const { status, html } = await open(path)
    expect([status, html.includes('não pode mais ser marcado')]).toEqual([400, true])
  })
})

describe('booking', () => {
  it('leads to the page of the appointment, and to the same one when it is sent again', async () => {
    const clinic = await openClinic(api)
    const fields = booking(clinic)
    const [first, again] = [
      await post(pathOf(clinic, '/reservar'), fields),
      await post(pathOf(clinic, '/reservar'), fields),
    ]
    expect(first.status).toBe(303)
    const to = first.response.headers.get('location')
    expect(to).toMatch(/^\/a\/[\w-]{32}\?novo=1&aviso=email&para=[\w-]+$/)
    expect(again.response.headers.get('location')?.split('&para=')[0]).toBe(to?.split('&para=')[0])
    expect(await appointments(clinic)).toHaveLength(1)
  })

  it('keeps what was typed when the time was taken, and offers the nearest times', async () => {
    const clinic = await openClinic(api)
    expect((await book(clinic)).status).toBe(303)
    const typed = { nome: 'João "Jota"', telefone: '(11) 98888-7777', observacoes: 'Chego <cedo>' }
    const late = await book(clinic, typed)
    expect(late.status).toBe(409)
    expect(late.html).toContain('Esse horário não está mais livre')
    expect(late.html).toContain('value="João &quot;Jota&quot;"')
    expect(late.html).toContain('value="Chego &lt;cedo&gt;"')
    const offered = [...late.html.matchAll(/name="inicio" value="([^"]+)"/g)].map(
      ([, start]) => start,
    )
    expect(offered).toEqual(
      ['09:30', '09:45', '10:00', '10:15', '10:30', '10:45'].map((clock) => at(clock)),
    )
    expect(await appointments(clinic)).toHaveLength(1)
  })

  it.each(['/dados', '/fila?rever=1', '/espera?rever=1'])(
    'changes the language at %s with what was typed, and does nothing else',
    async (step) => {
      const clinic = step.startsWith('/fila') ? await openQueue(api) : await openClinic(api)
      const typed = { ...booking(clinic, { nome: 'Zulmira' }), idioma: 'pt' }
      // The button stands behind the fields.
      const body = `${new URLSearchParams(typed)}&idioma=en`
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const { html } = await open(pathOf(clinic, step), { method: 'POST', body, headers })
      expect(html).toContain('<html lang="en"')
      expect(html).toContain('value="Zulmira"')
      expect(html).toMatch(/<button[^>]+form="pessoa"[^>]+name="idioma" value="pt"/)
      const where = { organizationId: clinic.organization.row.id }
      const made = [api.db.appointment, api.db.queueEntry, api.db.waitlistWish] as const
      const counts = made.map((table) => (table as typeof api.db.appointment).count({ where }))
      expect(await Promise.all(counts)).toEqual([0, 0, 0])
    },
  )

  it('says to whom it is said, by a name that only this page can read', async () => {
    const clinic = await openClinic(api)
    const { response } = await book(clinic, { nome: 'Zulmira' })
    const to = response.headers.get('location') ?? ''
    expect(to).not.toContain('Zulmira')
    expect((await open(to)).html).toContain(', Zulmira!</h1>')
    const other = await book(clinic, { inicio: at('10:00') })
    const [path = ''] = (other.response.headers.get('location') ?? '').split('?')
    const lent = await open(`${path}?${to.split('?')[1]}`)
    expect([lent.status, lent.html.includes('Zulmira')]).toEqual([200, false])
  })

  it('asks once about an e-mail that looks mistyped, and books with either', async () => {
    const clinic = await openClinic(api)
    const fields = { ...booking(clinic), email: `m${crypto.randomUUID()}@gmial.com` }
    const asked = await post(pathOf(clinic, '/reservar'), fields)
    expect(asked.html).toContain('Você quis dizer')
    expect(await appointments(clinic)).toEqual([])
    expect((await book(clinic, { ...fields, visto: '1' })).status).toBe(303)
    const other = { ...fields, envio: submissionId(), inicio: at('10:00'), visto: '1' }
    await book(clinic, { ...other, certo: fields.email.replace('gmial', 'gmail') })
    const clients = await api.db.client.findMany({
      where: { organizationId: clinic.organization.row.id, firstName: fields.nome },
      orderBy: { id: 'asc' },
    })
    expect(clients.map(({ email }) => email?.split('@')[1])).toEqual(['gmial.com', 'gmail.com'])
  })

  it('stays in the language that was chosen', async () => {
    const clinic = await openClinic(api)
    const { response } = await book(clinic, { idioma: 'en' })
    const to = response.headers.get('location') ?? ''
    expect(to).toMatch(/^\/a\/[\w-]{32}\?idioma=en&novo=1&aviso=email&para=[\w-]+$/)
    expect((await open(to, { headers: { 'accept-language': 'pt' } })).html).toContain(
      'Request sent, Maria!',
    )
  })

  it('says that a service is no longer offered, and keeps the others', async () => {
    const clinic = await openClinic(api)
    const fields = booking(clinic)
    const both = new URLSearchParams({ ...fields, servico: String(clinic.service.id) })
    both.append('servico', '999999')
    for (const step of ['/reservar', '/dados', '/horario']) {
      const { status, html } = await open(pathOf(clinic, step), { method: 'POST', body: both })
      expect([step, status, html.includes('não pode mais ser marcado')]).toEqual([step, 400, true])
      expect(html).toMatch(/value="\d+"[^>]* checked/)
    }
    expect(await appointments(clinic)).toEqual([])
  })

  it('asks again when the professional has left meanwhile', async () => {
    const clinic = await openClinic(api)
    const { status, html } = await book(clinic, { profissional: '999999' })
    expect([status, html.includes('não faz mais este serviço')]).toEqual([409, true])
    expect(html).toContain('value="Maria"')
    expect(await appointments(clinic)).toEqual([])
  })

  it('offers the nearest free day, however far away the time was that was taken', async () => {
    const clinic = await openClinic(api)
    const date = '2027-01-18'
    await api.db.blockedTime.create({
      data: {
        organizationId: clinic.organization.row.id,
        professionalId: clinic.professional.id,
        startsAt: new Date(at('00:00', date)),
        endsAt: new Date(at('23:00', date)),
      },
    })
    const { status, html } = await book(clinic, { inicio: at('09:00', date), dia: date })
    expect([status, html.includes('terça-feira, 19 de janeiro, 09:00')]).toEqual([409, true])
  })

  it('offers the next free day where the day is full by now', async () => {
    const clinic = await openClinic(api)
    await api.db.blockedTime.create({
      data: {
        organizationId: clinic.organization.row.id,
        professionalId: clinic.professional.id,
        startsAt: new Date(at('00:00')),
        endsAt: new Date(at('23:00')),
      },
    })
    const { status, html } = await book(clinic)
    expect(status).toBe(409)
    // Friday, the first of the days, is before: the nearest is the day after.
    expect(html).toContain('terça-feira, 24 de novembro, 09:00')
  })

  it.each([
    [{ nome: '' }, 'Digite o seu nome'],
    [{ nome: 'Veja www.example.com' }, 'Digite só o seu nome'],
    [{ email: 'ana' }, 'Confira o e-mail'],
    [{ telefone: '12' }, 'Digite o celular com DDD'],
    [{ email: '' }, 'Digite um celular ou um e-mail'],
    [{ observacoes: 'x'.repeat(2001) }, 'A observação é longa demais'],
    [{ site: 'https://spam.example' }, 'Algo preencheu um campo que ninguém vê'],
  ])('400: %j: %s', async (fields, said) => {
    const clinic = await openClinic(api)
    const { status, html } = await book(clinic, fields)
    expect([status, html.includes(said)]).toEqual([400, true])
    expect(await appointments(clinic)).toEqual([])
  })

  it('says that there are many already, and that a form was sent before', async () => {
    const clinic = await openClinic(api)
    const email = 'three@example.com'
    for (const clock of ['09:00', '10:00', '11:00']) {
      expect((await book(clinic, { email, inicio: at(clock) })).status).toBe(303)
    }
    const fourth = await book(clinic, { email, inicio: at('14:00') })
    expect([fourth.status, fourth.html.includes('Já há muitas reservas')]).toEqual([409, true])
    const envio = submissionId()
    await book(clinic, { envio, inicio: at('15:00') })
    const changed = await book(clinic, { envio, inicio: at('16:00') })
    expect([changed.status, changed.html.includes('já foi enviado')]).toEqual([409, true])
    const [, again] = /name="envio" value="([^"]+)"/.exec(changed.html) ?? []
    expect(again).toMatch(/^[\w-]{22}$/)
    expect(again).not.toBe(envio)
  })

  it('tells nothing of what was there when someone else sends the same', async () => {
    const clinic = await openClinic(api)
    const email = 'same@example.com'
    await book(clinic, { email, observacoes: 'segredo' })
    const { status, html } = await book(clinic, { email })
    expect([status, html.includes('Esse pedido já tinha sido feito')]).toEqual([200, true])
    expect(html).not.toContain('/a/')
    expect(html).not.toContain('segredo')
  })

  describe('a page that answers a form', () => {
    const locationOf = async (clinic: BookableClinic, step: string, fields: Fields) => {
      const { headers } = await fetch(`${api.url}${pathOf(clinic, step)}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'x-forwarded-for': `203.0.113.${visitors}` },
        body: new URLSearchParams(fields),
      })
      return headers.get('location') ?? ''
    }

    it('has an address, which can be loaded again, and read in the other language', async () => {
      const clinic = await openClinic(api)
      const fields = { ...booking(clinic), nome: '', idioma: 'pt', observacoes: 'segredo' }
      const address = await locationOf(clinic, '/reservar', fields)
      expect(address).not.toMatch(/segredo|example|servico/)
      const pages = [await open(address), await open(address)]
      expect(new Set(pages.map(({ html }) => html)).size).toBe(1)
      const [page] = pages
      expect(page?.html).toContain('segredo')
      expect(page?.response.headers.get('cache-control')).toBe('no-store')
      const english = await open(address.replace('idioma=pt', 'idioma=en'))
      expect(english.html).toContain('Write your name')
      expect(english.html).toContain('segredo')
      expect(await appointments(clinic)).toEqual([])
    })

    it('shows a refusal again, and books nothing when what stood in the way has gone', async () => {
      const clinic = await openClinic(api)
      const taken = await clinic.book()
      const fields = booking(clinic, { inicio: at('09:00') })
      const address = await locationOf(clinic, '/reservar', fields)
      await api.call('POST', `/v1/appointments/${taken.body.id}/cancel`, {
        key: clinic.organization.key,
        body: {},
      })
      const { status, html } = await open(address)
      expect([status, html.includes('Esse horário não está mais livre')]).toEqual([409, true])
      const statuses = (await appointments(clinic)).map((row) => row.status)
      expect(statuses).toEqual(['CANCELLED_PROFESSIONAL'])
    })

    it('is gone after two hours, at another address, and with what is not ours: the booking begins again', async () => {
      const clinic = await openClinic(api)
      const address = await locationOf(clinic, '/reservar', booking(clinic, { nome: '' }))
      const kept = new URLSearchParams(address.split('?')[1]).get('guardado') ?? ''
      const at = (path: string, value: string) => `${pathOf(clinic, path)}?guardado=${value}`
      const wrong = [
        at('/reservar', kept.slice(1)),
        at('/reservar', ''),
        at('/reservar', 'A'.repeat(8000)),
        address.replace(pathOf(clinic), pathOf(await openClinic(api))),
      ]
      const ends = async (path: string) => {
        const { status, response } = await open(path)
        return [status, (response.headers.get('location') ?? '').replace(/\?.*/, '')]
      }
      for (const path of wrong) {
        const [, slug = ''] = path.split('/')
        expect([path.slice(0, 60), ...(await ends(path))]).toEqual([
          path.slice(0, 60),
          303,
          `/${slug}`,
        ])
      }
      expect((await open(address)).status).toBe(400)
      api.setNow(TEST_NOW + 2 * 60 * 60_000)
      expect(await ends(address)).toEqual([303, pathOf(clinic)])
    })

    it('has none where the form is too long for one, and is shown at once', async () => {
      const clinic = await openClinic(api)
      const notes = Array.from({ length: 500 }, () => crypto.randomUUID()).join('')
      const address = await locationOf(clinic, '/reservar', booking(clinic, { observacoes: notes }))
      expect(address).toBe('')
      const { status, html } = await book(clinic, { observacoes: notes })
      expect([status, html.includes('longa demais')]).toEqual([400, true])
    })
  })

  it('changes nothing by GET, or from another site', async () => {
    const clinic = await openClinic(api)
    const fields = booking(clinic)
    const address = pathOf(clinic, '/reservar')
    // Opened as a page, the booking begins again.
    const opened = await open(`${address}?${new URLSearchParams({ ...fields, idioma: 'en' })}`)
    expect([opened.status, opened.response.headers.get('location')]).toEqual([
      303,
      `${pathOf(clinic)}?idioma=en`,
    ])
    const foreign = await post(address, fields, { 'sec-fetch-site': 'cross-site' })
    expect([foreign.status, foreign.html.includes('outro site')]).toEqual([403, true])
    expect(await appointments(clinic)).toEqual([])
  })

  describe('without a bank', () => {
    beforeEach(() => void Object.assign(api.service, { isDemonstration: false }))
    afterEach(() => void Object.assign(api.service, { isDemonstration: true }))
    const paid = { service: { requiresDeposit: true, depositAmount: '50.00' } }

    it('says before and after that the team will ask for the deposit, and shows no way to pay', async () => {
      const clinic = await openClinic(api, paid)
      const details = await post(pathOf(clinic, '/dados'), booking(clinic))
      expect(details.html).toContain('A equipe vai combinar o pagamento com você.')
      const embedded = await book(clinic, { embed: '1', inicio: at('11:00') })
      expect(embedded.html).toContain('A equipe vai combinar o sinal de R$ 50,00 com você.')
      expect(embedded.html).not.toMatch(/\/d\/[\w-]{32}/)
      const booked = await book(clinic)
      const { html } = await open(booked.response.headers.get('location') ?? '')
      expect(html).toContain('A equipe vai combinar o sinal com você.')
      for (const page of [details.html, embedded.html, html]) {
        expect(page).not.toMatch(/Pix|Pague|e pagar o sinal|Demonstração/)
      }
    })

    it('says the same on the page of the deposit, in the language of the client', async () => {
      const clinic = await openClinic(api, paid)
      await book(clinic)
      const deposit = await api.db.deposit.findFirstOrThrow({
        where: { organizationId: clinic.organization.row.id },
      })
      const { pathname } = new URL(linkTo(api.service, 'deposit', deposit))
      const { html } = await open(`${pathname}?idioma=en`)
      expect(html).toContain('The team will arrange the deposit with you.')
      expect(html).not.toMatch(/Pix|Pay by/)
    })

    it('says the same to who joins a queue', async () => {
      const queue = await openQueue(api, paid)
      const fields = { servico: String(queue.service.id), ...person() }
      const joined = await post(pathOf(queue, '/fila'), fields)
      const { html } = await open(joined.response.headers.get('location') ?? '')
      expect(html).toContain('A equipe vai combinar o sinal com você.')
      expect(html).not.toMatch(/Pix/)
    })
  })

  it('marks the codes of a demonstration', async () => {
    const deposit = { requiresDeposit: true, depositAmount: '50.00' }
    const clinic = await openClinic(api, { service: deposit })
    const booked = await book(clinic)
    const { html } = await open(booked.response.headers.get('location') ?? '')
    expect(html).toContain('Demonstração: este código não é de um banco')
    expect((await book(clinic, { embed: '1', inicio: at('11:00') })).html).toContain('Demonstração')
  })

  it('asks for the deposit, and says so before', async () => {
    const deposit = { requiresDeposit: true, depositAmount: '50.00' }
    const clinic = await openClinic(api, { service: deposit })
    const details = await post(pathOf(clinic, '/dados'), booking(clinic))
    expect(details.html).toContain('pedimos um sinal de R$ 50,00 por Pix')
    const embedded = await book(clinic, { embed: '1' })
    expect(embedded.status).toBe(200)
    // What comes next begins with nothing chosen.
    expect(embedded.html).toContain(`href="${pathOf(clinic)}?embed=1"`)
    expect(embedded.html).toMatch(/href="[^"]*\/d\/[\w-]{32}" target="_blank" rel="noopener"/)
  })
})

describe('frames', () => {
  it('may hold the steps of the embedded view, and no other page', async () => {
    const clinic = await openClinic(api)
    const service = `servico=${clinic.service.id}&dia=${MONDAY}`
    const framed = async (path: string) => {
      const { response } = await open(path)
      return {
        any: response.headers.get('content-security-policy')?.includes('frame-ancestors *'),
        denied: response.headers.get('x-frame-options'),
      }
    }
    expect(await framed(pathOf(clinic))).toEqual({ any: false, denied: 'DENY' })
    expect(await framed(pathOf(clinic, '?embed=1'))).toEqual({ any: true, denied: null })
    const times = pathOf(clinic, `/horario?${service}`)
    expect(await framed(times)).toEqual({ any: false, denied: 'DENY' })
    expect(await framed(`${times}&embed=1`)).toEqual({ any: true, denied: null })
  })
})

describe('the queue', () => {
  const place = async (queue: Pick<OpenQueue, 'organization' | 'service'>, more: Fields = {}) =>
    post(pathOf(queue, '/fila'), { servico: String(queue.service.id), ...person(), ...more })

  it('tells how long it is, and leads to the own place', async () => {
    const queue = await openQueue(api)
    await queue.entry('WAITING')
    const { html } = await open(pathOf(queue, '/fila'))
    expect(html).toContain('1 pessoa na frente · espera de cerca de 20 min')
    const joined = await place(queue)
    expect(joined.status).toBe(303)
    expect(joined.response.headers.get('location')).toMatch(/^\/f\/[\w-]{32}\?novo=1&aviso=email$/)
  })

  it('takes no one while it is closed', async () => {
    const queue = await openQueue(api, { desk: null })
    const { html } = await open(pathOf(queue, '/fila'))
    expect(html).toContain('Não há fila aberta agora.')
    const late = await place(queue)
    expect([late.status, late.html.includes('Não há fila aberta agora.')]).toEqual([409, true])
  })

  it('asks for what is missing', async () => {
    const queue = await openQueue(api)
    const { status, html } = await place(queue, { servico: '', nome: '' })
    expect(status).toBe(400)
    expect(html).toContain('Escolha um atendimento')
    expect(html).toContain('Digite o seu nome')
  })
})
