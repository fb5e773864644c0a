import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Log } from '../ground/log.ts'
import { maybe } from '../events/emissions.ts'
import { StreamOver } from '../events/live-feed.ts'
import { procedure } from './define.ts'
import { emissionsOf, proceduresOf } from './procedure-list.ts'
import { router } from './trpc.ts'
import type { TrpcContext } from './trpc-context.ts'

const input = z.object({ times: z.int().max(3).default(1) })
const output = z.object({ done: z.boolean() })

const read = procedure({
  kind: 'read',
  scope: 'read',
  access: 'everybody',
  input,
  output,
  problems: [],
  run: async (_context, { times }) => ({ done: times > 0 }),
})

const change = procedure({
  kind: 'change',
  rest: { method: 'POST', path: '/rooms', tag: 'Rooms', summary: 'Open a room', idempotent: true },
  scope: 'write',
  access: 'everybody',
  input,
  output,
  success: { opened: 201, open: 200 },
  emits: { opened: ['client.created', maybe('client.updated')], open: [] },
  problems: ['slot_unavailable'],
  run: async () => ({ outcome: 'open', reply: { done: true } }),
})

const broken = procedure({
  kind: 'action',
  scope: null,
  access: 'everybody',
  input,
  output,
  problems: [],
  run: async (): Promise<never> => {
    throw new Error('No such room.')
  },
})

const stream = procedure({
  kind: 'stream',
  scope: 'read',
  access: 'everybody',
  input,
  output,
  problems: [],
  async *run({ requestId }, { times }) {
    for (let n = 1; n <= times; n += 1)
      yield { id: `${requestId} ${n}`, data: { done: n === times } }
    if (times === 3) throw new Error('No such room.')
    if (times === 2) throw new StreamOver('It can be opened again.')
  },
})

const rooms = router({ rooms: router({ read, change, broken, stream }) })

type Call = { readonly name: string; readonly fields: object }

/** A caller that is signed in, and what it logs. */
function signedIn() {
  const logged: Call[] = []
  const line = (fields: object, message: string): void =>
    void logged.push({ name: message, fields })
  const log: Log = { info: line, warn: line, error: line }
  const call = { log, requestId: 'req_1', caller: OWNER, organization: { suspendedAt: null } }
  return { logged, caller: rooms.createCaller(contextOf(call)) }
}

const USER = { kind: 'user', id: 1, name: 'Dona', access: 'owner', professionalId: 1 } as const
/** Without a session that could end. */
const OWNER = { ...USER, sessionHash: null }

/** These procedures use no more of a context than this. */
function contextOf(call: object): TrpcContext {
  return { requestId: 'req_1', call: call as Context } as TrpcContext
}

describe('a procedure without a REST path', () => {
  it('answers with its reply alone, and has one outcome', async () => {
    const { caller } = signedIn()
    await expect(caller.rooms.read({ times: 2 })).resolves.toEqual({ done: true })
    const found = proceduresOf(rooms).find(({ name }) => name === 'rooms.read')
    expect(found?.endpoint).toMatchObject({ rest: null, success: { ok: 200 }, emits: null })
  })

  it('is called by its place in the router in the log', async () => {
    const { caller, logged } = signedIn()
    await expect(caller.rooms.broken({})).rejects.toThrow()
    expect(logged).toEqual([
      {
        name: 'call failed',
        fields: { request_id: 'req_1', route: 'rooms.broken', err: new Error('No such room.') },
      },
    ])
  })
})

describe('a stream', () => {
  const all = async (times: number) => {
    const { caller, logged } = signedIn()
    const messages: unknown[] = []
    const error = await (async () => {
      for await (const message of await caller.rooms.stream({ times })) messages.push(message)
    })().catch((thrown: unknown) => thrown)
    return { messages, error, logged }
  }

  it('is a subscription, of messages that can be gone on from', async () => {
    const found = proceduresOf(rooms).find(({ name }) => name === 'rooms.stream')
    expect(found).toMatchObject({ kind: 'subscription', endpoint: { rest: null, emits: null } })
    expect(found?.endpoint?.allProblems).not.toContain('outcome_unknown')
    expect(await all(1)).toMatchObject({
      messages: [['req_1 1', { done: true }, expect.anything()]],
      error: undefined,
    })
  })

  it('ends with a refusal that it declares, or as a fault of ours, or to be opened again', async () => {
    expect((await all(2)).error).toBeInstanceOf(StreamOver)
    const { messages, error, logged } = await all(3)
    expect(messages).toHaveLength(3)
    expect(error).toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      cause: { code: 'internal_error' },
    })
    expect(logged).toMatchObject([{ name: 'call failed', fields: { route: 'rooms.stream' } }])
  })
})

it('The table of emissions is what the declarations say, by the name of the route', () => {
  expect(emissionsOf(rooms)).toEqual({
    'POST /rooms': { opened: ['client.created', { maybe: 'client.updated' }], open: [] },
  })
})

it('Clients of tRPC know the input before its defaults, and the output', () => {
  type Inputs = inferRouterInputs<typeof rooms>['rooms']
  type Outputs = inferRouterOutputs<typeof rooms>['rooms']
  expectTypeOf<Inputs['read']>().toEqualTypeOf<{ times?: number | undefined }>()
  expectTypeOf<Outputs['change']>().toEqualTypeOf<{ done: boolean }>()
  expectTypeOf<Outputs['stream']>().toEqualTypeOf<
    AsyncIterable<{ readonly id: string; readonly data: { done: boolean } }>
  >()
  expectTypeOf(rooms.rooms.read._def.type).toEqualTypeOf<'query'>()
  expectTypeOf(rooms.rooms.change._def.type).toEqualTypeOf<'mutation'>()
})

it('A declaration that contradicts itself does not compile', () => {
  const shape = { scope: null, input, output, problems: [] } as const
  const rest = { method: 'POST', path: '/rooms', tag: 'Rooms', summary: 'Open a room' } as const
  const reply = { done: true }
  const several = { opened: 201, open: 200 } as const
  const declarations = [
    () =>
      // @ts-expect-error: it has no events for one of its outcomes.
      procedure({ ...shape, kind: 'change', success: several, emits: { open: [] }, run }),
    // @ts-expect-error: there is no such event.
    () => procedure({ ...shape, kind: 'change', emits: { ok: ['room.opened'] }, run: plain }),
    // @ts-expect-error: a read emits nothing.
    () => procedure({ ...shape, kind: 'read', emits: { ok: [] }, run: plain }),
    // @ts-expect-error: only a change can be repeated with a key.
    () => procedure({ ...shape, kind: 'action', rest: { ...rest, idempotent: true }, run: plain }),
    // @ts-expect-error: a stream is on tRPC alone.
    () => procedure({ ...shape, kind: 'stream', rest, run: messages }),
    // @ts-expect-error: a stream has messages, and no answer.
    () => procedure({ ...shape, kind: 'stream', run: plain }),
    // @ts-expect-error: of several outcomes it must say which one it is.
    () => procedure({ ...shape, kind: 'change', success: several, run: plain }),
  ]
  expect(declarations).toHaveLength(7)

  async function* messages() {
    yield { id: 'evt_1', data: reply }
  }
  async function plain() {
    return reply
  }
  async function run() {
    return { outcome: 'open', reply } as const
  }
})
