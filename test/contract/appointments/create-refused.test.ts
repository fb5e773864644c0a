import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { anotherClient, at, faults, openClinic } from '../../support/booking.ts'
import {
  blockedTime,
  createClientRow,
  createProfessional,
  createService,
  dateOverride,
  eventsOf,
  performs,
  workingHours,
} from '../../support/clinic.ts'

const api = useSharedApi()

describe('POST /v1/appointments refused', () => {
  it('400 validation_error: nothing was sent, or nothing that is needed', async () => {
    const { key } = (await openClinic(api)).organization
    const empty = await api.call('POST', '/v1/appointments', { key, body: {} })
    expect(faults(empty).sort()).toEqual([
      'client_id:required',
      'service_ids:required',
      'start:required',
    ])
    const none = await api.call('POST', '/v1/appointments', { key })
    expect(none.status).toBe(400)
  })

  it.each<[body: Readonly<Record<string, unknown>>, ...faults: string[]]>([
    [{ service_ids: [] }, 'service_ids:required'],
    [{ service_ids: 1 }, 'service_ids:invalid_type'],
    [{ service_ids: ['1'] }, 'service_ids[0]:invalid_type'],
    [{ service_ids: [1.5] }, 'service_ids[0]:invalid_type'],
    [{ service_ids: [0] }, 'service_ids[0]:out_of_range'],
    [{ service_ids: [2 ** 31] }, 'service_ids[0]:out_of_range'],
    [{ service_ids: [7, 8, 7] }, 'service_ids[2]:duplicate_item'],
    [{ service_ids: Array.from({ length: 11 }, (_, i) => i + 1) }, 'service_ids:too_many'],
    [{ start: '2026-11-23T09:00:00' }, 'start:offset_required'],
    [{ start: '2026-11-23' }, 'start:invalid_format'],
    [{ start: '2026-02-30T09:00:00-03:00' }, 'start:invalid_format'],
    [{ start: '2026-11-23T24:00:00-03:00' }, 'start:invalid_format'],
    [{ start: '2026-11-23T09:00:30-03:00' }, 'start:minute_precision'],
    [{ start: '2026-11-23T09:00:00.001-03:00' }, 'start:minute_precision'],
    [{ start: 1795435200 }, 'start:invalid_type'],
    [{ start: null }, 'start:invalid_type'],
    [{ professional_id: '1' }, 'professional_id:invalid_type'],
    [{ client_id: null }, 'client_id:required'],
    [{ client_id: null, client: null }, 'client_id:required'],
    [{ client_id: null, client: { first_name: '' } }, 'client.first_name:too_short'],
    [{ client_id: -1 }, 'client_id:out_of_range'],
    [{ type: 'ONLINE' }, 'type:invalid_value'],
    [{ notes: 'x'.repeat(2001) }, 'notes:too_long'],
    [{ notes: 'a\0b' }, 'notes:invalid_format'],
    [{ notes: 'a\u200bb' }, 'notes:invalid_format'],
    [{ notes: 5 }, 'notes:invalid_type'],
    [{ metadata: { 'no spaces': 'x' } }, 'metadata.no spaces:invalid_format'],
    [{ metadata: { a: 1 } }, 'metadata.a:invalid_type'],
    [{ allow_overbook: 'true' }, 'allow_overbook:invalid_type'],
    [{ client: { first_name: 'A' }, client_id: 1 }, 'client:mutually_exclusive'],
    [
      { client: { phone: '123', first_name: '' } },
      'client.first_name:too_short',
      'client.phone:invalid_format',
    ],
    [
      { start: 'x', service_ids: [], allow_overbook: 1 },
      'service_ids:required',
      'start:invalid_format',
      'allow_overbook:invalid_type',
    ],
  ])('400 validation_error: %j', async (body, ...expected) => {
    const clinic = await openClinic(api)
    const reply = await clinic.book(body)
    expect(reply.status).toBe(400)
    expect(reply.body.code).toBe('validation_error')
    expect(faults(reply)).toEqual(expected)
    expect(await eventsOf(api.db, clinic.organization.row)).toEqual([])
  })

  it('400 validation_error: over 50 keys of metadata, an expansion that is none', async () => {
    const clinic = await openClinic(api)
    const tooMany = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v']))
    expect(faults(await clinic.book({ metadata: tooMany }))).toEqual(['metadata:too_many'])
    const expansion = await clinic.call('POST', '/v1/appointments?expand=queue', { body: {} })
    expect(faults(expansion)).toContain('expand:invalid_value')
  })

  it('400 validation_error: references, every one named at once', async () => {
    const clinic = await openClinic(api)
    const stranger = await openClinic(api)
    const { row } = clinic.organization
    const off = await createService(api.db, row, { isActive: false })
    const queue = await createService(api.db, row, { bookingMode: 'QUEUE' })
    const gone = await createProfessional(api.db, row, { isActive: false })
    await performs(api.db, row, gone, clinic.service)
    const tele = await createService(api.db, row, { serviceType: 'TELEMEDICINE' })
    const own = clinic.service.id
    for (const [body, ...expected] of [
      [{ service_ids: [own, stranger.service.id] }, 'service_ids[1]:not_found'],
      [
        { service_ids: [off.id, queue.id] },
        'service_ids[0]:inactive',
        'service_ids[1]:booking_mode_mismatch',
      ],
      [{ service_ids: [own, tele.id] }, 'service_ids:type_mismatch'],
      [{ type: 'TELEMEDICINE' }, 'type:type_mismatch'],
      [{ professional_id: stranger.professional.id }, 'professional_id:not_found'],
      [{ professional_id: gone.id }, 'professional_id:inactive'],
      [{ client_id: stranger.client.id }, 'client_id:not_found'],
      [
        { service_ids: [2147483647], professional_id: 2147483647, client_id: 2147483647 },
        'service_ids[0]:not_found',
        'professional_id:not_found',
        'client_id:not_found',
      ],
    ] as const) {
      const reply = await clinic.book(body)
      expect(reply.status, JSON.stringify(body)).toBe(400)
      expect(faults(reply), JSON.stringify(body)).toEqual(expected)
    }
    expect(await eventsOf(api.db, row)).toEqual([])
    expect(await eventsOf(api.db, stranger.organization.row)).toEqual([])
  })

  it('403 forbidden_scope: a key without write', async () => {
    const clinic = await openClinic(api)
    const key = await clinic.organization.keyWith(['read', 'webhooks:manage'])
    const reply = await clinic.book({}, { key })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })

  it('403 feature_not_enabled: a telemedicine service where the feature is off', async () => {
    const clinic = await openClinic(api, {
      organization: { switchedOff: ['telemedicine'] },
      service: { serviceType: 'TELEMEDICINE' },
    })
    const reply = await clinic.book()
    expect([reply.status, reply.body.code]).toEqual([403, 'feature_not_enabled'])
    const inline = await clinic.book({ client: { first_name: 'Rui', phone: '11912345678' } })
    expect(inline.status).toBe(403)
    // The client that came with it was not kept either.
    expect(
      await api.db.client.count({ where: { organizationId: clinic.organization.row.id } }),
    ).toBe(1)
  })

  it('409 professional_cannot_perform_service: one of the services is not theirs', async () => {
    const clinic = await openClinic(api)
    const other = await createService(api.db, clinic.organization.row)
    const reply = await clinic.book({ service_ids: [clinic.service.id, other.id] })
    expect([reply.status, reply.body.code]).toEqual([409, 'professional_cannot_perform_service'])
  })

  it('409 min_advance_violation: in the past, or sooner than the notice', async () => {
    const clinic = await openClinic(api, { organization: { minAdvanceMinutes: 60 } })
    for (const start of [
      at('09:00', '2026-11-19'),
      at('08:59', '2026-11-20'),
      '0001-01-01T00:00:00+14:00',
    ]) {
      const reply = await clinic.book({ start })
      expect([reply.status, reply.body.code], start).toEqual([409, 'min_advance_violation'])
    }
  })

  it('409 slot_unavailable: taken, blocked, off, past the horizon', async () => {
    const clinic = await openClinic(api)
    await clinic.book()
    await blockedTime(
      api.db,
      clinic.organization.row,
      clinic.professional,
      at('14:00'),
      at('14:01'),
    )
    const rui = await anotherClient(api, clinic)
    for (const start of [
      at('09:00'),
      at('09:29'),
      at('13:45'),
      at('11:45'),
      at('09:00', '2026-11-21'),
      at('09:00', '2027-02-22'),
      '9999-12-31T23:59:00-23:59',
    ]) {
      const reply = await clinic.book({ start, client_id: rui.id })
      expect([reply.status, reply.body.code], start).toEqual([409, 'slot_unavailable'])
    }
    expect((await clinic.book({ start: at('09:30'), client_id: rui.id })).status).toBe(201)
  })

  it('201 and 409: after midnight the hours of the evening before count, also those of its override', async () => {
    const clinic = await openClinic(api, { hours: { weekdays: [] } })
    const { row } = clinic.organization
    await dateOverride(api.db, row, clinic.professional, '2026-11-24', [['22:00', '02:00']])
    const night = at('01:00', '2026-11-25')
    expect((await clinic.book({ start: night })).status).toBe(201)
    expect((await clinic.book({ start: at('02:00', '2026-11-25') })).body.code).toBe(
      'slot_unavailable',
    )
    // The weekday has hours past midnight, and one date is closed: its evening, and its own early hours.
    await workingHours(api.db, row, clinic.professional, { intervals: [['22:00', '02:00']] })
    await dateOverride(api.db, row, clinic.professional, '2026-11-26', [])
    for (const [start, status] of [
      [at('23:00', '2026-11-25'), 201],
      [at('01:00', '2026-11-26'), 409],
      [at('01:00', '2026-11-27'), 409],
      [at('22:00', '2026-11-27'), 201],
    ] as const) {
      expect([start, (await clinic.book({ start })).status]).toEqual([start, status])
    }
  })

  it('409 slot_unavailable: a block inside its buffer, before or after; anyone else is asked', async () => {
    const clinic = await openClinic(api, {
      professionals: 2,
      service: { bufferBeforeMinutes: 10, bufferAfterMinutes: 20 },
    })
    const [one, two] = clinic.professionals
    if (one === undefined || two === undefined) throw new Error('two professionals')
    const { row } = clinic.organization
    // 10:00 occupies 09:50 to 10:50, 14:00 occupies 13:50 to 14:50.
    await blockedTime(api.db, row, one, at('10:49'), at('10:55'))
    await blockedTime(api.db, row, one, at('13:40'), at('13:51'))
    for (const start of [at('10:00'), at('14:00')]) {
      const reply = await clinic.book({ start })
      expect([reply.status, reply.body.code], start).toEqual([409, 'slot_unavailable'])
      const any = await clinic.book({ start, professional_id: null })
      expect(any.body.professional_id).toBe(two.id)
    }
    expect((await clinic.book({ start: at('09:59') })).status).toBe(201)
    expect((await clinic.book({ start: at('14:01') })).status).toBe(201)
  })

  it('409 slot_unavailable: no limit of the horizon is no licence for the year 9999', async () => {
    const clinic = await openClinic(api, { organization: { maxAdvanceDays: null } })
    expect((await clinic.book({ start: at('09:00', '2060-11-22') })).status).toBe(201)
    const reply = await clinic.book({ start: '9999-12-31T12:00:00-03:00' })
    expect([reply.status, reply.body.code]).toEqual([409, 'slot_unavailable'])
  })

  it('422 client_identifier_required: neither inline nor by id', async () => {
    const clinic = await openClinic(api)
    const nameless = await createClientRow(api.db, clinic.organization.row, {})
    const inline = await clinic.book({ client: { first_name: 'Rui' } })
    expect([inline.status, inline.body.code]).toEqual([422, 'client_identifier_required'])
    const byId = await clinic.book({ client_id: nameless.id })
    expect([byId.status, byId.body.code]).toEqual([422, 'client_identifier_required'])
    const lenient = await openClinic(api, { organization: { requireClientIdentifier: false } })
    expect((await lenient.book({ client: { first_name: 'Rui' } })).status).toBe(201)
  })
})

