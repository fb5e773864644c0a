/** What the operator does with an organization: its plan, and a suspension. */
import { resumeOrganization, setPlan, suspendOrganization } from '@scheduling/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeAgents, openAgent } from '../../support/agents.ts'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { at, openClinic, type BookableClinic } from '../../support/booking.ts'
import { openStranger, signIn, type Dashboard } from '../../support/dashboard.ts'
import { bookAs, joinAs, newClient, submissionId, tokenOf } from '../../support/public-booking.ts'

const api = useSharedApi()
let clinic: BookableClinic
let slug: string
let owner: Dashboard

beforeEach(async () => {
  api.setNow(TEST_NOW)
  clinic = await openClinic(api)
  slug = clinic.organization.row.slug ?? ''
  owner = await signIn(api, clinic.organization)
})

afterEach(closeAgents)

const stored = () =>
  api.db.organization.findUniqueOrThrow({ where: { id: clinic.organization.row.id } })
const noted = async () => {
  const rows = await api.db.auditEntry.findMany({
    where: { organizationId: clinic.organization.row.id, actorType: 'system' },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ action, changes }) => [action, changes])
}
const suspend = () => suspendOrganization(api.service, slug, 'Fatura em aberto')
const refusalOf = ({ status, problem }: { status: number; problem: any }) => [status, problem?.code]
const REFUSED = [403, 'feature_not_enabled']

describe('a suspended organization', () => {
  it('answers no key, at /v1 or /mcp, and says why', async () => {
    const { organization } = clinic
    const agent = await openAgent(api, organization)
    await suspend()
    const reply = await clinic.call('GET', '/v1/me')
    expect([reply.status, reply.body.code, reply.body.detail]).toEqual([
      ...REFUSED,
      expect.stringContaining('suspended'),
    ])
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const tools = await fetch(`${api.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    expect([tools.status, await tools.text()]).toEqual([403, expect.stringContaining('suspended')])
  })

  it('is read in the dashboard, and changed there by no one; one’s own password can be', async () => {
    await suspend()
    expect((await owner.query('account.me')).body.organization.is_suspended).toBe(true)
    expect((await owner.query('clients.list')).status).toBe(200)
    for (const [procedure, input] of [
      ['clients.create', { first_name: 'Ana', email: 'ana@example.com' }],
      ['organization.setFeatures', { features: { api: true } }],
      ['schedule.addHoliday', { date: '2026-12-25', name: 'Natal', preview: true }],
    ] as const) {
      expect([procedure, ...refusalOf(await owner.mutate(procedure, input))]).toEqual([
        procedure,
        ...REFUSED,
      ])
    }
    expect(refusalOf(await owner.mutate('account.endOtherSessions'))).toEqual([200, undefined])
    expect((await openStranger(api).mutate('account.signOut')).status).toBe(200)
  })

  it('takes no bookings on its page, and what was booked can be cancelled by its link', async () => {
    const booked = await bookAs(api, clinic, { start: at('09:00') })
    const token = tokenOf(booked.body.url)
    await suspend()
    const visitor = openStranger(api)
    const page = await visitor.query('publicBooking.getOrganization', { slug })
    expect([page.status, page.body.services]).toEqual([200, []])
    const service_ids = [clinic.service.id]
    const asked = { slug, service_ids, date: '2026-11-23' }
    expect(refusalOf(await visitor.query('publicBooking.slots', asked))).toEqual(REFUSED)
    expect(refusalOf(await bookAs(api, clinic, { start: at('10:00') }))).toEqual(REFUSED)
    expect(refusalOf(await joinAs(api, clinic))).toEqual(REFUSED)
    const wish = {
      slug,
      submission_id: submissionId(),
      service_ids,
      from_date: '2026-11-23',
      to_date: '2026-11-23',
      client: newClient(),
    }
    expect(refusalOf(await visitor.mutate('publicBooking.joinWaitlist', wish))).toEqual(REFUSED)
    const cancelled = await visitor.mutate('publicBooking.cancelAppointment', { token })
    expect(cancelled.status).toBe(200)
    const where = { organizationId: clinic.organization.row.id }
    const { status } = await api.db.appointment.findFirstOrThrow({ where })
    expect(status).toBe('CANCELLED_CLIENT')
  })

  it('sends nothing to webhooks, and is as before once it is resumed', async () => {
    const switchedOff = ['online_queue', 'webhooks']
    const where = { id: clinic.organization.row.id }
    await api.db.organization.update({ where, data: { switchedOff, webhooksOffSince: null } })
    const before = await stored()
    await suspend()
    const { switchedOff: off, webhooksOffSince } = await stored()
    expect(off).toEqual(['online_queue', 'webhooks', 'api'])
    expect(webhooksOffSince).not.toBeNull()
    await suspendOrganization(api.service, slug, 'Duas faturas')
    await resumeOrganization(api.service, slug)
    const { updatedAt: _, ...after } = await stored()
    const { updatedAt: __, ...was } = before
    expect(after).toEqual(was)
    expect((await clinic.call('GET', '/v1/me')).status).toBe(200)
    expect(await resumeOrganization(api.service, slug)).toMatchObject({ changes: null })
    const suspendedAt = { from: null, to: new Date(TEST_NOW).toISOString() }
    expect(await noted()).toEqual([
      [
        'organization.suspended',
        { suspended_at: suspendedAt, suspended_reason: { from: null, to: 'Fatura em aberto' } },
      ],
      [
        'organization.suspended',
        { suspended_reason: { from: 'Fatura em aberto', to: 'Duas faturas' } },
      ],
      [
        'organization.resumed',
        {
          suspended_at: { from: suspendedAt.to, to: null },
          suspended_reason: { from: 'Duas faturas', to: null },
        },
      ],
    ])
  })
})

describe('a plan', () => {
  it('has a name and features; the owner switches within it', async () => {
    await setPlan(api.service, slug, { name: 'Básico', features: ['webhooks', 'api'] })
    const { body } = await clinic.call('GET', '/v1/me')
    expect(body.plan).toEqual({ name: 'Básico' })
    expect(body.features).toMatchObject({ api: true, webhooks: true, online_queue: false })
    const refused = await owner.mutate('organization.setFeatures', {
      features: { online_queue: true },
    })
    expect(refused.problem.errors).toMatchObject([{ field: 'features.online_queue' }])
    expect(await noted()).toMatchObject([
      ['organization.plan_changed', { plan: { from: 'Pro', to: 'Básico' } }],
    ])
  })

  it('of an unknown organization is refused', async () => {
    await expect(
      setPlan(api.service, 'no-such-place', { name: 'Pro', features: ['api'] }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})
