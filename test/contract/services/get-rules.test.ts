import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createService } from '../../support/clinic.ts'
import { openBrowser, signIn } from '../../support/dashboard.ts'

const api = useSharedApi()

describe('services.getRules', () => {
  it('200: null where the rule of the organization applies, and the online room', async () => {
    const organization = await api.organization({ minAdvanceMinutes: 45, maxAdvanceDays: 60 })
    const service = await createService(api.db, organization.row, {
      minAdvanceMinutes: null,
      maxAdvanceDays: 10,
      meetingUrl: 'https://meet.example/sala',
    })
    const collaborator = await signIn(api, organization, 'manager')
    const input = { service_id: service.id }
    expect((await collaborator.query('services.getRules', input)).body).toEqual({
      object: 'service_rules',
      own: { min_advance_minutes: null, max_advance_days: 10 },
      organization: { min_advance_minutes: 45, max_advance_days: 60 },
      meeting_url: 'https://meet.example/sala',
    })
    expect((await openBrowser(api).query('services.getRules', input)).status).toBe(401)
  })

  it('404 not_found: a service of another organization', async () => {
    const [organization, other] = [await api.organization(), await api.organization()]
    const service = await createService(api.db, other.row)
    const owner = await signIn(api, organization)
    const reply = await owner.query('services.getRules', { service_id: service.id })
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })
})
