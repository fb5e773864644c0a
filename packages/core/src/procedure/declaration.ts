/** What a procedure says about itself. */
import type { EventType } from '@scheduling/events'
import type { z } from 'zod'
import type { WriteContext } from '../change/write-context.ts'
import type { Context, Scope } from '../context.ts'
import type { Feature } from '../contract/features.ts'
import type { ProblemCode } from '../contract/problems.ts'
import type { Emission } from '../events/emissions.ts'
import type { StreamContext, Tracked } from '../events/live-feed.ts'
import type { NoteAction } from '../events/notes.ts'
import type { Group } from './accesses.ts'
import type { Deprecation } from './deprecation.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** How a procedure is reached over REST, and how the documents describe it. */
export type Rest = {
  readonly method: Method
  /** Under `/v1`, as in `/clients/{client_id}`. */
  readonly path: `/${string}`
  /** The chapter of the reference. */
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** Accepts `Idempotency-Key`. Only the transaction of a `change` can save the answer with its effect. */
  readonly idempotent?: true
  /** `none`: a body is ignored. Default: `none` for GET and DELETE, `required` otherwise. */
  readonly body?: 'none' | 'optional' | 'required'
  readonly deprecated?: Deprecation
  /** Parameters of the query and fields of the body, by name. */
  readonly deprecatedFields?: Readonly<Record<string, Deprecation>>
}

/** What `run` is given, by the kind of the procedure. */
export type ContextOf = {
  /** Changes nothing. */
  read: Context
  /** Changes something, in one transaction of ours. */
  change: WriteContext
  /** Does something that is not one transaction of ours, such as sending a ping. */
  action: Context
  /** Goes on, and tells what happens. Over tRPC alone: a subscription, by server-sent events. */
  stream: StreamContext
}

export type Kind = keyof ContextOf

/** What `run` returns where there is one outcome. */
type Returned<K extends Kind, Output extends z.ZodType> = K extends 'stream'
  ? AsyncIterable<Tracked<z.input<Output>>>
  : Promise<z.input<Output>>

/** Domain outcome → HTTP status, in the order of the docs. */
export type Outcomes = Readonly<Record<string, number>>

export type Declaration<
  K extends Kind,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Success extends Outcomes,
  Prepared,
> = {
  /** `visitor`: see `VisitorDeclaration`. */
  readonly caller?: never
  readonly kind: K
  /** Left out: the procedure is on tRPC alone, and in no document. */
  readonly rest?: K extends 'change' ? Rest : K extends 'stream' ? never : Omit<Rest, 'idempotent'>
  /** Of API keys. Null: any genuine key. */
  readonly scope: Scope | null
  /** Who of the team may call it. Keys are not asked. */
  readonly access: Group
  /** For a user with the access `professional`, a `professional_id` that is left out or null is the user's own. */
  readonly fillsProfessional?: true
  readonly feature?: Feature
  /** Counts against the availability limit too. */
  readonly rateLimit?: 'availability'
  readonly input: Input
  /** Of a stream: one message of it. */
  readonly output: Output
  /** The events of each outcome. Left out: it has none. */
  readonly emits?: K extends 'change' ? EmitsOf<Success> : never
  /** What it may note for the audit and open dashboards, beside its events. */
  readonly notes?: K extends 'change' ? readonly NoteAction[] : never
  /** A user can do it in a suspended organization too: it is about the login alone. */
  readonly whileSuspended?: true
  /** The action only reads, so it cannot answer `outcome_unknown`. */
  readonly savesNothing?: K extends 'action' ? true : never
  /** Every code it can answer beside `COMMON_PROBLEMS`. */
  readonly problems: readonly ProblemCode[]
  /** What must happen before the transaction opens, such as a look-up on the network; `run` is given its result. */
  readonly prepare?: K extends 'change'
    ? (context: Context, input: z.output<Input>) => Promise<Prepared>
    : never
  /**
   * What comes once the transaction has committed, such as a call on the network: takes the reply and returns the one
   * that is sent. The change is saved by then, so a failure must not refuse it, and a process may end before this:
   * something else must be able to do it later. Not with an `Idempotency-Key`, which keeps the reply of `run`.
   */
  readonly finish?: K extends 'change'
    ? (context: Context, reply: z.input<Output>) => Promise<z.input<Output>>
    : never
  /** The events of what comes later, in other transactions. */
  readonly later?: K extends 'change' ? readonly EventType[] : never
} & (
  | {
      readonly success: K extends 'stream' ? never : Success
      /**
       * Returns the reply, and which of the outcomes it is. What a change wrote is undone when its outcome is
       * `preview`.
       */
      readonly run: (
        context: ContextOf[K],
        input: z.output<Input>,
        prepared: NoInfer<Prepared>,
      ) => Promise<{ readonly outcome: keyof Success & string; readonly reply: z.input<Output> }>
    }
  | {
      /** Left out: the only outcome is `ok`, with 200. */
      readonly success?: never
      /** Returns the reply, or the messages of a stream. */
      readonly run: (
        context: ContextOf[K],
        input: z.output<Input>,
        prepared: NoInfer<Prepared>,
      ) => Returned<K, Output>
    }
)

type EmitsOf<Success> = Readonly<
  Record<[Success] extends [never] ? 'ok' : keyof Success & string, readonly Emission[]>
>
