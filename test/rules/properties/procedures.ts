/** What holds of every procedure: who calls counts first, and records of another organization are not there. */
import type { Procedure } from '@scheduling/core'
import { expect } from 'vitest'
import { z } from 'zod'
import { callAs, replyIn } from '../../support/dashboard.ts'
import { sample } from '../../support/sample.ts'
import { namedFor } from '../../support/document.ts'
import type { Property } from './property.ts'
import type { Ids } from './world.ts'

/** Texts that are no input of any, and how many of them are tried on each procedure. */
const INPUTS = ['{}', '{', '[]', '{"limit":0,"webhook_id":1}', 'null', '"\\u0000"']
const SAMPLED = 1

/** Routers that an organization can switch off. */
const SWITCHABLE: ReadonlySet<string> = new Set(['queue', 'webhooks'])

export const roomOf = ({ name }: Procedure): string => name.split('.')[0] ?? ''

export function isOfOwner({ isOpen, endpoint }: Procedure): boolean {
  return !isOpen && endpoint?.access === 'owner'
}

export const BEFORE_ITS_INPUT: readonly Property<Procedure>[] = [
  {
    name: '401: without a session, nothing is told of what is wrong with an input',
    appliesTo: ({ isOpen }) => !isOpen,
    async check({ name, kind }, { api }) {
      const reads = kind !== 'mutation'
      for (const input of sample(`${name} inputs`, INPUTS, SAMPLED)) {
        const query = reads ? `?input=${encodeURIComponent(input)}` : ''
        const response = await fetch(`${api.url}/trpc/${name}${query}`, {
          method: reads ? 'GET' : 'POST',
          headers: { 'content-type': 'application/json' },
          ...(reads ? {} : { body: input }),
        })
        const [first] = [await replyIn(response)].flat()
        const { status, code, errors } = first.error?.data.problem ?? {}
        expect([input, status, code, errors]).toEqual([input, 401, 'unauthorized', []])
      }
    },
  },
  {
    name: '403 feature_not_enabled: what is switched off is off for the owner too, before any input',
    appliesTo: (procedure) => SWITCHABLE.has(roomOf(procedure)),
    async check(procedure, { ownerOfLess }) {
      expect((await callAs(ownerOfLess, procedure)).problem?.code).toBe('feature_not_enabled')
    },
  },
]

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
  meeting_url: 'https://meet.example/a',
  access: 'manager',
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
const MORE: Readonly<Record<string, (ours: Ids) => object>> = {
  'appointments.create': (ours) => ({
    service_ids: ours['service_ids'],
    start: VALUES['start'],
  }),
  'appointments.reschedule': () => ({ start: VALUES['start'] }),
  'appointments.rescheduleSeries': () => ({ time: '16:00' }),
  'queue.createEntry': (ours) => ({ service_id: ours['queue_service_id'] }),
  // Only a move names a professional.
  'messaging.previewChange': () => ({ change: 'move' }),
}

function propertiesOf({ input }: Procedure): [string, JsonSchema][] {
  return Object.entries(schemaOf(input).properties ?? {})
}

function schemaOf(input: Procedure['input']): JsonSchema {
  const options = { io: 'input', unrepresentable: 'any', reused: 'inline' } as const
  return z.toJSONSchema(input ?? z.object({}), options) as JsonSchema
}

/** A good call about our own records. */
export function goodBody(procedure: Procedure, ours: Ids): Record<string, unknown> {
  const required = new Set(schemaOf(procedure.input).required)
  const properties = propertiesOf(procedure)
  const known: Record<string, unknown> = {}
  for (const [field, property] of properties) {
    if (isId(field) && required.has(field)) known[field] = ours[field]
    else if (required.has(field)) known[field] = valueOf(field, property)
  }
  const takesClient = properties.some(([field]) => field === 'client')
  if (takesClient) known['client_id'] = ours['client_id']
  return { ...known, ...MORE[procedure.name]?.(ours) }
}

export function namesRecords(procedure: Procedure): boolean {
  return propertiesOf(procedure).some(([field]) => isId(field) || field === 'decisions')
}

/** Each call with one id of theirs: every field that names a record. */
export function callsOf(
  procedure: Procedure,
  ours: Ids,
  theirs: Ids,
): { field: string; body: Record<string, unknown> }[] {
  const properties = propertiesOf(procedure)
  const known = goodBody(procedure, ours)
  const calls = properties
    .filter(([field]) => isId(field))
    .map(([field]) => ({ field, body: { ...known, [field]: theirs[field] } }))
  if (properties.some(([field]) => field === 'decisions')) {
    const decisions = [{ appointment_id: theirs['appointment_id'], action: 'keep' }]
    calls.push({ field: 'decisions', body: { ...known, decisions } })
  }
  return calls
}

/** Calls in which an id stands, and calls that only look at what they would do. They leave everything as it is. */
export const ABOUT_RECORDS: readonly Property<Procedure>[] = [
  {
    name: '404, or 400 on the field, or an empty list: an id of another organization in any field',
    appliesTo: (procedure) =>
      !procedure.isOpen &&
      procedure.kind !== 'subscription' &&
      !ABOUT_BANKS.has(procedure.name) &&
      namesRecords(procedure),
    async check(procedure, { owner, ours, theirs }) {
      const calls = callsOf(
        procedure,
        namedFor(procedure.name, ours),
        namedFor(procedure.name, theirs),
      )
      expect(calls.length).toBeGreaterThan(0)
      for (const { field, body } of calls) {
        const { status, problem, body: reply } = await callAs(owner, procedure, body)
        const codes = (problem?.errors ?? []).map((one: any) => `${one.field} ${one.code}`)
        const isRefused =
          status === 404 ||
          (status === 400 &&
            codes.every(
              (code: string) => code.startsWith(field) && /not_found|read_only/.test(code),
            ))
        const isEmpty = status === 200 && procedure.kind === 'query' && reply.data?.length === 0
        expect([field, status, codes, isRefused || isEmpty]).toEqual([field, status, codes, true])
      }
    },
  },
  {
    name: '200: a preview writes nothing',
    appliesTo: (procedure) => propertiesOf(procedure).some(([field]) => field === 'preview'),
    async check(procedure, { owner, ours }) {
      const fields = new Set(propertiesOf(procedure).map(([field]) => field))
      const choice = fields.has('appointments') ? { appointments: 'cancel' } : {}
      const known = goodBody(procedure, namedFor(procedure.name, ours))
      const body = { ...known, ...choice, preview: true }
      const { status } = await callAs(owner, procedure, body)
      // There is no date of its own to clear.
      expect(status).toBe(procedure.name === 'schedule.clearDate' ? 404 : 200)
    },
  },
]
