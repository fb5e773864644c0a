/** What a stranger may learn of an organization. */
import { describe, expect, it } from 'vitest'
import { ALL_FEATURES, useSharedApi } from '../../support/api.ts'
import { at, MONDAY, openClinic } from '../../support/booking.ts'
import { createProfessional, createService, queueDesk, workingHours } from '../../support/clinic.ts'
import { openStranger } from '../../support/dashboard.ts'
import { openQueue, queueService } from '../../support/queue.ts'
import { bookAs } from '../../support/public-booking.ts'

const api = useSharedApi()

const ask = (name: string, input: object) => openStranger(api).query(`publicBooking.${name}`, input)

const faultsOf = (reply: { problem: any }) =>
  (reply.problem?.errors ?? []).map((one: any) => `${one.field} ${one.code}`)

describe('publicBooking.getOrganization', () => {
  it('200: name, zone, language and what can be booked, and nothing else', async () => {
    const clinic = await openClinic(api, {
      organization: {
        language: 'en',
        clientNoticeMinutes: 60,
        brandColor: '#0A7F5C',
        welcomeText: 'Hello',
        addressCity: 'São Paulo',
        addressState: 'SP',
        whatsappPhone: '+5511987654321',
      },
      service: { description: 'Com exame', color: '#ff0000', maxAdvanceDays: 60 },
    })
    const { row } = clinic.organization
    const queued = await queueService(api, row, [clinic.professional])
    const reply = await ask('getOrganization', { slug: row.slug, with_hours: true })
    expect(reply.body).toEqual({
      name: 'Clínica Aurora',
      slug: row.slug,
      time_zone: 'America/Sao_Paulo',
      country: 'BR',
      phone: null,
      whatsapp_phone: '+5511987654321',
      whatsapp_url: 'https://wa.me/5511987654321',
      address: {
        street: null,
        number: null,
        complement: null,
        district: null,
        city: 'São Paulo',
        state: 'SP',
        postal_code: null,
        text: 'São Paulo – SP',
      },
      map_url: expect.stringMatching(/^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=S/),
      channels: { email: true, whatsapp: false },
      deposit_method: 'PIX',
      language: 'en',
      livemode: true,
      client_notice_minutes: 60,
      brand_color: '#0A7F5C',
      logo_url: null,
      welcome_text: 'Hello',
      is_listed: false,
      opening: { is_open: false, changes_at: at('09:00', '2026-11-20') },
      week_hours: [1, 2, 3, 4, 5].flatMap((weekday) => [
        { weekday, opens_minute: 540, closes_minute: 720 },
        { weekday, opens_minute: 780, closes_minute: 1080 },
      ]),
      services: [
        {
          id: clinic.service.id,
          name: 'Consulta',
          description: 'Com exame',
          specialty: null,
          service_type: 'IN_PERSON',
          booking_mode: 'SCHEDULED',
          duration_minutes: 30,
          price: '150.00',
          currency: 'BRL',
          deposit_amount: null,
          max_advance_days: 60,
          professional_ids: [clinic.professional.id],
        },
        expect.objectContaining({ id: queued.id, booking_mode: 'QUEUE' }),
      ],
      professionals: [
        { id: clinic.professional.id, name: 'Profissional 0', registry: null, photo_url: null },
      ],
    })
  })

  it('200: lists nothing that would be refused', async () => {
    const off = new Set<string>(['telemedicine', 'online_queue', 'deposits'])
    const clinic = await openClinic(api, {
      organization: { planFeatures: ALL_FEATURES.filter((one) => !off.has(one)) },
    })
    const { row } = clinic.organization
    const performedBy = [clinic.professional]
    const left = await createProfessional(api.db, row, { isActive: false })
    await createService(api.db, row, { hiddenFromPublicBooking: true, performedBy })
    await createService(api.db, row, { isActive: false, performedBy })
    await createService(api.db, row, { serviceType: 'TELEMEDICINE', performedBy })
    await createService(api.db, row, { bookingMode: 'QUEUE', performedBy })
    await createService(api.db, row, { requiresDeposit: true, depositAmount: '5.00', performedBy })
    await createService(api.db, row, { performedBy: [left] })
    await createService(api.db, row, { performedBy: [] })
    const { body } = await ask('getOrganization', { slug: row.slug })
    expect([body.opening, body.week_hours]).toEqual([null, []])
    expect(body.services.map(({ id }: { id: number }) => id)).toEqual([clinic.service.id])
  })

  it('200: it is open while one of those works who can be booked', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const hidden = await createProfessional(api.db, row)
    await workingHours(api.db, row, hidden, { intervals: [['00:00', '24:00']] })
    await api.db.blockedTime.create({
      data: {
        organizationId: row.id,
        professionalId: null,
        startsAt: new Date(at('09:00', '2026-11-20')),
        endsAt: new Date(at('12:00', '2026-11-20')),
      },
    })
    const { body } = await ask('getOrganization', { slug: row.slug, with_hours: true })
    expect(body.opening).toEqual({ is_open: false, changes_at: at('13:00', '2026-11-20') })
  })

  it('404 not_found: no organization has this word, however long it is', async () => {
    for (const slug of ['', 'no-one-here', "'; --", 'v1']) {
      const reply = await ask('getOrganization', { slug })
      expect([slug, reply.status, reply.problem.code]).toEqual([slug, 404, 'not_found'])
    }
    expect(faultsOf(await ask('getOrganization', { slug: 'x'.repeat(61) }))).toEqual([
      'slug too_long',
    ])
  })
})

