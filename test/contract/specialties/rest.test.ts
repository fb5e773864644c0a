/** Specialties by key. */
import { LIMITS } from '@scheduling/core'
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { askedRoutes, type AskedRoutes } from '../../support/asked-routes.ts'
import { createService } from '../../support/clinic.ts'

const api = useSharedApi()

async function open() {
  const organization = await api.organization()
  return { organization, ...askedRoutes(api, () => organization) }
}
const created = async ({ post }: AskedRoutes, name = 'Fisioterapia'): Promise<number> =>
  (await post('/specialties', { name })).body.id

describe('POST /v1/specialties', () => {
  it('201: under a name that no other one has', async () => {
    const { post } = await open()
    const reply = await post('/specialties', { name: 'Fisioterapia' })
    expect([reply.status, reply.body]).toEqual([
      201,
      { object: 'specialty', id: expect.any(Number), name: 'Fisioterapia', service_count: 0 },
    ])
    const again = await post('/specialties', { name: 'fisio-terapía' })
    expect(again.problem.errors).toMatchObject([{ field: 'name', code: 'already_in_use' }])
  })

  it('409 action_not_allowed: there are too many', async () => {
    const { organization, post } = await open()
    await api.db.specialty.createMany({
      data: Array.from({ length: LIMITS.specialtiesPerOrganization }, (_, index) => ({
        organizationId: organization.row.id,
        name: `Área ${index}`,
      })),
    })
    expect((await post('/specialties', { name: 'Mais uma' })).problem.code).toBe(
      'action_not_allowed',
    )
  })
})

describe('GET /v1/specialties', () => {
  it('200: by id, page by page', async () => {
    const clinic = await open()
    const ids = [await created(clinic, 'Psicologia'), await created(clinic)]
    const idsOf = ({ body }: { body: any }) => body.data.map(({ id }: { id: number }) => id)
    const first = await clinic.get('/specialties', { limit: 1 })
    expect([idsOf(first), first.body.has_more]).toEqual([[ids[0]], true])
    const { next_cursor: cursor } = first.body
    expect(idsOf(await clinic.get('/specialties', { limit: 1, cursor }))).toEqual([ids[1]])
    expect(idsOf(await clinic.get('/specialties'))).toEqual(ids)
  })
})

describe('PATCH /v1/specialties/{specialty_id}', () => {
  it('200 and 404 not_found: renames it, unless it is of a stranger', async () => {
    const clinic = await open()
    const path = `/specialties/${await created(clinic)}`
    expect((await clinic.patch(path, { name: 'Reabilitação' })).body.name).toBe('Reabilitação')
    expect((await (await open()).patch(path, { name: 'X' })).problem.code).toBe('not_found')
  })
})

describe('DELETE /v1/specialties/{specialty_id}', () => {
  it('204 and 404 not_found: removes it, once', async () => {
    const clinic = await open()
    const path = `/specialties/${await created(clinic)}`
    expect((await (await open()).delete(path)).status).toBe(404)
    expect((await clinic.delete(path)).status).toBe(204)
    expect((await clinic.delete(path)).problem.code).toBe('not_found')
  })

  it('409 action_not_allowed: services belong to it', async () => {
    const clinic = await open()
    const id = await created(clinic)
    await createService(api.db, clinic.organization.row, { specialtyId: id })
    expect((await clinic.delete(`/specialties/${id}`)).problem.code).toBe('action_not_allowed')
  })
})
