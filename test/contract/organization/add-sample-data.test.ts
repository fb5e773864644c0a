import { beforeEach, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { times } from '../../support/at-once.ts'
import { at, MONDAY } from '../../support/booking.ts'
import { createClientRow, createService, eventsOf, workingHours } from '../../support/clinic.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'

const api = useSharedApi()
let organization: TestOrganization
let owner: Dashboard

beforeEach(async () => {
  organization = await api.organization()
  owner = await signIn(api, organization)
})

const add = (who = owner) => who.mutate('organization.addSampleData')
const entries = async () =>
  (
    await api.db.auditEntry.findMany({
      where: { organizationId: organization.row.id },
      orderBy: { id: 'asc' },
    })
  ).map(({ action }) => action)
const read = async (path: string) => (await api.call('GET', path, { key: organization.key })).body

describe('organization.addSampleData', () => {
  it('200: services with hours for the owner, and clients; one batch of events, and notes', async () => {
    const { status, body } = await add()
    expect([status, body.service_ids.length, body.client_ids.length]).toEqual([200, 3, 5])
    const services = (await read('/v1/services')).data
    expect(services.map(({ id }: any) => id)).toEqual(body.service_ids)
    const clients = (await read('/v1/clients')).data
    expect(clients.map(({ id }: any) => id)).toEqual(body.client_ids)
    for (const { email, phone, cpf } of clients) {
      expect([email, phone, cpf]).toEqual([expect.stringMatching(/@example\.com$/), null, null])
    }
    const events = await eventsOf(api.db, organization.row)
    const told = ['service.created', 'professional.updated']
    expect(events.map(({ type }) => type)).toEqual([
      ...told,
      ...told,
      ...told,
      ...Array(5).fill('client.created'),
    ])
    expect(new Set(events.map(({ payload }) => payload.batch_id)).size).toBe(1)
    expect(events[0]?.payload).toMatchObject({
      object: services[0],
      changes: null,
      batch_id: expect.stringMatching(/^bat_/),
    })
    expect(events[0]?.context).toMatchObject({ actor: { type: 'user' }, source: 'dashboard' })
    expect((await entries()).slice(11)).toEqual([
      'working_hours.updated',
      'organization.sample_data_created',
    ])
  })

  it('200: what was made can be booked at once', async () => {
    const { body } = await add()
    const reply = await api.call('POST', '/v1/appointments', {
      key: organization.key,
      body: {
        service_ids: [body.service_ids[0]],
        start: at('09:00', MONDAY),
        client_id: body.client_ids[0],
      },
    })
    expect([reply.status, reply.body.client.name]).toEqual([201, 'Ana Exemplo'])
  })

  it('200: in English where the organization is', async () => {
    await owner.mutate('organization.update', { language: 'en' })
    await add()
    const { data } = await read('/v1/services')
    expect(data.map(({ name }: any) => name)).toEqual(['Visit', 'Assessment', 'Follow-up'])
  })

  it('200: hours that the owner has stay as they are', async () => {
    const { id } = await api.db.professional.findFirstOrThrow({
      where: { organizationId: organization.row.id, role: 'owner' },
    })
    await workingHours(api.db, organization.row, { id }, { weekdays: [6] })
    expect((await add()).status).toBe(200)
    expect(await api.db.workingHours.count({ where: { professionalId: id } })).toBe(2)
    expect(await entries()).not.toContain('working_hours.updated')
  })

  it('409 action_not_allowed: where there is a service, or a client, even an inactive one', async () => {
    const other = await api.organization()
    await createService(api.db, organization.row, { isActive: false })
    await createClientRow(api.db, other.row)
    for (const [who, what] of [
      [owner, 'services'],
      [await signIn(api, other), 'clients'],
    ] as const) {
      const { status, problem } = await add(who)
      expect([status, problem.code, problem.detail]).toEqual([
        409,
        'action_not_allowed',
        `The organization has ${what} already. Sample data is for an empty one.`,
      ])
    }
    expect(await entries()).toEqual([])
  })

  it('409 action_not_allowed: of many calls at once, one adds it', async () => {
    const replies = await times(8, () => add())
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    expect((await read('/v1/services')).data).toHaveLength(3)
    expect((await read('/v1/clients')).data).toHaveLength(5)
  })

  it('403 forbidden_scope: a collaborator', async () => {
    const reply = await add(await signIn(api, organization, 'manager'))
    expect([reply.status, reply.problem.code]).toEqual([403, 'forbidden_scope'])
  })
})
