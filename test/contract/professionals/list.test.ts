import { describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { createProfessional, createService, performs } from '../../support/clinic.ts'

const api = useSharedApi()

describe('GET /v1/professionals', () => {
  it('200: an empty organization has an empty page', async () => {
    const { key } = await api.organization()
    const reply = await list(key)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ data: [], has_more: false, next_cursor: null, next: null })
  })

  it('200: the owner and the active collaborators, by id', async () => {
    const { row, key } = await api.organization()
    const zilda = await createProfessional(api.db, row, { name: 'Zilda' })
    await createProfessional(api.db, row, { name: 'Left', isActive: false })
    const owner = await createProfessional(api.db, row, {
      name: 'Owner',
      role: 'owner',
      isActive: false,
    })
    const ana = await createProfessional(api.db, row, { name: 'Ana' })
    const reply = await list(key)
    expect(names(reply)).toEqual(['Zilda', 'Owner', 'Ana'])
    expect(ids(reply)).toEqual([zilda.id, owner.id, ana.id])
    expect(reply.body.data[0]).toEqual({
      object: 'professional',
      id: zilda.id,
      name: 'Zilda',
      email: null,
      role: 'collaborator',
      is_active: true,
      registry: null,
      service_ids: [],
      services: null,
      created_at: expect.stringMatching(/-03:00$/),
      updated_at: expect.stringMatching(/-03:00$/),
    })
  })

  it('200: service_id keeps those who perform it; a service of no one or of strangers keeps none', async () => {
    const { row, key } = await api.organization()
    const ana = await createProfessional(api.db, row, { name: 'Ana' })
    const bia = await createProfessional(api.db, row, { name: 'Bia' })
    const gone = await createProfessional(api.db, row, { name: 'Gone', isActive: false })
    const massage = await createService(api.db, row, { performedBy: [bia, gone] })
    const lonely = await createService(api.db, row)
    await performs(api.db, row, ana, await createService(api.db, row))
    expect(names(await list(key, `?service_id=${massage.id}`))).toEqual(['Bia'])
    expect(names(await list(key, `?service_id=${lonely.id}`))).toEqual([])
    const stranger = await api.organization()
    const them = await createProfessional(api.db, stranger.row)
    const theirs = await createService(api.db, stranger.row, { performedBy: [them] })
    expect(names(await list(key, `?service_id=${theirs.id}`))).toEqual([])
    expect(names(await list(key, `?service_id=2147483647`))).toEqual([])
  })

  it('200: expand=services gives each professional exactly the services of service_ids', async () => {
    const { row, key } = await api.organization()
    const ana = await createProfessional(api.db, row)
    const bia = await createProfessional(api.db, row)
    const idle = await createProfessional(api.db, row)
    const both = await createService(api.db, row, { performedBy: [ana, bia] })
    const only = await createService(api.db, row, { performedBy: [bia] })
    const reply = await list(key, '?expand=services')
    const services = new Map<number, number[]>(
      reply.body.data.map((professional: { id: number; services: { id: number }[] }) => [
        professional.id,
        professional.services.map((service) => service.id),
      ]),
    )
    expect(services.get(ana.id)).toEqual([both.id])
    expect(services.get(bia.id)).toEqual([both.id, only.id])
    expect(services.get(idle.id)).toEqual([])
  })

  it('200: pages follow next without losing or repeating, also when rows come in between', async () => {
    const { row, key } = await api.organization()
    const made: number[] = []
    for (let index = 0; index < 5; index += 1) made.push((await createProfessional(api.db, row)).id)
    const first = await list(key, '?limit=2')
    expect(ids(first)).toEqual(made.slice(0, 2))
    expect(first.body.has_more).toBe(true)
    expect(first.body.next).toBe(
      `http://api.test/v1/professionals?limit=2&cursor=${first.body.next_cursor}`,
    )
    made.push((await createProfessional(api.db, row)).id)
    const second = await list(key, new URL(first.body.next).search)
    expect(ids(second)).toEqual(made.slice(2, 4))
    const third = await list(key, `?limit=2&cursor=${second.body.next_cursor}`)
    expect(ids(third)).toEqual(made.slice(4, 6))
    expect(third.body).toMatchObject({ has_more: false, next_cursor: null, next: null })
  })

  it('200: strangers see only their own', async () => {
    const ours = await api.organization()
    await createProfessional(api.db, ours.row)
    const stranger = await api.organization()
    expect(ids(await list(stranger.key))).toEqual([])
  })

  it.each([
    ['limit=0', 'limit', 'out_of_range'],
    ['limit=201', 'limit', 'out_of_range'],
    ['limit=ten', 'limit', 'invalid_type'],
    ['service_id=0', 'service_id', 'out_of_range'],
    ['service_id=2147483648', 'service_id', 'out_of_range'],
    ['service_id=x', 'service_id', 'invalid_type'],
    ['service_id=', 'service_id', 'invalid_type'],
    ['cursor=AAAA', 'cursor', 'invalid_value'],
    ['cursor=', 'cursor', 'too_short'],
    ['expand=client', 'expand', 'invalid_value'],
  ])('400 validation_error: %s', async (query, field, code) => {
    const { key } = await api.organization()
    const reply = await list(key, `?${query}`)
    expect(reply.status).toBe(400)
    expect(reply.body.code).toBe('validation_error')
    expect(reply.body.errors).toMatchObject([{ field, code }])
  })

  it('400 validation_error: a cursor belongs to its filters, its route and its organization', async () => {
    const ours = await api.organization()
    const service = await createService(api.db, ours.row, {
      performedBy: [
        await createProfessional(api.db, ours.row),
        await createProfessional(api.db, ours.row),
      ],
    })
    const { next_cursor: cursor } = (await list(ours.key, '?limit=1')).body
    const stranger = await api.organization()
    const misused = [
      await list(ours.key, `?cursor=${cursor}&service_id=${service.id}`),
      await api.call('GET', `/v1/services?cursor=${cursor}`, { key: ours.key }),
      await list(stranger.key, `?cursor=${cursor}`),
      await list(ours.key, `?cursor=${cursor.slice(0, -1)}`),
    ]
    for (const reply of misused) {
      expect(reply.status).toBe(400)
      expect(reply.body.errors).toMatchObject([{ field: 'cursor', code: 'invalid_value' }])
    }
    expect((await list(ours.key, `?cursor=${cursor}&limit=200`)).status).toBe(200)
  })
})

function list(key: TestOrganization['key'], query = '') {
  return api.call('GET', `/v1/professionals${query}`, { key })
}

type Listed = { body: { data: { id: number; name: string }[] } }
const ids = (reply: Listed) => reply.body.data.map((professional) => professional.id)
const names = (reply: Listed) => reply.body.data.map((professional) => professional.name)
