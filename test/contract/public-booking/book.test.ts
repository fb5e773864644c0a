import { describe, expect, it } from 'vitest'
import { ALL_FEATURES, TEST_NOW, useSharedApi } from '../../support/api.ts'
import { at, openClinic } from '../../support/booking.ts'
import { createClientRow, createService, eventsOf } from '../../support/clinic.ts'
import { openStranger } from '../../support/dashboard.ts'
import { bookAs, newClient, submissionId, tokenOf } from '../../support/public-booking.ts'

const api = useSharedApi()

const errorsOf = (reply: { problem: any }) =>
  (reply.problem?.errors ?? []).map((one: any) => `${one.field} ${one.code}`)

const appointmentsOf = (clinic: { organization: { row: { id: number } } }) =>
  api.db.appointment.findMany({
    where: { organizationId: clinic.organization.row.id },
    orderBy: { id: 'asc' },
  })

describe('publicBooking.book', () => {
  it('200: books, with the link, the events and the client as the actor', async () => {
    const clinic = await openClinic(api)
    const reply = await bookAs(api, clinic, {
      client: { first_name: 'Maria', last_name: 'Lima', phone: '(11) 98888-7777' },
      notes: 'Primeira vez',
    })
    expect(reply.problem).toBeUndefined()
    expect(reply.body).toEqual({
      outcome: 'created',
      url: expect.stringMatching(/^http:\/\/api\.test\/a\/[\w-]{32}$/),
      appointment: {
        status: 'PENDING',
        cancelled_by: null,
        type: 'IN_PERSON',
        start: at('09:00'),
        end: at('09:30'),
        duration_minutes: 30,
        services: ['Consulta'],
        professional: 'Profissional 0',
        price: '150.00',
        currency: 'BRL',
        place: null,
        meeting_url: null,
        can_cancel: true,
        can_reschedule: true,
        can_confirm: false,
        cannot_cancel: null,
        cannot_reschedule: null,
        changes_until: at('09:00'),
        calendar_url: expect.stringMatching(/^http:.*\/calendar\/[\w-]{32}\.ics$/),
        deposit: null,
        organization: {
          name: 'Clínica Aurora',
          slug: clinic.organization.row.slug,
          time_zone: 'America/Sao_Paulo',
          country: 'BR',
          phone: null,
          whatsapp_phone: null,
          whatsapp_url: null,
          address: null,
          map_url: null,
          language: 'pt',
          livemode: true,
          client_notice_minutes: 0,
          brand_color: null,
          logo_url: null,
          welcome_text: null,
          is_listed: false,
        },
      },
    })
    const [row] = await appointmentsOf(clinic)
    expect(row).toMatchObject({
      source: 'public_booking',
      status: 'PENDING',
      notes: 'Primeira vez',
    })
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(events.map(({ type }) => type)).toEqual([
      'client.created',
      'appointment.created',
      'client.first_appointment',
    ])
    for (const event of events) {
      expect(event.context).toMatchObject({
        actor: { type: 'client', id: String(row?.clientId), name: 'Maria Lima' },
        source: 'public_booking',
      })
      expect(event.payload.batch_id).toEqual(events[0]?.payload.batch_id)
    }
  })

  it('200: confirmed at once where the organization confirms by itself', async () => {
    const clinic = await openClinic(api, { organization: { autoConfirm: true } })
    expect((await bookAs(api, clinic)).body.appointment.status).toBe('CONFIRMED')
  })

  it('200: a submission that comes again has the same answer, and books once', async () => {
    const clinic = await openClinic(api)
    const body = { submission_id: submissionId(), client: newClient() }
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => bookAs(api, clinic, body)))
    const [first] = replies
    expect(first?.body.outcome).toBe('created')
    for (const reply of replies) expect(reply.body).toEqual(first?.body)
    expect(await appointmentsOf(clinic)).toHaveLength(1)
    expect(await api.db.publicSubmission.count()).toBeGreaterThan(0)
  })

  it('409 duplicate_request: a submission that comes again with another body', async () => {
    const clinic = await openClinic(api)
    const submission_id = submissionId()
    const client = newClient()
    await bookAs(api, clinic, { submission_id, client })
    for (const other of [{ start: at('10:00') }, { client: newClient() }, { notes: 'x' }]) {
      const reply = await bookAs(api, clinic, { submission_id, client, ...other })
      expect([reply.status, reply.problem.code]).toEqual([409, 'duplicate_request'])
    }
    expect(await appointmentsOf(clinic)).toHaveLength(1)
  })

  it('200: the same booking of another submission is told nothing; the link goes to the contact', async () => {
    const clinic = await openClinic(api)
    const client = newClient({ first_name: 'José' })
    await bookAs(api, clinic, { client })
    const reply = await bookAs(api, clinic, { client: { ...client, first_name: 'jose' } })
    expect(reply.body).toEqual({ outcome: 'repeated', url: null, appointment: null })
    const [row, ...others] = await appointmentsOf(clinic)
    expect(others).toEqual([])
    const notes = await api.db.auditEntry.findMany({
      where: { organizationId: clinic.organization.row.id, action: 'appointment.link_asked' },
    })
    expect(notes).toMatchObject([
      { recordId: String(row?.id), actorType: 'client', source: 'public_booking' },
    ])
  })

  it('200: a repeated submission that was told nothing is told nothing again', async () => {
    const clinic = await openClinic(api)
    const client = newClient()
    await bookAs(api, clinic, { client })
    const body = { client, submission_id: submissionId() }
    const replies = [await bookAs(api, clinic, body), await bookAs(api, clinic, body)]
    for (const reply of replies) {
      expect(reply.body).toEqual({ outcome: 'repeated', url: null, appointment: null })
    }
    expect(
      await api.db.auditEntry.count({
        where: { organizationId: clinic.organization.row.id, action: 'appointment.link_asked' },
      }),
    ).toBe(1)
  })

  it('200: a link that was taken back is given to no replay of the submission', async () => {
    const clinic = await openClinic(api)
    const body = { client: newClient(), submission_id: submissionId() }
    await bookAs(api, clinic, body)
    const [row] = await appointmentsOf(clinic)
    await api.db.appointment.update({ where: { id: row?.id ?? 0 }, data: { linkVersion: 2 } })
    expect((await bookAs(api, clinic, body)).body).toEqual({
      outcome: 'created',
      url: null,
      appointment: null,
    })
  })
})

