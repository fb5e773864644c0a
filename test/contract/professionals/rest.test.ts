/** Professionals by key. What a change does is in the files of the procedures. */
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { askedRoutes, type AskedRoutes } from '../../support/asked-routes.ts'
import { openClinic, type BookableClinic } from '../../support/booking.ts'
import { createUser } from '../../support/dashboard.ts'

const api = useSharedApi()

type Opened = BookableClinic & AskedRoutes & { readonly path: string }

async function open(): Promise<Opened> {
  const clinic = await openClinic(api)
  const path = `/professionals/${clinic.professional.id}`
  return { ...clinic, ...askedRoutes(api, () => clinic.organization), path }
}

const listed = async ({ get }: AskedRoutes, query = {}): Promise<number[]> =>
  (await get('/professionals', query)).body.data.map(({ id }: { id: number }) => id)

describe('POST /v1/professionals', () => {
  it('201: a member of the team without a login', async () => {
    const clinic = await open()
    const { post, service, organization } = clinic
    const reply = await post('/professionals', { name: 'Bia Reis', service_ids: [service.id] })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      object: 'professional',
      name: 'Bia Reis',
      role: 'collaborator',
    })
    expect(await listed(clinic)).toContain(reply.body.id)
    const where = { organizationId: organization.row.id, professionalId: reply.body.id }
    expect(await api.db.user.count({ where })).toBe(0)
    const wrong = await post('/professionals', { name: 'Bia', service_ids: [999_999] })
    expect(wrong.problem.errors).toMatchObject([{ field: 'service_ids[0]', code: 'not_found' }])
  })
})

describe('PATCH /v1/professionals/{professional_id}', () => {
  it('200: changes what is sent', async () => {
    const { patch, get, path } = await open()
    const reply = await patch(path, { registry: 'CRM 1234' })
    expect(reply.body).toMatchObject({
      professional: { registry: 'CRM 1234' },
      impact: { total: 0 },
    })
    expect((await get(path)).body).toEqual(reply.body.professional)
  })

  it('409 action_not_allowed and 404 not_found: without a choice, and of a stranger', async () => {
    const { patch, book, path } = await open()
    await book()
    expect((await patch(path, { service_ids: [] })).problem.code).toBe('action_not_allowed')
    expect((await (await open()).patch(path, { name: 'X' })).problem.code).toBe('not_found')
  })
})

describe('POST /v1/professionals/{professional_id}/deactivate', () => {
  it('200: is listed with those who left alone', async () => {
    const clinic = await open()
    const { post, path, professional } = clinic
    const reply = await post(`${path}/deactivate`)
    expect(reply.body).toMatchObject({
      professional: { is_active: false },
      impact: { total: 0 },
      unassigned_queue_entry_ids: [],
    })
    expect(await listed(clinic)).not.toContain(professional.id)
    expect(await listed(clinic, { include_inactive: true })).toContain(professional.id)
  })

  it('403 forbidden_scope: an owner is not deactivated by a key', async () => {
    const { post, organization } = await open()
    const { professionalId } = await createUser(api, organization, { access: 'owner' })
    const refused = await post(`/professionals/${professionalId}/deactivate`)
    expect([refused.status, refused.problem.code]).toEqual([403, 'forbidden_scope'])
  })

  it('409 action_not_allowed and 404 not_found: without a choice, and of a stranger', async () => {
    const { post, book, path } = await open()
    await book()
    expect((await post(`${path}/deactivate`)).problem.code).toBe('action_not_allowed')
    expect((await (await open()).post(`${path}/deactivate`)).problem.code).toBe('not_found')
  })
})

describe('POST /v1/professionals/{professional_id}/reactivate', () => {
  it('200: comes back with the hours and services of before', async () => {
    const { post, get, path, starts } = await open()
    const before = await starts()
    await post(`${path}/deactivate`)
    expect(await starts()).toEqual([])
    const reply = await post(`${path}/reactivate`)
    expect([reply.status, reply.body.is_active]).toEqual([200, true])
    expect((await get(path)).body).toEqual(reply.body)
    expect(await starts()).toEqual(before)
  })

  it('404 not_found: of a stranger', async () => {
    const { path } = await open()
    expect((await (await open()).post(`${path}/reactivate`)).problem.code).toBe('not_found')
  })
})