describe('publicBooking.slots', () => {
  it('200: one entry per start, with who is free, as the API lists them', async () => {
    const clinic = await openClinic(api, { professionals: 2 })
    const [one, two] = clinic.professionals
    const input = {
      slug: clinic.organization.row.slug,
      service_ids: [clinic.service.id],
      date: MONDAY,
    }
    await bookAs(api, clinic, { professional_id: one?.id })
    const { body } = await ask('slots', input)
    const [first, second, third] = body.data
    expect(first).toEqual({ start: at('09:00'), end: at('09:30'), professional_ids: [two?.id] })
    expect(second.professional_ids).toEqual([two?.id])
    expect(third.professional_ids).toEqual([one?.id, two?.id])
    expect(body.professionals.map(({ id }: { id: number }) => id)).toEqual([one?.id, two?.id])
    expect(new Set(body.data.map(({ start }: { start: string }) => start))).toEqual(
      new Set(await clinic.starts()),
    )
    const alone = await ask('slots', { ...input, professional_id: one?.id })
    expect(alone.body.data[0].start).toBe(at('09:30'))
  })

  it('400 validation_error: windows that are longer than strangers may ask for', async () => {
    const clinic = await openClinic(api)
    const input = { slug: clinic.organization.row.slug, service_ids: [clinic.service.id] }
    const fits = await ask('slots', { ...input, from: '2026-11-23', to: '2026-12-06' })
    expect(fits.status).toBe(200)
    for (const to of ['2026-12-07', '2027-12-07', '9999-12-31']) {
      const reply = await ask('slots', { ...input, from: '2026-11-23', to })
      expect([reply.status, faultsOf(reply)]).toEqual([400, ['to out_of_range']])
    }
    expect(faultsOf(await ask('slots', { ...input, to: '2026-12-07' }))).toEqual(['from required'])
  })

  it('400 validation_error: services and professionals that cannot be booked', async () => {
    const clinic = await openClinic(api)
    const other = await openClinic(api)
    const slug = clinic.organization.row.slug
    expect(faultsOf(await ask('slots', { slug, service_ids: [other.service.id] }))).toEqual([
      'service_ids[0] not_found',
    ])
    const asked = { slug, service_ids: [clinic.service.id], professional_id: other.professional.id }
    expect(faultsOf(await ask('slots', asked))).toEqual(['professional_id not_found'])
  })

  it('404 not_found: no organization has this word', async () => {
    const reply = await ask('slots', { slug: 'no-one-here', service_ids: [1] })
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })
})

