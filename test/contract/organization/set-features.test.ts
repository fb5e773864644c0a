import { sweep } from '@scheduling/delivery'
import { fanOut } from '@scheduling/delivery/testing'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, type TestOrganization, useSharedApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'
import {
  clientWebhook,
  deliveryRows,
  endpointsPerTest,
  laneOf,
  resolveNames,
  writtenEvents,
} from '../../support/webhooks.ts'

const api = useSharedApi()
let organization: TestOrganization
let owner: Dashboard
const endpoint = endpointsPerTest()

beforeAll(async () => {
  resolveNames(api)
})
beforeEach(async () => {
  api.setNow(TEST_NOW)
  organization = await api.organization({
    planFeatures: ['api', 'webhooks', 'overbooking', 'online_queue'],
    switchedOff: ['online_queue', 'deposits'],
  })
  owner = await signIn(api, organization)
})

const setFeatures = (features: unknown, who = owner) =>
  who.mutate('organization.setFeatures', { features })
const entries = () =>
  api.db.auditEntry.findMany({
    where: { organizationId: organization.row.id, action: 'organization.updated' },
    orderBy: { id: 'asc' },
  })

describe('organization.setFeatures', () => {
  it('200: switches what the plan has, and the audit tells what changed', async () => {
    const { status, body } = await setFeatures({
      overbooking: false,
      online_queue: true,
      api: true,
    })
    expect([status, body.features]).toMatchObject([
      200,
      {
        api: { in_plan: true, on: true },
        overbooking: { in_plan: true, on: false },
        online_queue: { in_plan: true, on: true },
        deposits: { in_plan: false, on: false },
      },
    ])
    const me = await api.call('GET', '/v1/me', { key: organization.key })
    expect(me.body.features).toMatchObject({ overbooking: false, online_queue: true })
    expect(await entries()).toMatchObject([
      {
        changes: {
          features: {
            from: { overbooking: true, online_queue: false },
            to: { overbooking: false, online_queue: true },
          },
        },
      },
    ])
    // What the operator had switched off beside the plan stays off, should the plan grow.
    const row = await api.db.organization.findUniqueOrThrow({ where: { id: organization.row.id } })
    expect(row.switchedOff).toEqual(['deposits', 'overbooking'])
  })

  it('200: what is so already changes nothing', async () => {
    await setFeatures({ overbooking: true, online_queue: false })
    await setFeatures({})
    expect(await entries()).toEqual([])
  })

  it('200: `overbooking` is what allows overbooking', async () => {
    const clinic = await openClinic(api)
    const its = await signIn(api, clinic.organization)
    await clinic.book()
    const again = async (phone: string) =>
      (
        await clinic.book({
          allow_overbook: true,
          client_id: undefined,
          client: { first_name: 'Eva', phone },
        })
      ).status
    await setFeatures({ overbooking: false }, its)
    expect(await again('11987650001')).toBe(403)
    await setFeatures({ overbooking: true }, its)
    expect(await again('11987650002')).toBe(201)
  })

  it('200: without `webhooks` nothing is sent; when it is back, what waited is', async () => {
    const receiver = await endpoint()
    const webhook = await clientWebhook(api, organization, receiver)
    await setFeatures({ webhooks: false })
    expect((await owner.query('webhooks.list')).problem.code).toBe('feature_not_enabled')
    const events = await writtenEvents(api, organization, 1)
    await fanOut(api.service, api.connection.pool, events)
    await laneOf(api, webhook.id)
    expect(receiver.received).toEqual([])
    expect((await deliveryRows(api, webhook.id)).map(({ state }) => state)).toEqual(['pending'])
    await setFeatures({ webhooks: true })
    await sweep(api.service, api.connection.pool)
    await laneOf(api, webhook.id)
    expect(receiver.received).toHaveLength(1)
  })

  it('200: the week of waiting begins by the real clock, however far a test organization is ahead', async () => {
    const ahead = 40 * 86_400
    const sandbox = await api.organization({ livemode: false, clockAheadSeconds: ahead })
    await setFeatures({ webhooks: false }, await signIn(api, sandbox))
    const read = () => api.db.organization.findUniqueOrThrow({ where: { id: sandbox.row.id } })
    const begun = new Date(TEST_NOW)
    expect((await read()).webhooksOffSince).toEqual(begun)
    await setFeatures({ api: false }, await signIn(api, sandbox))
    expect((await read()).webhooksOffSince).toEqual(begun)
  })

  it('200: without `api` keys stop, and the owner can still switch it on again', async () => {
    const me = async () => (await api.call('GET', '/v1/me', { key: organization.key })).status
    await setFeatures({ api: false })
    expect(await me()).toBe(403)
    expect((await setFeatures({ api: true })).status).toBe(200)
    expect(await me()).toBe(200)
  })

  it.each<[unknown, string[]]>([
    [{ deposits: true, overbooking: false }, ['features.deposits invalid_value']],
    [{ deposits: false }, ['features.deposits invalid_value']],
    [
      { agent: true, recurrence: true },
      ['features.recurrence invalid_value', 'features.agent invalid_value'],
    ],
    [{ gold: true, overbooking: false }, ['features invalid_value']],
    [{ overbooking: 'off' }, ['features.overbooking invalid_type']],
    [{ overbooking: null }, ['features.overbooking invalid_type']],
    [[], ['features invalid_type']],
    [undefined, ['features required']],
  ])('400: %j, and nothing changes', async (features, expected) => {
    const { status, problem } = await setFeatures(features)
    const faults = problem.errors.map(({ field, code }: any) => `${field} ${code}`)
    expect([status, faults]).toEqual([400, expected])
    const row = await api.db.organization.findUniqueOrThrow({ where: { id: organization.row.id } })
    expect(row.switchedOff).toEqual(['online_queue', 'deposits'])
    expect(await entries()).toEqual([])
  })

  it('403 forbidden_scope: a collaborator', async () => {
    const reply = await setFeatures({}, await signIn(api, organization, 'manager'))
    expect([reply.status, reply.problem.code]).toEqual([403, 'forbidden_scope'])
  })
})