describe('publicBooking.book: who the client is', () => {
  it.each([
    ['the phone, without its ninth digit', { phone: '1187654321' }],
    ['the e-mail', { email: 'ANA@example.com' }],
  ])('200: matches by %s, when the first name agrees, and changes nothing', async (_, contact) => {
    const clinic = await openClinic(api)
    const known = await createClientRow(api.db, clinic.organization.row, {
      first_name: 'Ana Lúcia',
      last_name: 'Segredo',
      phone: '11987654321',
      email: 'ana@example.com',
    })
    const client = { first_name: ' ANA  lucia', last_name: 'Outra', ...contact }
    const reply = await bookAs(api, clinic, { client })
    expect(reply.body.outcome).toBe('created')
    const [row] = await appointmentsOf(clinic)
    expect(row?.clientId).toBe(known.id)
    expect(await api.db.client.findUnique({ where: { id: known.id } })).toEqual(known)
    expect(JSON.stringify(reply.body)).not.toMatch(/Segredo|98765|ana@|Lúcia/)
  })

  it('200: another first name with the same phone is a new client, and learns no name', async () => {
    const clinic = await openClinic(api)
    const known = await createClientRow(api.db, clinic.organization.row, {
      first_name: 'Bruna',
      last_name: 'Segredo',
      phone: '11912345678',
    })
    const client = { first_name: 'Caio', phone: '11912345678' }
    const reply = await bookAs(api, clinic, { client })
    expect(reply.body.outcome).toBe('created')
    expect(JSON.stringify(reply.body)).not.toMatch(/Bruna|Segredo/)
    const [row] = await appointmentsOf(clinic)
    expect(row?.clientId).not.toBe(known.id)
    // The second of the family is found behind the first.
    const again = await bookAs(api, clinic, { client, start: at('10:00') })
    expect(again.body.outcome).toBe('created')
    const [, later] = await appointmentsOf(clinic)
    expect(later?.clientId).toBe(row?.clientId)
  })

  it('200: a name of signs alone matches no one', async () => {
    const clinic = await openClinic(api)
    const client = { first_name: '’', phone: '11912345678' }
    await bookAs(api, clinic, { client })
    await bookAs(api, clinic, { client, start: at('10:00') })
    const rows = await appointmentsOf(clinic)
    expect(new Set(rows.map(({ clientId }) => clientId)).size).toBe(2)
  })

  it('422 client_identifier_required: without a phone and an e-mail, whatever the organization asks', async () => {
    const clinic = await openClinic(api, { organization: { requireClientIdentifier: false } })
    const reply = await bookAs(api, clinic, { client: { first_name: 'Maria', cpf: '52998224725' } })
    expect([reply.status, reply.problem.code]).toEqual([422, 'client_identifier_required'])
    expect(await appointmentsOf(clinic)).toEqual([])
  })

  it('200: names are kept as they are typed, whatever stands in them', async () => {
    const clinic = await openClinic(api)
    const names = ['<script>alert(1)</script>', '🙂🙂', "Robert'); DROP TABLE client;--", 'مريم']
    for (const [at_, first_name] of names.entries()) {
      const start = at(`1${at_ + 3}:00`)
      const reply = await bookAs(api, clinic, { start, client: newClient({ first_name }) })
      expect([first_name, reply.body?.outcome]).toEqual([first_name, 'created'])
    }
    const clients = await api.db.client.findMany({
      where: { organizationId: clinic.organization.row.id },
      orderBy: { id: 'asc' },
    })
    expect(clients.slice(1).map(({ firstName }) => firstName)).toEqual(names)
  })

  it('400 validation_error: names that messages would turn into links', async () => {
    const clinic = await openClinic(api)
    const links = [
      'Ganhe em https://evil.example/x',
      'evil.com',
      'EVIL.COM/x',
      'a@evil.com',
      '1.2.3.4',
    ]
    for (const name of links) {
      for (const field of ['first_name', 'last_name']) {
        const reply = await bookAs(api, clinic, { client: newClient({ [field]: name }) })
        const told = [reply.status, ...errorsOf(reply)]
        expect([name, ...told]).toEqual([name, 400, `client.${field} invalid_format`])
      }
    }
    expect(await appointmentsOf(clinic)).toEqual([])
    const client = newClient({ first_name: 'J.P.Silva', last_name: 'd’Ávila Jr.' })
    expect((await bookAs(api, clinic, { client })).body.outcome).toBe('created')
  })

  it('400 validation_error: names with control and direction marks, or longer than any name', async () => {
    const clinic = await openClinic(api)
    for (const first_name of ['Ma\u202eria', 'Ma\u0000ria', 'Ma\u0007ria', 'x'.repeat(100_000)]) {
      const reply = await bookAs(api, clinic, { client: newClient({ first_name }) })
      expect([reply.status, errorsOf(reply)[0]?.split(' ')[0]]).toEqual([400, 'client.first_name'])
    }
    const huge = await bookAs(api, clinic, {
      client: newClient({ first_name: 'x'.repeat(10_000_000) }),
    }).catch(() => null)
    expect(huge === null || huge.status === 400).toBe(true)
    expect(await appointmentsOf(clinic)).toEqual([])
  })
})

