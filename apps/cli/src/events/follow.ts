/** Follows the feed of events: page after page, and on over connections that break. */
import { isSchedulingError } from '@scheduling/sdk'
import { oneLine } from '../terminal/safe-text.ts'
import { Failure } from '../failure.ts'
import { polled, POLL_MS, sleep, type Polling } from '../polling.ts'
import type { Service } from '../service.ts'

/** An event as the feed has it, with the names of the wire. */
export type WireEvent = {
  readonly object: 'event'
  readonly id: string
  readonly type: string
  readonly created_at: string
  readonly sequence: number
  readonly data: { readonly object: Readonly<Record<string, unknown>>; readonly changes: unknown }
  readonly context: { readonly request_id: string }
}

type WirePage = {
  readonly data: readonly WireEvent[]
  readonly has_more: boolean
  readonly last_event_id: string | null
}

export type Following = Polling & {
  /** The id of the last event that was seen; null: from the first that is kept. */
  readonly after: string | null
  /** Types and groups; empty: all. */
  readonly types: readonly string[]
}

export type Step = {
  readonly event: WireEvent | null
  /** Go on after this one: everything before it was handed over. Null if there has never been an event. */
  readonly bookmark: string | null
}

const PAGE = 100

/** The id of the newest event; null if there has never been one. */
export async function newestEvent(
  { api, wire }: Service,
  signal: AbortSignal,
): Promise<string | null> {
  const answer = await api.events.list({ latest: true }, { signal }).withResponse()
  return wire<WirePage>(answer).last_event_id
}

/** Ends when the signal says so. @throws Failure for a refusal that would come again */
export async function* follow(service: Service, following: Following): AsyncGenerator<Step> {
  const { types, signal } = following
  let after = following.after
  for await (const page of polled(() => nextPage(service, { after, types, signal }), following)) {
    for (const event of page.data) {
      yield { event, bookmark: event.id }
      if (signal.aborted) return
    }
    after = page.last_event_id ?? after
    yield { event: null, bookmark: after }
    if (!page.has_more) await sleep(POLL_MS, signal)
  }
}

async function nextPage(
  { api, wire }: Service,
  { after, types, signal }: Pick<Following, 'after' | 'types' | 'signal'>,
): Promise<WirePage> {
  const answer = await api.events
    .list(
      {
        limit: PAGE,
        ...(after === null ? {} : { after }),
        ...(types.length === 0 ? {} : { type: [...types] as ['client.*'] }),
      },
      { signal, maxRetries: 0 },
    )
    .withResponse()
    .catch((error: unknown) => refusedBookmark(error, after))
  return wire<WirePage>(answer)
}

/** @throws Failure for a bookmark that is too old; any other error as it is */
function refusedBookmark(error: unknown, after: string | null): never {
  if (!isSchedulingError(error) || after === null) throw error
  const { code, status, errors } = error
  if (!errors.some(({ field }) => field === 'after')) throw error
  throw new Failure(
    `The event ${oneLine(after)} is no longer kept, so events may have been missed. Start again without --after, or with --since-start.`,
    { code, status },
  )
}
