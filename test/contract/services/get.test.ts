import { beforeAll, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { createProfessional, createService, createSpecialty } from '../../support/clinic.ts'

const api = useSharedApi()
let organization: TestOrganization

beforeAll(async () => {
  organization = await api.organization({ minAdvanceMinutes: 45, maxAdvanceDays: 60 })
})

const FIELDS = [
  'object',
  'id',
  'name',
  'description',
  'specialty',
  'service_type',
  'booking_mode',
  'duration_minutes',
  'price',
  'currency',
  'color',
  'is_active',
  'hidden_from_public_booking',
  'max_capacity',
  'professional_ids',
  'created_at',
  'updated_at',
  'specialty_id',
  'professionals',
  'buffer_before_minutes',
  'buffer_after_minutes',
  'slot_interval_minutes',
  'min_advance_minutes',
  'max_advance_days',
  'requires_deposit',
  'deposit_amount',
]

describe('GET /v1/services/{service_id}', () => {
  it('200: every field, in the order of the document', async () => {
    const bia = await createProfessional(api.db, organization.row, { name: 'Bia' })
    const ana = await createProfessional(api.db, organization.row, { name: 'Ana' })
    const specialty = await createSpecialty(api.db, organization.row, 'Fisioterapia')
    const service = await createService(api.db, organization.row, {
      name: 'Pilates',
      description: 'Em grupo',
      specialtyId: specialty.id,
      serviceType: 'TELEMEDICINE',
      durationMinutes: 50,
      price: '80.5',
      color: '#3366ff',
      hiddenFromPublicBooking: true,
      maxCapacity: 6,
      bufferBeforeMinutes: 5,
      bufferAfterMinutes: 10,
      slotIntervalMinutes: 60,
      minAdvanceMinutes: 0,
      maxAdvanceDays: 14,
      requiresDeposit: true,
      depositAmount: '20',
      // Written in the other order than their ids.
      performedBy: [ana, bia],
    })
    const reply = await get(service.id)
    expect(reply.status).toBe(200)
    expect(Object.keys(reply.body)).toEqual(FIELDS)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00$/)
    expect(reply.body).toEqual({
      object: 'service',
      id: service.id,
      name: 'Pilates',
      description: 'Em grupo',
      specialty: { id: specialty.id, name: 'Fisioterapia' },
      service_type: 'TELEMEDICINE',
      booking_mode: 'SCHEDULED',
      duration_minutes: 50,
      price: '80.50',
      currency: 'BRL',
      color: '#3366ff',
      is_active: true,
      hidden_from_public_booking: true,
      max_capacity: 6,
      professional_ids: [bia.id, ana.id],
      created_at: time,
      updated_at: time,
      specialty_id: specialty.id,
      professionals: [
        { id: bia.id, name: 'Bia' },
        { id: ana.id, name: 'Ana' },
      ],
      buffer_before_minutes: 5,
      buffer_after_minutes: 10,
      slot_interval_minutes: 60,
      min_advance_minutes: 0,
      max_advance_days: 14,
      requires_deposit: true,
      deposit_amount: '20.00',
    })
  })

  it("200: rules without a value of their own are the organization's, and nulls stay present", async () => {
    const service = await createService(api.db, organization.row, { price: null })
    const { body } = await get(service.id)
    expect(Object.keys(body)).toEqual(FIELDS)
    expect(body).toMatchObject({
      description: null,
      specialty: null,
      specialty_id: null,
      price: null,
      currency: 'BRL',
      color: null,
      professional_ids: [],
      professionals: [],
      slot_interval_minutes: 15,
      min_advance_minutes: 45,
      max_advance_days: 60,
      requires_deposit: false,
      deposit_amount: null,
    })
  })

  it('200: max_advance_days is null where neither has a limit', async () => {
    const unlimited = await api.organization({ maxAdvanceDays: null })
    const service = await createService(api.db, unlimited.row)
    const { body } = await api.call('GET', `/v1/services/${service.id}`, { key: unlimited.key })
    expect(body.max_advance_days).toBeNull()
  })

  it('200: a deposit amount that is switched off is not shown', async () => {
    const service = await createService(api.db, organization.row, {
      requiresDeposit: false,
      depositAmount: '20.00',
    })
    expect((await get(service.id)).body).toMatchObject({
      requires_deposit: false,
      deposit_amount: null,
    })
  })

  it('200: professionals who left are not among those who perform it', async () => {
    const { db } = api
    const stays = await createProfessional(db, organization.row, { name: 'Stays' })
    const left = await createProfessional(db, organization.row, { name: 'Left', isActive: false })
    const service = await createService(db, organization.row, { performedBy: [left, stays] })
    const plain = await get(service.id)
    expect(plain.body.professional_ids).toEqual([stays.id])
    expect(plain.body.professionals).toEqual([{ id: stays.id, name: 'Stays' }])
    const full = await get(service.id, '?expand=professionals')
    expect(full.body.professionals).toMatchObject([{ object: 'professional', id: stays.id }])
    const listed = await api.call('GET', `/v1/professionals?service_id=${service.id}`, {
      key: organization.key,
    })
    expect(listed.body.data.map(({ id }: { id: number }) => id)).toEqual([stays.id])
  })

  it('200: updated_at grows with every change of who performs it', async () => {
    const { db } = api
    const professional = await createProfessional(db, organization.row)
    const service = await createService(db, organization.row)
    const link = { organizationId: organization.row.id, professionalId: professional.id }
    const rowOf = () => db.service.findUniqueOrThrow({ where: { id: service.id } })
    const setActive = (isActive: boolean) =>
      db.professional.update({ where: { id: professional.id }, data: { isActive } })
    let before = await rowOf()
    for (const [change, performers] of [
      [
        () => db.professionalService.create({ data: { ...link, serviceId: service.id } }),
        [professional.id],
      ],
      [() => setActive(false), []],
      [() => setActive(true), [professional.id]],
      [() => db.professionalService.deleteMany({ where: link }), []],
    ] as const) {
      await change()
      const after = await rowOf()
      expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime())
      expect((await get(service.id)).body.professional_ids).toEqual(performers)
      before = after
    }
    await db.professional.update({ where: { id: professional.id }, data: { name: 'Other' } })
    expect(await rowOf()).toEqual(before)
  })

  it('200: updated_at grows when a default of the organization that it shows changes', async () => {
    const { row } = await api.organization({ minAdvanceMinutes: 60, maxAdvanceDays: 90 })
    const own = { minAdvanceMinutes: 30, maxAdvanceDays: 30 }
    const withOwn = await createService(api.db, row, own)
    const withDefaults = await createService(api.db, row)
    const halfAndHalf = await createService(api.db, row, { minAdvanceMinutes: 30 })
    const touched = async (data: object) => {
      const rows = () =>
        api.db.service.findMany({ where: { organizationId: row.id }, orderBy: { id: 'asc' } })
      const before = await rows()
      await api.db.organization.update({ where: { id: row.id }, data })
      const after = await rows()
      return after
        .filter(
          (service, index) => service.updatedAt.getTime() !== before[index]?.updatedAt.getTime(),
        )
        .map(({ id }) => id)
    }
    expect(await touched({ minAdvanceMinutes: 120 })).toEqual([withDefaults.id])
    expect(await touched({ maxAdvanceDays: null })).toEqual([withDefaults.id, halfAndHalf.id])
    expect(await touched({ maxAdvanceDays: null, name: 'Outra' })).toEqual([])
    expect(withOwn.id).toBeLessThan(withDefaults.id)
  })

  it('200: inactive ones and queue services too', async () => {
    const service = await createService(api.db, organization.row, {
      isActive: false,
      bookingMode: 'QUEUE',
    })
    expect((await get(service.id)).body).toMatchObject({
      is_active: false,
      booking_mode: 'QUEUE',
    })
  })

  it('200: expand=professionals gives full records, their services unexpanded', async () => {
    const ana = await createProfessional(api.db, organization.row, { name: 'Ana' })
    const bia = await createProfessional(api.db, organization.row, { name: 'Bia' })
    const service = await createService(api.db, organization.row, { performedBy: [bia, ana] })
    const other = await createService(api.db, organization.row, { performedBy: [ana] })
    const { body } = await get(service.id, '?expand=professionals')
    expect(body.professional_ids).toEqual([ana.id, bia.id])
    expect(body.professionals).toEqual([
      {
        object: 'professional',
        id: ana.id,
        name: 'Ana',
        email: null,
        role: 'collaborator',
        is_active: true,
        registry: null,
        service_ids: [service.id, other.id],
        services: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
      expect.objectContaining({ id: bia.id, object: 'professional', service_ids: [service.id] }),
    ])
    expect(Object.keys(body)).toEqual(FIELDS)
  })

  it.each([
    ['0', 'service_id', 'out_of_range'],
    ['2147483648', 'service_id', 'out_of_range'],
    ['consulta', 'service_id', 'invalid_type'],
    ['1?expand=specialty', 'expand', 'invalid_value'],
  ])('400 validation_error: %s', async (path, field, code) => {
    const reply = await get(path)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ field, code }])
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const stranger = await api.organization()
    const theirs = await createService(api.db, stranger.row)
    for (const id of [theirs.id, 2_147_483_647]) {
      const reply = await get(id)
      expect(reply.status).toBe(404)
      expect(reply.body.code).toBe('not_found')
    }
  })
})

function get(id: number | string, query = '') {
  return api.call('GET', `/v1/services/${id}${query}`, { key: organization.key })
}