describe('POST /v1/appointments: which refusal comes first', () => {
  /** Everything is wrong at once; each step repairs what was named. */
  it('400, 422, 403, 409 professional_cannot_perform_service, min_advance_violation, forbidden_overbook, slot_unavailable', async () => {
    const clinic = await openClinic(api, {
      organization: { switchedOff: ['telemedicine', 'overbooking'] },
      service: { serviceType: 'TELEMEDICINE' },
    })
    const { row } = clinic.organization
    const other = await createProfessional(api.db, row)
    await workingHours(api.db, row, other)
    await blockedTime(api.db, row, null, at('09:00'), at('12:00'))
    const switchOff = (...switchedOff: string[]) =>
      api.db.organization.update({ where: { id: row.id }, data: { switchedOff } })
    const body: Record<string, unknown> = {
      start: at('09:00', '2026-11-19'),
      professional_id: other.id,
      client: { first_name: 'Rui' },
      allow_overbook: true,
      type: 'IN_PERSON',
    }
    const code = async () => (await clinic.book(body)).body.code
    expect(await code()).toBe('validation_error')
    body['type'] = 'TELEMEDICINE'
    expect(await code()).toBe('client_identifier_required')
    body['client'] = { first_name: 'Rui', phone: '11912345678' }
    expect(await code()).toBe('feature_not_enabled')
    await switchOff('overbooking')
    expect(await code()).toBe('professional_cannot_perform_service')
    body['professional_id'] = clinic.professional.id
    expect(await code()).toBe('min_advance_violation')
    body['start'] = at('09:00')
    expect(await code()).toBe('forbidden_overbook')
    body['allow_overbook'] = false
    expect(await code()).toBe('slot_unavailable')
    body['start'] = at('13:00')
    expect((await clinic.book(body)).status).toBe(201)
  })
})