describe('publicBooking.book: at most three ahead', () => {
  it('409 action_not_allowed: 25 at the same time by one visitor with one contact make six', async () => {
    const clinic = await openClinic(api, { hours: { intervals: [['00:00', '24:00']] } })
    const phone = '11955554444'
    const browser = openStranger(api)
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, index) => {
        const minutes = index * 15
        const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
        const first_name = `Nome ${index}`
        return bookAs(api, clinic, { start: at(clock), client: { first_name, phone } }, browser)
      }),
    )
    const codes = replies.map(({ problem }) => problem?.code ?? 'ok')
    expect(codes.filter((code) => code === 'ok')).toHaveLength(6)
    expect(await appointmentsOf(clinic)).toHaveLength(6)
    const rest = codes.filter((code) => code !== 'ok')
    expect(new Set(rest).has('action_not_allowed')).toBe(true)
    expect(
      [...new Set(rest)].filter((code) => !/action_not_allowed|slot_unavailable/.test(code)),
    ).toEqual([])
    // No client is made for what is refused.
    expect(
      await api.db.client.count({ where: { organizationId: clinic.organization.row.id } }),
    ).toBeLessThanOrEqual(7)
  })

  it('409 action_not_allowed: the eleventh in a day by one visitor with one contact, though all were cancelled', async () => {
    const clinic = await openClinic(api)
    const browser = openStranger(api)
    const codes = []
    for (let sent = 0; sent < 12; sent += 1) {
      const client = { first_name: `Nome ${sent}`, phone: '11933335555' }
      const { body, problem } = await bookAs(api, clinic, { client }, browser)
      codes.push(problem?.code ?? 'ok')
      if (body === undefined) continue
      const token = tokenOf(body.url)
      await openStranger(api).mutate('publicBooking.cancelAppointment', { token })
    }
    expect(codes.slice(8)).toEqual(['ok', 'ok', 'action_not_allowed', 'action_not_allowed'])
    await api.db.appointment.updateMany({
      where: { organizationId: clinic.organization.row.id },
      data: { createdAt: new Date(Date.now() - 25 * 3_600_000) },
    })
    const client = { first_name: 'Maria', phone: '11933335555' }
    expect((await bookAs(api, clinic, { client }, browser)).body.outcome).toBe('created')
  })

  it('200: what was made from another address does not count, so a refusal tells nothing of it', async () => {
    const clinic = await openClinic(api)
    const client = { first_name: 'Maria', phone: '11955552222' }
    const attacker = openStranger(api)
    for (const clock of ['09:00', '10:00', '11:00']) {
      expect((await bookAs(api, clinic, { start: at(clock), client }, attacker)).status).toBe(200)
    }
    expect((await bookAs(api, clinic, { start: at('14:00'), client })).body.outcome).toBe('created')
  })

  it('200: what is over, cancelled or of the team does not count', async () => {
    const clinic = await openClinic(api)
    const client = { first_name: 'Maria', phone: '11955553333' }
    const browser = openStranger(api)
    const book = (clock: string) => bookAs(api, clinic, { start: at(clock), client }, browser)
    const replies = [await book('09:00'), await book('10:00'), await book('11:00')]
    expect((await book('14:00')).problem.code).toBe('action_not_allowed')
    const token = tokenOf(replies[0]?.body.url)
    await openStranger(api).mutate('publicBooking.cancelAppointment', { token })
    expect((await book('14:00')).body.outcome).toBe('created')
    api.setNow(Date.parse(at('12:00')))
    expect((await book('15:00')).body.outcome).toBe('created')
    api.setNow(TEST_NOW)
  })
})

