/** What holds on every procedure that names records: those of another organization are not there. */
import { appRouter, proceduresOf, type Procedure } from '@scheduling/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import { callAs, signIn, type Dashboard } from '../support/dashboard.ts'
import { createRecords } from '../support/records.ts'
import { wholeOrganization } from '../support/whole-organization.ts'

type Ids = Readonly<Record<string, unknown>>

let api: TestApi
let own: TestOrganization
let stranger: TestOrganization
let ours: Ids
let theirs: Ids
let owner: Dashboard

beforeAll(async () => {
  api = await startTestApi()
  ;[own, stranger] = [await api.organization(), await api.organization()]
  ;[ours, theirs] = [await idsOf(own), await idsOf(stranger)]
  owner = await signIn(api, own)
})
afterAll(() => api.close())

/** One record of every kind, by the names of the fields that name it. */
async function idsOf(organization: TestOrganization): Promise<Ids> {
  const { db } = api
  const organizationId = organization.row.id
  const records = await createRecords(api, organization)
  await db.appointment.update({
    where: { id: records.appointment_id },
    data: { recurrenceId: 'rec_1' },
  })
  const blocked = await db.blockedTime.create({
    data: {
      organizationId,
      professionalId: records.professional_id,
      startsAt: new Date('2026-11-25T12:00:00Z'),
      endsAt: new Date('2026-11-25T13:00:00Z'),
      allDay: false,
    },
  })
  await signIn(api, organization, 'collaborator')
  const of = { user: { organizationId } }
  const session = await db.userSession.findFirstOrThrow({ where: of })
  const key = await db.apiKey.findFirstOrThrow({ where: { organizationId } })
  const { userId } = session
  const invite = await db.userInvite.create({
    data: {
      organizationId,
      professionalId: records.professional_id,
      email: `${crypto.randomUUID()}@example.com`,
      role: 'collaborator',
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
  const wish = await db.waitlistWish.create({
    data: {
      organizationId,
      clientId: records.client_id,
      source: 'dashboard',
      language: 'pt',
      fromDate: new Date('2026-11-24'),
      toDate: new Date('2026-11-24'),
      weekdays: [2],
      fromMinute: 0,
      toMinute: 1440,
      waitsSince: new Date('2026-11-20T12:00:00Z'),
    },
  })
  await db.waitlistWishService.create({
    data: { organizationId, wishId: wish.id, position: 0, serviceId: records.service_id },
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
    wish_id: wish.id,
    feed_id: feed.id,
    refund_id: refund.id,
    message_id: message.id,
    queue_entry_id: records.entry_id,
    client_ids: [records.client_id],
    merged_client_id: merged.id,
    blocked_time_id: blocked.id,
    session_id: session.id,
    user_id: userId,
    api_key_id: key.id,
    invite_id: invite.id,
  }
}

/** Fields that name no record, or one of any kind. */
const OTHERS: ReadonlySet<string> = new Set(['actor_id', 'record_id', 'phone_number_id'])

/** Calls in which `client_id` is what a bank knows an account by. */
const ABOUT_BANKS: ReadonlySet<string> = new Set(['payments.connect'])

type JsonSchema = {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly type?: string
  readonly minimum?: number
}

/** Values of required fields, where a schema does not give one. */
const VALUES: Readonly<Record<string, unknown>> = {
  date: '2026-11-24',
  from: '2026-11-24',
  from_date: '2026-11-24',
  to_date: '2026-11-24',
  to: '2026-11-25',
  start: '2026-11-24T10:00:00-03:00',
  end: '2026-11-24T11:00:00-03:00',
  since: '2026-11-20T10:00:00-03:00',
  amount: '10.00',
  price: '10.00',
  already_refunded: '0.00',
  recurrence: 'FREQ=DAILY;COUNT=2',
  email: 'q@example.com',
  phone: '(11) 98765-4321',
  phone_number_id: '123',
  url: 'https://calendar.example/a.ics',
  role: 'collaborator',
}

function valueOf(name: string, schema: JsonSchema): unknown {
  if (name in VALUES) return VALUES[name]
  const [option = schema] = schema.anyOf ?? []
  if (option.enum !== undefined) return option.enum[0]
  const byType: Readonly<Record<string, unknown>> = {
    integer: Math.max(option.minimum ?? 1, 1),
    boolean: true,
    array: [],
    object: {},
  }
  return byType[option.type ?? ''] ?? 'Texto'
}

const isId = (name: string) => /_ids?$/.test(name) && !OTHERS.has(name)

/** What a call needs besides what it requires. */
const MORE: Readonly<Record<string, () => object>> = {
  'appointments.reschedule': () => ({ start: VALUES['start'] }),
  'appointments.rescheduleSeries': () => ({ time: '16:00' }),
  'queue.createEntry': () => ({ service_id: ours['queue_service_id'] }),
}

function propertiesOf({ input }: Procedure): [string, JsonSchema][] {
  return Object.entries(schemaOf(input).properties ?? {})
}

function schemaOf(input: Procedure['input']): JsonSchema {
  const options = { io: 'input', unrepresentable: 'any', reused: 'inline' } as const
  return z.toJSONSchema(input ?? z.object({}), options) as JsonSchema
}

/** A good call about our own records. */
function goodBody(procedure: Procedure): Record<string, unknown> {
  const required = new Set(schemaOf(procedure.input).required)
  const properties = propertiesOf(procedure)
  const known: Record<string, unknown> = {}
  for (const [field, property] of properties) {
    if (isId(field) && required.has(field)) known[field] = ours[field]
    else if (required.has(field)) known[field] = valueOf(field, property)
  }
  const takesClient = properties.some(([field]) => field === 'client')
  if (takesClient) known['client_id'] = ours['client_id']
  return { ...known, ...MORE[procedure.name]?.() }
}

/** Each call with one id of theirs: every field that names a record. */
function callsOf(procedure: Procedure): { field: string; body: Record<string, unknown> }[] {
  const properties = propertiesOf(procedure)
  const known = goodBody(procedure)
  const calls = properties
    .filter(([field]) => isId(field))
    .map(([field]) => ({ field, body: { ...known, [field]: theirs[field] } }))
  if (properties.some(([field]) => field === 'decisions')) {
    const decisions = [{ appointment_id: theirs['appointment_id'], action: 'keep' }]
    calls.push({ field: 'decisions', body: { ...known, decisions } })
  }
  return calls
}

async function whole() {
  return [await wholeOrganization(api, stranger.row.id), await wholeOrganization(api, own.row.id)]
}

describe('an id of another organization in any field of any procedure', () => {
  it('404, or 400 on the field, or an empty list: nothing is told, and nothing changes', async () => {
    const before = await whole()
    const wrong: unknown[] = []
    let fields = 0
    for (const procedure of proceduresOf(appRouter)) {
      if (procedure.isOpen || procedure.kind === 'subscription') continue
      if (ABOUT_BANKS.has(procedure.name)) continue
      for (const { field, body } of callsOf(procedure)) {
        const { status, problem, body: reply } = await callAs(owner, procedure, body)
        const codes = (problem?.errors ?? []).map((one: any) => `${one.field} ${one.code}`)
        const isRefused =
          status === 404 ||
          (status === 400 &&
            codes.every(
              (code: string) => code.startsWith(field) && /not_found|read_only/.test(code),
            ))
        const isEmpty = status === 200 && procedure.kind === 'query' && reply.data?.length === 0
        if (!isRefused && !isEmpty) wrong.push([procedure.name, field, status, codes])
        fields += 1
      }
    }
    expect(wrong).toEqual([])
    expect(fields).toBeGreaterThan(90)
    expect(await whole()).toEqual(before)
  }, 60_000)
})

it('A preview of any procedure writes nothing, whatever it answers', async () => {
  const before = await whole()
  const answered: Record<string, number> = {}
  for (const procedure of proceduresOf(appRouter)) {
    const fields = new Set(propertiesOf(procedure).map(([field]) => field))
    if (!fields.has('preview')) continue
    const choice = fields.has('appointments') ? { appointments: 'cancel' } : {}
    const body = { ...goodBody(procedure), ...choice, preview: true }
    answered[procedure.name] = (await callAs(owner, procedure, body)).status
  }
  const { 'schedule.clearDate': withoutDate, ...others } = answered
  expect(withoutDate).toBe(404)
  expect(others).toEqual(Object.fromEntries(Object.keys(others).map((name) => [name, 200])))
  expect(Object.keys(others).length).toBeGreaterThan(10)
  expect(await whole()).toEqual(before)
}, 60_000)
