import type { EventType } from '@scheduling/events'
import { z } from 'zod'
import type { Emits } from '../events/emissions.ts'
import type { NoteAction } from '../events/notes.ts'
import { nameOf, type Endpoint } from './endpoint.ts'
import type { Meta } from './trpc.ts'

/** A procedure of the router, as tRPC offers it. */
export type Procedure = {
  /** As in `clients.create`. */
  readonly name: string
  readonly kind: 'query' | 'mutation' | 'subscription'
  /** Needs no session. */
  readonly isOpen: boolean
  /** Null: it takes nothing. */
  readonly input: z.ZodType | null
  /** Of its answer; of a stream, of one message. */
  readonly output: z.ZodType
  /** Null: it needs no session. */
  readonly endpoint: Endpoint | null
  /** What it may note beside its events. */
  readonly notes: readonly NoteAction[]
  /** The events of each of its outcomes. Null: it declares none. */
  readonly emits: Emits | null
  /** The events of what comes later, in other transactions. */
  readonly later: readonly EventType[]
}

/** Every procedure of a router, and of the routers in it. */
export function proceduresOf(router: {
  readonly _def: { readonly procedures: object }
}): Procedure[] {
  return Object.entries(flat(router._def.procedures)).map(([name, { _def }]) => {
    const [input = null, ...others] = _def.inputs
    if (others.length > 0 || !(input === null || input instanceof z.ZodType)) {
      throw new Error(`${name} has an input that is not one schema.`)
    }
    const { endpoint = null, visitors } = _def.meta ?? {}
    const declared = endpoint ?? visitors
    if (declared === undefined) throw new Error(`${name} was not declared with \`procedure\`.`)
    const { emits, notes, later } = declared
    const output = endpoint?.output ?? _def.output
    if (!(output instanceof z.ZodType)) throw new Error(`${name} does not say what it answers.`)
    const isOpen = endpoint === null
    return { name, kind: _def.type, isOpen, input, output, endpoint, notes, emits, later }
  })
}

/** Which call emits what: the declared events, by the name of the call and its outcome. */
export function emissionsOf(router: Parameters<typeof proceduresOf>[0]): Record<string, Emits> {
  return Object.fromEntries(
    proceduresOf(router).flatMap(({ name, endpoint, emits }) =>
      emits === null ? [] : [[endpoint === null ? name : nameOf(endpoint, name), emits]],
    ),
  )
}

type Built = {
  readonly _def: {
    readonly type: Procedure['kind']
    readonly inputs: readonly unknown[]
    readonly output?: unknown
    readonly meta?: Meta
  }
}

/** tRPC keeps them in one record by their full names, but types it as the routers are nested. */
function flat(procedures: object): Record<string, Built> {
  return procedures as Record<string, Built>
}
