import { beforeAll, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import {
  createAppointmentRow,
  createClientRow,
  createProfessional,
  createService,
} from '../../support/clinic.ts'

const api = useSharedApi()
let organization: TestOrganization

beforeAll(async () => {
  organization = await api.organization()
})

describe('GET /v1/professionals/{professional_id}', () => {
  it('200: the whole record, services left unexpanded', async () => {
    const professional = await createProfessional(api.db, organization.row, {
      name: 'Beatriz Ramos',
      email: 'beatriz@aurora.test',
      role: 'owner',
      registry: 'CREFITO 12345-F',
    })
    const performedBy = [professional]
    const later = await createService(api.db, organization.row, { performedBy })
    const latest = await createService(api.db, organization.row, { performedBy })
    const reply = await get(professional.id)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      object: 'professional',
      id: professional.id,
      name: 'Beatriz Ramos',
      email: 'beatriz@aurora.test',
      role: 'owner',
      is_active: true,
      registry: 'CREFITO 12345-F',
      service_ids: [later.id, latest.id],
      services: null,
      created_at: expect.stringMatching(/-03:00$/),
      updated_at: expect.stringMatching(/-03:00$/),
    })
    expect(Object.keys(reply.body)).toEqual([
      'object',
      'id',
      'name',
      'email',
      'role',
      'is_active',
      'registry',
      'service_ids',
      'services',
      'created_at',
      'updated_at',
    ])
  })

  it('200: an inactive one too, with nulls and empty lists where it has nothing', async () => {
    const professional = await createProfessional(api.db, organization.row, { isActive: false })
    const reply = await get(professional.id)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      is_active: false,
      email: null,
      registry: null,
      service_ids: [],
      services: null,
    })
  })

  it('200: expand=services gives base records by id', async () => {
    const professional = await createProfessional(api.db, organization.row)
    const performedBy = [professional]
    const first = await createService(api.db, organization.row, { name: 'Consulta', performedBy })
    const second = await createService(api.db, organization.row, {
      name: 'Retorno',
      price: null,
      performedBy,
    })
    const reply = await get(professional.id, '?expand=services')
    expect(reply.status).toBe(200)
    expect(reply.body.services.map((service: { id: number }) => service.id)).toEqual([
      first.id,
      second.id,
    ])
    expect(Object.keys(reply.body.services[0])).toEqual([
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
    ])
    expect(reply.body.services[0]).toMatchObject({
      object: 'service',
      price: '150.00',
      currency: 'BRL',
      professional_ids: [professional.id],
    })
    expect(reply.body.services[1]).toMatchObject({ price: null, currency: 'BRL' })
    const listed = await get(professional.id, '?expand[]=services&expand=services')
    expect(listed.body.services).toHaveLength(2)
    const none = await createProfessional(api.db, organization.row)
    expect((await get(none.id, '?expand=services')).body.services).toEqual([])
  })

  it('200: services that are no longer offered are not among those performed, wherever the record stands', async () => {
    const { row, key } = organization
    const professional = await createProfessional(api.db, row)
    const performedBy = [professional]
    const offered = await createService(api.db, row, { performedBy })
    const over = await createService(api.db, row, { isActive: false, performedBy })
    const plain = await get(professional.id)
    expect(plain.body.service_ids).toEqual([offered.id])
    const full = await get(professional.id, '?expand=services')
    expect(full.body.services.map(({ id }: { id: number }) => id)).toEqual([offered.id])
    const list = async (query: string) =>
      (await api.call('GET', `/v1/professionals?${query}`, { key })).body.data
    const listed = (await list('limit=200&expand=services')).find(
      ({ id }: { id: number }) => id === professional.id,
    )
    expect(listed).toEqual(full.body)
    expect(await list(`service_id=${over.id}`)).toEqual([])
    const service = await api.call('GET', `/v1/services/${offered.id}?expand=professionals`, {
      key,
    })
    expect(service.body.professionals).toEqual([plain.body])
    const appointment = await createAppointmentRow(api.db, row, {
      professional,
      client: await createClientRow(api.db, row, { email: 'ana@example.com' }),
      services: [over],
      start: '2026-11-23T09:00:00-03:00',
    })
    const path = `/v1/appointments/${appointment.id}?expand=professional`
    expect((await api.call('GET', path, { key })).body.professional).toEqual(plain.body)
  })

  it('200: updated_at grows with service_ids, and with nothing that the record does not show', async () => {
    const { db } = api
    const { row } = organization
    const professional = await createProfessional(db, row)
    const service = await createService(db, row)
    const link = { organizationId: row.id, professionalId: professional.id }
    const rowOf = () => db.professional.findUniqueOrThrow({ where: { id: professional.id } })
    const setActive = (isActive: boolean) =>
      db.service.update({ where: { id: service.id }, data: { isActive } })
    let before = await rowOf()
    for (const [change, performed] of [
      [
        () => db.professionalService.create({ data: { ...link, serviceId: service.id } }),
        [service.id],
      ],
      [() => setActive(false), []],
      [() => setActive(true), [service.id]],
      [() => db.professionalService.deleteMany({ where: link }), []],
    ] as const) {
      await change()
      const after = await rowOf()
      expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime())
      expect((await get(professional.id)).body.service_ids).toEqual(performed)
      before = after
    }
    await db.professionalService.create({ data: { ...link, serviceId: service.id } })
    const { updatedAt } = await rowOf()
    await db.service.update({ where: { id: service.id }, data: { name: 'Outro nome' } })
    await db.professional.update({
      where: { id: professional.id },
      data: { lastAssignedAt: new Date() },
    })
    await db.professional.update({
      where: { id: professional.id },
      data: { name: professional.name },
    })
    expect((await rowOf()).updatedAt).toEqual(updatedAt)
    await db.professional.update({ where: { id: professional.id }, data: { name: 'Nova' } })
    expect((await rowOf()).updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime())
  })

  it('400 validation_error: an unknown expansion is named', async () => {
    const professional = await createProfessional(api.db, organization.row)
    for (const query of [
      '?expand=service',
      '?expand=services,appointments',
      '?expand[]=SERVICES',
    ]) {
      const reply = await get(professional.id, query)
      expect(reply.status, query).toBe(400)
      expect(reply.body.errors).toMatchObject([{ field: 'expand', code: 'invalid_value' }])
    }
  })

  it.each([
    ['0', 'out_of_range'],
    ['-1', 'out_of_range'],
    ['2147483648', 'out_of_range'],
    ['99999999999', 'out_of_range'],
    ['abc', 'invalid_type'],
    ['1.5', 'invalid_type'],
    ['0x10', 'invalid_type'],
    ['1%20', 'invalid_type'],
    ['%00', 'invalid_type'],
  ])('400 validation_error: the id %s', async (id, code) => {
    const reply = await get(id)
    expect(reply.status).toBe(400)
    expect(reply.body.code).toBe('validation_error')
    expect(reply.body.errors).toMatchObject([{ field: 'professional_id', code }])
  })

  it('403 forbidden_scope: a key without read', async () => {
    const key = await organization.keyWith(['write'])
    const reply = await api.call('GET', '/v1/professionals/1', { key })
    expect(reply.status).toBe(403)
    expect(reply.body.code).toBe('forbidden_scope')
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const stranger = await api.organization()
    const theirs = await createProfessional(api.db, stranger.row)
    const ours = await get(theirs.id)
    const noOne = await get(2_147_483_647)
    for (const reply of [ours, noOne]) {
      expect(reply.status).toBe(404)
      expect(reply.body.code).toBe('not_found')
    }
    expect(ours.body.detail).toBe(noOne.body.detail)
  })
})

function get(id: number | string, query = '') {
  return api.call('GET', `/v1/professionals/${id}${query}`, { key: organization.key })
}