describe('publicBooking.nextDates', () => {
  it('200: the next days with a free start', async () => {
    const clinic = await openClinic(api)
    const slug = clinic.organization.row.slug
    const { body } = await ask('nextDates', { slug, service_ids: [clinic.service.id] })
    expect(body.data.map(({ date }: { date: string }) => date)).toEqual([
      '2026-11-20',
      '2026-11-23',
      '2026-11-24',
    ])
    expect(body.data[1]).toEqual({
      date: MONDAY,
      first_start: at('09:00'),
      slot_count: 30,
      professionals: [{ id: clinic.professional.id, first_start: at('09:00') }],
    })
  })

  it('200: from a day on, as many as are asked for', async () => {
    const clinic = await openClinic(api)
    const service = { slug: clinic.organization.row.slug, service_ids: [clinic.service.id] }
    const days = async (more: object) =>
      (await ask('nextDates', { ...service, ...more })).body.data.map(
        ({ date }: { date: string }) => date,
      )
    expect(await days({ from: '2026-11-28', limit: 2 })).toEqual(['2026-11-30', '2026-12-01'])
    // Beyond the first weeks, which are looked at first; before today; and behind the horizon.
    expect(await days({ from: '2027-02-15', limit: 10 })).toEqual([
      '2027-02-15',
      '2027-02-16',
      '2027-02-17',
      '2027-02-18',
    ])
    expect(await days({ from: '2020-01-01', limit: 1 })).toEqual(['2026-11-20'])
    expect(await days({ from: '9999-12-31', limit: 1 })).toEqual([])
  })

  it('400 validation_error: more days than are told at once, and a day that does not exist', async () => {
    const slug = 'no-one-here'
    const { problem } = await ask('nextDates', {
      slug,
      service_ids: [1],
      from: '2026-02-30',
      limit: 11,
    })
    expect(problem.errors.map(({ field }: { field: string }) => field)).toEqual(['from', 'limit'])
  })

  it('404 not_found: no organization has this word', async () => {
    const reply = await ask('nextDates', { slug: 'no-one-here', service_ids: [1] })
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })
})

describe('publicBooking.listQueues', () => {
  it('200: whether the queue takes someone, and how long it would take', async () => {
    const queue = await openQueue(api, { desk: { capacity: 2 } })
    const { row } = queue.organization
    const hidden = { hiddenFromPublicBooking: true }
    await queueService(api, row, [queue.professional], hidden)
    const read = async () => (await ask('listQueues', { slug: row.slug })).body.data
    const expected = { service_id: queue.service.id, is_open: true }
    expect(await read()).toEqual([{ ...expected, ahead_count: 0, estimated_wait_minutes: 0 }])
    await queue.entry('WAITING')
    expect(await read()).toEqual([{ ...expected, ahead_count: 1, estimated_wait_minutes: 20 }])
    await queue.entry('WAITING')
    const closed = { service_id: queue.service.id, is_open: false }
    expect(await read()).toEqual([{ ...closed, ahead_count: null, estimated_wait_minutes: null }])
  })

  it('200: closed while no one serves', async () => {
    const queue = await openQueue(api, { desk: null })
    await queueDesk(api.db, queue.organization.row, queue.professional, { isOpen: false })
    const { body } = await ask('listQueues', { slug: queue.organization.row.slug })
    expect(body.data).toMatchObject([{ is_open: false }])
  })

  it('403 feature_not_enabled: the organization has no online queue', async () => {
    const queue = await openQueue(api, { organization: { switchedOff: ['online_queue'] } })
    const reply = await ask('listQueues', { slug: queue.organization.row.slug })
    expect([reply.status, reply.problem.code]).toEqual([403, 'feature_not_enabled'])
  })
})
