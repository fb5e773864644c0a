import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createSpecialty, eventsOf } from '../../support/clinic.ts'
import { openBrowser, signIn } from '../../support/dashboard.ts'
import { faultsOf, expectOk, openChangingClinic } from '../../support/impact.ts'

const api = useSharedApi()

describe('services.create', () => {
  it('200: with its name and duration alone; what is left out has the usual values', async () => {
    const clinic = await openChangingClinic(api)
    const collaborator = await signIn(api, clinic.organization, 'manager')
    const reply = await collaborator.mutate('services.create', {
      name: '  Limpeza  ',
      duration_minutes: 45,
    })
    const record = {
      object: 'service',
      id: expect.any(Number),
      name: 'Limpeza',
      description: null,
      specialty: null,
      service_type: 'IN_PERSON',
      booking_mode: 'SCHEDULED',
      duration_minutes: 45,
      price: null,
      currency: 'BRL',
      color: null,
      is_active: true,
      hidden_from_public_booking: false,
      max_capacity: 1,
      professional_ids: [],
      created_at: expect.any(String),
      updated_at: expect.any(String),
      specialty_id: null,
      professionals: [],
      buffer_before_minutes: 0,
      buffer_after_minutes: 0,
      slot_interval_minutes: 15,
      min_advance_minutes: 0,
      max_advance_days: 90,
      requires_deposit: false,
      deposit_amount: null,
    }
    expect(expectOk(reply).body).toEqual(record)
    const [event, ...others] = await eventsOf(api.db, clinic.organization.row)
    expect(others).toEqual([])
    expect(event).toMatchObject({
      type: 'service.created',
      payload: { object: reply.body, changes: null, batch_id: null },
      context: { actor: { type: 'user' }, source: 'dashboard' },
    })
    const read = await clinic.call('GET', `/v1/services/${reply.body.id}`)
    expect(read.body).toEqual(reply.body)
  })

  it('200: with everything, and it can be booked at once', async () => {
    const clinic = await openChangingClinic(api, { professionals: 2 })
    const specialty = await createSpecialty(api.db, clinic.organization.row)
    const input = {
      name: 'Grupo',
      description: 'Linha um\nLinha dois',
      specialty_id: specialty.id,
      service_type: 'TELEMEDICINE',
      booking_mode: 'SCHEDULED',
      duration_minutes: 90,
      price: '150.50',
      color: '#3A86FF',
      hidden_from_public_booking: true,
      max_capacity: 4,
      buffer_before_minutes: 5,
      buffer_after_minutes: 10,
      slot_interval_minutes: 30,
      min_advance_minutes: 120,
      max_advance_days: 30,
      requires_deposit: true,
      deposit_amount: '50.00',
      professional_ids: clinic.professionals.map(({ id }) => id).toReversed(),
    }
    const before = await clinic.call('GET', `/v1/professionals/${clinic.professional.id}`)
    const reply = await clinic.owner.mutate('services.create', input)
    expect(expectOk(reply).body).toMatchObject({
      ...input,
      specialty: { id: specialty.id, name: specialty.name },
      professional_ids: clinic.professionals.map(({ id }) => id),
    })
    const [row] = await api.db.event.findMany({
      where: { organizationId: clinic.organization.row.id },
      orderBy: { sequence: 'asc' },
    })
    expect(row).toMatchObject({ serviceIds: [reply.body.id], filterType: 'TELEMEDICINE' })
    const booked = await clinic.book({ service_ids: [reply.body.id] })
    expect([booked.status, booked.body.price]).toEqual([201, '150.50'])
    const after = await clinic.call('GET', `/v1/professionals/${clinic.professional.id}`)
    expect(after.body.service_ids).toEqual([clinic.service.id, reply.body.id])
    const { updatedAt } = await api.db.professional.findUniqueOrThrow({
      where: { id: clinic.professional.id },
    })
    expect(updatedAt.getTime()).toBeGreaterThan(Date.parse(before.body.updated_at))
  })

  it('400: what is not valid is named, and nothing is written', async () => {
    const clinic = await openChangingClinic(api)
    const other = await openChangingClinic(api)
    const theirs = await createSpecialty(api.db, other.organization.row)
    const gone = await api.db.professional.create({
      data: { organizationId: clinic.organization.row.id, name: 'Foi', isActive: false },
    })
    const before = await clinic.everything()
    const create = async (input: object) =>
      faultsOf(
        await clinic.owner.mutate('services.create', {
          name: 'Limpeza',
          duration_minutes: 30,
          ...input,
        }),
      )
    for (const [input, ...faults] of [
      [{ name: ' ' }, 'name:too_short'],
      [{ name: 'a\u0007b' }, 'name:invalid_format'],
      [{ name: 'a'.repeat(121) }, 'name:too_long'],
      [
        { name: undefined, duration_minutes: undefined },
        'name:required',
        'duration_minutes:required',
      ],
      [{ duration_minutes: 0 }, 'duration_minutes:out_of_range'],
      [{ duration_minutes: 1441 }, 'duration_minutes:out_of_range'],
      [{ duration_minutes: 1.5 }, 'duration_minutes:invalid_type'],
      [{ price: '10' }, 'price:invalid_format'],
      [{ price: '-1.00' }, 'price:invalid_format'],
      [{ price: '12345678901.00' }, 'price:invalid_format'],
      [{ price: 10 }, 'price:invalid_type'],
      [{ color: 'red' }, 'color:invalid_format'],
      [{ max_capacity: 0 }, 'max_capacity:out_of_range'],
      [{ max_capacity: 501 }, 'max_capacity:out_of_range'],
      [{ buffer_before_minutes: -1 }, 'buffer_before_minutes:out_of_range'],
      [{ buffer_after_minutes: 1441 }, 'buffer_after_minutes:out_of_range'],
      [{ slot_interval_minutes: 4 }, 'slot_interval_minutes:out_of_range'],
      [{ min_advance_minutes: 525_601 }, 'min_advance_minutes:out_of_range'],
      [{ max_advance_days: 3651 }, 'max_advance_days:out_of_range'],
      [{ service_type: 'ONLINE' }, 'service_type:invalid_value'],
      [{ booking_mode: 'NONE' }, 'booking_mode:invalid_value'],
      [{ requires_deposit: true }, 'deposit_amount:required'],
      [{ requires_deposit: true, deposit_amount: '0.00' }, 'deposit_amount:out_of_range'],
      [{ deposit_amount: '10.00' }, 'deposit_amount:invalid_value'],
      [{ specialty_id: theirs.id }, 'specialty_id:not_found'],
      [
        { professional_ids: [clinic.professional.id, gone.id, other.professional.id] },
        'professional_ids[1]:inactive',
        'professional_ids[2]:not_found',
      ],
      [{ professional_ids: [1, 1] }, 'professional_ids[1]:duplicate_item'],
    ] as [object, ...string[]][]) {
      expect([input, ...(await create(input))]).toEqual([input, ...faults])
    }
    expect(await clinic.everything()).toBe(before)
    expect((await openBrowser(api).mutate('services.create', {})).status).toBe(401)
  })
})
