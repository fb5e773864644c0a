/** What a dashboard that follows its organization is told. */
import { z } from 'zod'
import type { Context } from '../context.ts'
import { EventRecord } from './event.ts'
import { ROOMS } from './rooms.ts'

const Position = z
  .object({
    object: z.literal('position'),
    last_event_id: z.string().nullable().meta({
      description: 'The event after which the stream begins. Null: there has never been one.',
    }),
  })
  .meta({ id: 'LivePosition' })

const Note = z
  .object({
    object: z.literal('note'),
    room: z.enum([...ROOMS, '*']).meta({
      description: 'What changed without an event. `*`: any of the rooms may have changed.',
    }),
    id: z.string().nullable().meta({
      description: 'Of the record that changed. Null: the only one of its kind, or any.',
    }),
  })
  .meta({ id: 'LiveNote' })

export type Note = z.input<typeof Note>

export const LiveMessage = z
  .discriminatedUnion('object', [Position, EventRecord, Note])
  .meta({ id: 'LiveMessage' })

/** A message of a stream. `id`: from where the stream goes on, when it is opened again after this message. */
export type Tracked<Data> = { readonly id: string; readonly data: Data }

/** One call that goes on. */
export type StreamContext = Context & {
  /** Aborts when the reader has left. */
  readonly signal: AbortSignal
  /** Breaks the connection of a reader who does not read. */
  readonly hangUp: () => void
  readonly live: LiveFeed
}

/** Changes of the organizations that clients of this process follow. */
export type LiveFeed = {
  /** Streams that are open. */
  readonly size: number
  /**
   * @param after the event that was seen last; null: from now on
   * @throws the refusal with which the stream does not begin, or ends; `StreamOver` when it can be opened again
   */
  follow(
    context: StreamContext,
    after: string | null,
  ): AsyncGenerator<Tracked<z.input<typeof LiveMessage>>>
  /** Ends all streams. Their clients open them again, at another process. */
  stop(): Promise<void>
}

/** A stream ends without being refused. By its name tRPC ends the answer there, and clients open it again. */
export class StreamOver extends Error {
  override name = 'AbortError'
}
