import { describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { createProfessional, createService, createSpecialty } from '../../support/clinic.ts'

const api = useSharedApi()

describe('GET /v1/services', () => {
  it('200: active ones by id; include_inactive adds the others', async () => {
    const { row, key } = await api.organization()
    const first = await createService(api.db, row, { name: 'Z' })
    const inactive = await createService(api.db, row, { isActive: false })
    const last = await createService(api.db, row, { name: 'A' })
    expect(ids(await list(key))).toEqual([first.id, last.id])
    expect(ids(await list(key, '?include_inactive=false'))).toEqual([first.id, last.id])
    expect(ids(await list(key, '?include_inactive=true'))).toEqual([first.id, inactive.id, last.id])
  })

  it('200: specialty_id and booking_mode must both hold; an unknown specialty has no services', async () => {
    const { row, key } = await api.organization()
    const physio = await createSpecialty(api.db, row)
    const a = await createService(api.db, row, { specialtyId: physio.id })
    const b = await createService(api.db, row, { specialtyId: physio.id, bookingMode: 'QUEUE' })
    const c = await createService(api.db, row, { bookingMode: 'QUEUE' })
    expect(ids(await list(key, `?specialty_id=${physio.id}`))).toEqual([a.id, b.id])
    expect(ids(await list(key, '?booking_mode=QUEUE'))).toEqual([b.id, c.id])
    expect(ids(await list(key, '?booking_mode=SCHEDULED'))).toEqual([a.id])
    expect(ids(await list(key, `?specialty_id=${physio.id}&booking_mode=QUEUE`))).toEqual([b.id])
    expect(ids(await list(key, '?specialty_id=2147483647'))).toEqual([])
    const stranger = await api.organization()
    const theirs = await createSpecialty(api.db, stranger.row)
    await createService(api.db, stranger.row, { specialtyId: theirs.id })
    expect(ids(await list(key, `?specialty_id=${theirs.id}`))).toEqual([])
  })

  it('200: the list shows the same record as the route of one', async () => {
    const { row, key } = await api.organization()
    const ana = await createProfessional(api.db, row)
    const service = await createService(api.db, row, { performedBy: [ana], maxCapacity: 3 })
    for (const query of ['', '?expand=professionals']) {
      const listed = await list(key, query)
      const single = await api.call('GET', `/v1/services/${service.id}${query}`, { key })
      expect(listed.body.data).toEqual([single.body])
    }
  })

  it('200: expand=professionals gives each service its own', async () => {
    const { row, key } = await api.organization()
    const ana = await createProfessional(api.db, row)
    const bia = await createProfessional(api.db, row)
    await createService(api.db, row, { performedBy: [bia, ana] })
    await createService(api.db, row, { performedBy: [bia] })
    await createService(api.db, row)
    const { body } = await list(key, '?expand=professionals')
    expect(
      body.data.map((service: { professionals: { id: number; object: string }[] }) =>
        service.professionals.map(({ id, object }) => [id, object]),
      ),
    ).toEqual([
      [
        [ana.id, 'professional'],
        [bia.id, 'professional'],
      ],
      [[bia.id, 'professional']],
      [],
    ])
  })

  it('200: pages follow next and keep the filters', async () => {
    const { row, key } = await api.organization()
    const made: number[] = []
    for (let index = 0; index < 5; index += 1) {
      made.push((await createService(api.db, row, { isActive: index % 2 === 0 })).id)
    }
    const seen: number[] = []
    let query = '?limit=2&include_inactive=true'
    for (;;) {
      const page = await list(key, query)
      seen.push(...ids(page))
      if (page.body.next === null) break
      expect(page.body.has_more).toBe(true)
      query = new URL(page.body.next).search
    }
    expect(seen).toEqual(made)
  })

  it('200: strangers see only their own', async () => {
    const ours = await api.organization()
    await createService(api.db, ours.row)
    const stranger = await api.organization()
    expect(ids(await list(stranger.key, '?include_inactive=true'))).toEqual([])
  })

  it.each([
    ['include_inactive=1', 'include_inactive', 'invalid_type'],
    ['include_inactive=', 'include_inactive', 'invalid_type'],
    ['specialty_id=0', 'specialty_id', 'out_of_range'],
    ['specialty_id=physio', 'specialty_id', 'invalid_type'],
    ['booking_mode=scheduled', 'booking_mode', 'invalid_value'],
    ["booking_mode=QUEUE' OR true --", 'booking_mode', 'invalid_value'],
    ['limit=201', 'limit', 'out_of_range'],
    ['cursor=x', 'cursor', 'invalid_value'],
    ['expand=specialty', 'expand', 'invalid_value'],
  ])('400 validation_error: %s', async (query, field, code) => {
    const { key } = await api.organization()
    const reply = await list(key, `?${encodeURI(query)}`)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ field, code }])
  })

  it('400 validation_error: a cursor with other filters', async () => {
    const { row, key } = await api.organization()
    await createService(api.db, row)
    await createService(api.db, row)
    const { next_cursor: cursor } = (await list(key, '?limit=1')).body
    const reply = await list(key, `?include_inactive=true&cursor=${cursor}`)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ field: 'cursor', code: 'invalid_value' }])
  })
})

function list(key: TestOrganization['key'], query = '') {
  return api.call('GET', `/v1/services${query}`, { key })
}

const ids = (reply: { body: { data: { id: number }[] } }) =>
  reply.body.data.map((service) => service.id)
