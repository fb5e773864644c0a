import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createProfessional } from '../../support/clinic.ts'
import { openBrowser, signIn } from '../../support/dashboard.ts'

const api = useSharedApi()

describe('professionals.listInactive', () => {
  it('200: who left, a page at a time, and no one of another organization', async () => {
    const [organization, other] = [await api.organization(), await api.organization()]
    const gone = [
      await createProfessional(api.db, organization.row, { name: 'Ana', isActive: false }),
      await createProfessional(api.db, organization.row, { name: 'Bia', isActive: false }),
    ]
    await createProfessional(api.db, organization.row, { name: 'Caio' })
    await createProfessional(api.db, other.row, { name: 'Davi', isActive: false })
    const collaborator = await signIn(api, organization, 'manager')
    const first = await collaborator.query('professionals.listInactive', { limit: 1 })
    expect(first.body).toMatchObject({
      data: [{ id: gone[0]?.id, name: 'Ana', is_active: false, service_ids: [] }],
      has_more: true,
    })
    const cursor = first.body.next_cursor
    const second = await collaborator.query('professionals.listInactive', { limit: 1, cursor })
    expect(second.body).toMatchObject({ data: [{ id: gone[1]?.id }], has_more: false })
  })

  it('401 unauthorized: without a session', async () => {
    expect((await openBrowser(api).query('professionals.listInactive', {})).status).toBe(401)
  })
})
