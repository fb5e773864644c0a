import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { eventsOf } from '../../support/clinic.ts'
import { createUser, openBrowser, signIn } from '../../support/dashboard.ts'
import { expectOk, openChangingClinic } from '../../support/impact.ts'

const api = useSharedApi()

describe('professionals.reactivate', () => {
  it('200: comes back with the same hours and services', async () => {
    const clinic = await openChangingClinic(api)
    const { professional, service } = clinic
    const input = { professional_id: professional.id }
    const id = await clinic.bookAt('09:00')
    await clinic.owner.mutate('professionals.deactivate', { ...input, appointments: 'keep' })
    expect((await clinic.book()).status).toBe(400)
    const collaborator = await signIn(api, clinic.organization, 'manager')
    const reply = await collaborator.mutate('professionals.reactivate', input)
    expect(expectOk(reply).body).toMatchObject({ is_active: true, service_ids: [service.id] })
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(events.slice(-2)).toMatchObject([
      {
        type: 'professional.updated',
        payload: { object: reply.body, changes: { is_active: { from: false, to: true } } },
      },
      {
        type: 'service.updated',
        payload: { changes: { professional_ids: { from: [], to: [professional.id] } } },
      },
    ])
    expect((await clinic.noted()).at(-1)).toEqual({
      action: 'professional.reactivated',
      recordId: String(professional.id),
      changes: { is_active: { from: false, to: true } },
    })
    expect(await clinic.starts()).toContain('2026-11-23T09:30:00-03:00')
    // What was kept has its place again, and is concerned when the professional leaves again.
    const again = await clinic.owner.mutate('professionals.deactivate', { ...input, preview: true })
    expect(again.body.impact.appointments).toMatchObject([{ appointment: { id } }])
    const before = await clinic.everything()
    expectOk(await clinic.owner.mutate('professionals.reactivate', input))
    expect(await clinic.everything()).toBe(before)
  })

  it.each([
    ['manager', 401],
    ['owner', 200],
  ] as const)(
    '200: after a return by the %s, the professional’s login answers %i',
    async (role, status) => {
      const { owner, organization } = await openChangingClinic(api)
      const password = 'correct horse battery staple'
      const { email, professionalId } = await createUser(api, organization, {
        access: 'manager',
        password,
      })
      const tried = async () =>
        (await openBrowser(api).mutate('account.signIn', { email, password })).status
      expect(await tried()).toBe(200)
      const input = { professional_id: professionalId }
      expectOk(await owner.mutate('professionals.deactivate', { ...input, appointments: 'keep' }))
      expect(await tried()).toBe(401)
      const caller = role === 'owner' ? owner : await signIn(api, organization, role)
      expectOk(await caller.mutate('professionals.reactivate', input))
      expect(await tried()).toBe(status)
      // Without a login no link to set a new password brings it back.
      expect(await api.db.user.count({ where: { email } })).toBe(role === 'owner' ? 1 : 0)
    },
  )

  it('404 not_found: another organization’s professional', async () => {
    const [clinic, other] = [await openChangingClinic(api), await openChangingClinic(api)]
    const input = { professional_id: other.professional.id }
    const reply = await clinic.owner.mutate('professionals.reactivate', input)
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
    expect((await openBrowser(api).mutate('professionals.reactivate', input)).status).toBe(401)
  })
})
