/** One service, and the organizations that the walk over all routes and procedures asks about. */
import type { Route } from '@scheduling/api'
import { ACCESSES, SCOPES, type Access, type Scope } from '@scheduling/core'
import { expect, vi } from 'vitest'
import { startTestApi, type Reply, type TestApi, type TestOrganization } from '../../support/api.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'
import {
  acceptedRequest,
  readDocument,
  type ApiDocument,
  type Operation,
} from '../../support/document.ts'
import { createRecords, type Records } from '../../support/records.ts'
import { resolveNames } from '../../support/webhooks.ts'
import { wholeOrganization } from '../../support/whole-organization.ts'
import { idsOfColleague } from './colleague.ts'
import { wrongKeys, type WrongKeys } from './wrong-keys.ts'

export type Ids = Readonly<Record<string, unknown>>

export type World = {
  readonly api: TestApi
  /** On the same database, with limits that one request fills. */
  readonly limited: TestApi
  readonly document: ApiDocument
  /** It is asked with ids of the stranger, and nothing of both changes. */
  readonly own: TestOrganization
  readonly ours: Ids
  readonly theirs: Ids
  readonly owner: Dashboard
  /** One user of `own` with each access. */
  readonly byAccess: ReadonlyMap<Access, Dashboard>
  /** The user of the professional of `ours`. */
  readonly professional: Dashboard
  /** Of another professional of `own`. */
  readonly colleague: Ids
  /** Everything of both. */
  whole(): Promise<unknown>
  /** Another one, whose records may change. */
  readonly served: TestOrganization
  readonly records: Records
  readonly wrongKeys: WrongKeys
  /** A key with every scope but this one. */
  readonly keysWithout: ReadonlyMap<Scope | null, string>
  readonly keysWithOnly: ReadonlyMap<Scope | null, string>
  /** The plan of its organization has no API. */
  readonly keyWithoutApi: string
  /** Its limit is used up in `limited`. */
  readonly spentKey: string
  /** Of an organization that has switched its queue and its webhooks off. */
  readonly ownerOfLess: Dashboard
  operationOf(route: Route): Operation
  /** The smallest request that the route accepts. */
  accepted(route: Route, key: string, to?: TestApi): Promise<Reply>
  close(): Promise<void>
}

export async function openWorld(): Promise<World> {
  const api = await startTestApi()
  resolveNames(api, { 'example.com': ['93.184.215.14'] })
  const limited = await startTestApi({ beside: api, limitsScale: 0.1 })
  const document = await readDocument(api.url)
  const [own, stranger, served] = [
    await api.organization(),
    await api.organization({ name: 'Outra clínica' }),
    // It has everything that routes are about, a test clock too.
    await api.organization({ livemode: false }),
  ]
  const theirs = await idsOf(api, stranger)
  const ours = await idsOf(api, own)
  const byAccess = new Map<Access, Dashboard>()
  for (const access of ACCESSES) byAccess.set(access, await signIn(api, own, access))
  const professional = await signIn(api, own, 'professional', Number(ours['professional_id']))
  const records = await createRecords(api, served)
  const without = await api.organization({ planFeatures: ['webhooks', 'online_queue'] })
  const spent = await api.organization()
  expect((await limited.call('GET', '/v1/me', { key: spent.key })).status).toBe(200)
  const less = await api.organization({ switchedOff: ['online_queue', 'webhooks'] })
  const scopes: readonly (Scope | null)[] = [...SCOPES, null]
  const keysBy = async (scopesOf: (scope: Scope | null) => readonly Scope[]) =>
    new Map(
      await Promise.all(
        scopes.map(async (scope) => [scope, await served.keyWith(scopesOf(scope))] as const),
      ),
    )
  await untilUsed(api, own)
  const operationOf = ({ name }: Route): Operation => {
    const found = document.operations.find((operation) => operation.name === name)
    if (found === undefined) throw new Error(`${name} is not in the document.`)
    return found
  }
  return {
    api,
    limited,
    document,
    own,
    ours,
    theirs,
    owner: await signIn(api, own),
    byAccess,
    professional,
    colleague: await idsOfColleague(api, own),
    async whole() {
      return [
        await wholeOrganization(api, stranger.row.id),
        await wholeOrganization(api, own.row.id),
      ]
    },
    served,
    records,
    wrongKeys: await wrongKeys(api, served),
    keysWithout: await keysBy((lacking) => SCOPES.filter((scope) => scope !== lacking)),
    keysWithOnly: await keysBy((scope) => (scope === null ? [] : [scope])),
    keyWithoutApi: without.key,
    spentKey: spent.key,
    ownerOfLess: await signIn(api, less),
    operationOf,
    accepted(route, key, to = api) {
      const { path, sent } = acceptedRequest(document, operationOf(route), records)
      return to.call(route.method, path, { key, ...sent })
    },
    async close() {
      await limited.close()
      await api.close()
    },
  }
}

/** The last use of a key is written once a minute, and the clock stands still. */
async function untilUsed(api: TestApi, { row, key }: TestOrganization): Promise<void> {
  await api.call('GET', '/v1/me', { key })
  const where = { organizationId: row.id, lastUsedAt: { not: null } }
  await vi.waitFor(async () => expect(await api.db.apiKey.count({ where })).toBe(1), 20_000)
}

/** One record of every kind, by the names of the fields that name it. */
async function idsOf(api: TestApi, organization: TestOrganization): Promise<Ids> {
  const { db } = api
  const organizationId = organization.row.id
  const records = await createRecords(api, organization)
  await db.appointment.update({
    where: { id: records.appointment_id },
    data: { recurrenceId: 'rec_1' },
  })
  await signIn(api, organization, 'manager')
  const of = { user: { organizationId } }
  const session = await db.userSession.findFirstOrThrow({ where: of })
  const key = await db.apiKey.findFirstOrThrow({ where: { organizationId } })
  const { userId } = session
  const invite = await db.userInvite.create({
    data: {
      organizationId,
      professionalId: records.professional_id,
      email: `${crypto.randomUUID()}@example.com`,
      access: 'manager',
      tokenHash: new Uint8Array(32).fill(organizationId),
      invitedBy: userId,
      expiresAt: new Date('2026-12-20T12:00:00Z'),
    },
  })
  const merged = await db.client.create({
    data: { organizationId, firstName: 'Z', searchText: 'z' },
  })
  const refund = await db.depositRefund.create({
    data: {
      organizationId,
      depositId: records.deposit_id,
      refundId: `refund${organizationId}`,
      amount: '1.00',
      rejectedAt: new Date('2026-11-20T12:00:00Z'),
    },
  })
  const message = await db.message.create({
    data: {
      id: `msg_${organizationId}`,
      organizationId,
      direction: 'OUTBOUND',
      purpose: 'booked',
      channel: 'email',
      status: 'SENT',
      clientId: records.client_id,
      recipient: 'ana@example.com',
      record: 'appointment',
      recordId: records.appointment_id,
      cause: 'test',
    },
  })
  const feed = await db.calendarFeed.create({
    data: {
      organizationId,
      professionalId: records.professional_id,
      kind: 'full',
      linkVersion: 1,
    },
  })
  return {
    ...records,
    entry_ids: [records.waitlist_entry_id],
    feed_id: feed.id,
    refund_id: refund.id,
    message_id: message.id,
    queue_entry_id: records.entry_id,
    client_ids: [records.client_id],
    merged_client_id: merged.id,
    session_id: session.id,
    user_id: userId,
    api_key_id: key.id,
    invite_id: invite.id,
  }
}
