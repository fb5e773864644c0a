/** Follows the feed of events: page after page, and on over connections that break. */
import { setTimeout as pause } from 'node:timers/promises'
import { isSchedulingError } from '@scheduling/sdk'
import { oneLine } from '../terminal/safe-text.ts'
import { Failure } from '../failure.ts'
import { failureOf, type Service } from '../service.ts'

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

export type Following = {
  /** The id of the last event that was seen; null: from the first that is kept. */
  readonly after: string | null
  /** Types and groups; empty: all. */
  readonly types: readonly string[]
  readonly signal: AbortSignal
  /** Told once when the service is away, and once when it is back. */
  readonly tell: (words: string) => void
}

export type Step = {
  readonly event: WireEvent | null
  /** Go on after this one: everything before it was handed over. Null if there has never been an event. */
  readonly bookmark: string | null
}

/** The service allows 120 calls a minute. */
const POLL_MS = 2000
const PAGE = 100
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
/** Of a pause that the service asks for. */
const LONGEST_ASKED_MS = 120_000

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
  const { types, signal, tell } = following
  let after = following.after
  let failures = 0
  while (!signal.aborted) {
    const page = await nextPage(service, { after, types, signal }).catch((error: unknown) => error)
    if (signal.aborted) return
    if (!isPage(page)) {
      const wait = waitAfter(page, after, failures)
      if (failures === 0) {
        const why = failureOf(page) instanceof Failure ? (failureOf(page) as Failure).message : ''
        tell(
          `The service is away: ${oneLine(why.split('\n')[0] ?? '')} Trying again until it is back.`,
        )
      }
      failures += 1
      await sleep(wait, signal)
      continue
    }
    if (failures > 0) tell('The service is back. Nothing was missed.')
    failures = 0
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
  return wire<WirePage>(answer)
}

function isPage(value: unknown): value is WirePage {
  return typeof value === 'object' && value !== null && 'has_more' in value
}

/** Milliseconds. @throws when a repetition would be refused again */
function waitAfter(error: unknown, after: string | null, failures: number): number {
  if (!isSchedulingError(error)) throw error
  const { code, status, errors, retryAfterSeconds } = error
  if (after !== null && errors.some(({ field }) => field === 'after')) {
    throw new Failure(
      `The event ${oneLine(after)} is no longer kept, so events may have been missed. Start again without --after, or with --since-start.`,
      { code, status },
    )
  }
  const isPassing =
    code === 'connection_failed' || code === 'timed_out' || status === 429 || (status ?? 0) >= 500
  if (!isPassing) throw failureOf(error)
  const asked = Math.min((retryAfterSeconds ?? 0) * 1000, LONGEST_ASKED_MS)
  return Math.max(asked, Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS))
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => undefined)
}