describe('publicBooking.book: refused', () => {
  it('409 slot_unavailable: two strangers at one time, and one wins', async () => {
    const clinic = await openClinic(api)
    const replies = await Promise.all(Array.from({ length: 8 }, () => bookAs(api, clinic)))
    const codes = replies.map(({ problem }) => problem?.code ?? 'ok').toSorted()
    expect(codes).toEqual(['ok', ...Array.from({ length: 7 }, () => 'slot_unavailable')])
    expect(await appointmentsOf(clinic)).toHaveLength(1)
  })

  it('404 not_found: no organization has this word', async () => {
    const clinic = await openClinic(api)
    const reply = await bookAs(api, clinic, { slug: 'no-one-here' })
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })

  it('400 validation_error: a word that cannot be stored', async () => {
    const reply = await bookAs(api, await openClinic(api), { slug: 'clinica\0' })
    expect([reply.status, reply.problem.errors[0].field]).toEqual([400, 'slug'])
  })

  it('400 validation_error: services that are hidden, over, of another organization or not there are one and the same', async () => {
    const clinic = await openClinic(api)
    const other = await openClinic(api)
    const { row } = clinic.organization
    const performedBy = [clinic.professional]
    const hidden = await createService(api.db, row, { hiddenFromPublicBooking: true, performedBy })
    const over = await createService(api.db, row, { isActive: false, performedBy })
    const told = []
    for (const id of [hidden.id, over.id, other.service.id, 2_000_000_000]) {
      const { status, problem } = await bookAs(api, clinic, { service_ids: [id] })
      told.push({ status, errors: problem.errors, detail: problem.detail })
    }
    expect(told[0]).toMatchObject({
      status: 400,
      errors: [{ field: 'service_ids[0]', code: 'not_found' }],
    })
    for (const one of told) expect(one).toEqual(told[0])
  })

  it('400 validation_error: professionals who do not perform it, have left or are not there are one and the same', async () => {
    const clinic = await openClinic(api)
    const other = await openClinic(api)
    const idle = await api.db.professional.create({
      data: { organizationId: clinic.organization.row.id, name: 'Idle' },
    })
    const left = await api.db.professional.create({
      data: { organizationId: clinic.organization.row.id, name: 'Left', isActive: false },
    })
    for (const id of [idle.id, left.id, other.professional.id, 2_000_000_000]) {
      const reply = await bookAs(api, clinic, { professional_id: id })
      expect([reply.status, errorsOf(reply)]).toEqual([400, ['professional_id not_found']])
    }
  })

  it('409 min_advance_violation: the notice of a booking holds', async () => {
    const clinic = await openClinic(api, { organization: { minAdvanceMinutes: 10_000 } })
    const reply = await bookAs(api, clinic)
    expect([reply.status, reply.problem.code]).toEqual([409, 'min_advance_violation'])
  })

  it('403 feature_not_enabled: a deposit is asked for, and the organization takes none', async () => {
    const clinic = await openClinic(api, {
      organization: { planFeatures: ALL_FEATURES.filter((one) => one !== 'deposits') },
      service: { requiresDeposit: true, depositAmount: '50.00' },
    })
    const reply = await bookAs(api, clinic)
    expect([reply.status, reply.problem.code]).toEqual([403, 'feature_not_enabled'])
    expect(await appointmentsOf(clinic)).toEqual([])
  })

  it('400 validation_error: an id of a submission that is too short, or no id', async () => {
    const clinic = await openClinic(api)
    for (const submission_id of ['1', 'x'.repeat(21), `${'x'.repeat(30)} `, 'x'.repeat(101)]) {
      const reply = await bookAs(api, clinic, { submission_id })
      expect([reply.status, errorsOf(reply)[0]?.split(' ')[0]]).toEqual([400, 'submission_id'])
    }
  })
})
