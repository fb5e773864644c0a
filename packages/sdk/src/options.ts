/** What a caller chooses, for all calls and for one. */
import type { Attempt } from './attempts.ts'
import { createLane, type Lane } from './lane.ts'

export type SchedulingOptions = {
  /** Of the service, with or without `/v1`: `https://api.example.com`. Default: `SCHEDULING_BASE_URL` of the environment. */
  readonly baseUrl?: string | undefined
  /**
   * `svc_…`. It is sent to `baseUrl` alone, and no error and no text of this library shows it. Default:
   * `SCHEDULING_API_KEY` of the environment.
   */
  readonly apiKey?: string | undefined
  /** For each attempt, with its whole answer. Default: 30 000. */
  readonly timeoutMs?: number
  /** Attempts after the first one, where it is safe to repeat a call. Default: 2. */
  readonly maxRetries?: number
  /** Calls that are under way at the same time; the next ones wait. Default: 8. */
  readonly maxConcurrency?: number
  /** In place of the global one. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Called after each attempt, for a log. What it throws is ignored. */
  readonly onAttempt?: (attempt: Attempt) => void
  /** Have unknown parameters and fields refused (`unknown_field`) instead of ignored. Default: false. */
  readonly strict?: boolean
}

/** Options of one call. */
export type CallOptions = {
  /** Ends the call with `aborted`. */
  readonly signal?: AbortSignal | undefined
  /** In place of that of the client. */
  readonly timeoutMs?: number | undefined
  /** In place of that of the client. */
  readonly maxRetries?: number | undefined
  /** Sent with the call, such as `traceparent`. Those that the library sets itself stay as they are. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Options of a call that is executed once, however often it is sent. */
export type OnceOptions = CallOptions & {
  /**
   * One value for each attempt of yours, such as the id of a job. A refusal is kept for it too: after something changed,
   * try again with a new one. Default: a random one for each call.
   */
  readonly idempotencyKey?: string | undefined
}

/** What each attempt needs. */
export type Settings = {
  /** With `/v1`. */
  readonly root: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly maxRetries: number
  readonly lane: Lane
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly onAttempt: ((attempt: Attempt) => void) | undefined
}

/** The longest time that a timer of JavaScript can wait. */
const LONGEST_MS = 2 ** 31 - 1

/** Also for one call. */
export function checkedNumbers<Numbers extends Pick<Settings, 'timeoutMs' | 'maxRetries'>>(
  numbers: Numbers,
): Numbers {
  const { timeoutMs, maxRetries } = numbers
  if (!(timeoutMs > 0 && timeoutMs <= LONGEST_MS)) {
    throw new TypeError(`\`timeoutMs\` must be between 1 and ${LONGEST_MS}.`)
  }
  if (!(Number.isInteger(maxRetries) && maxRetries >= 0)) {
    throw new TypeError('`maxRetries` must be a whole number, 0 or more.')
  }
  return numbers
}

/** @throws TypeError that names the option; it never shows the key */
export function settingsOf(options: SchedulingOptions, version: string): Settings {
  const { timeoutMs = 30_000, maxRetries = 2, strict = false } = options
  const { maxConcurrency = 8, onAttempt } = options
  const apiKey = options.apiKey ?? inEnvironment('SCHEDULING_API_KEY')
  if (!(Number.isInteger(maxConcurrency) && maxConcurrency >= 1)) {
    throw new TypeError('`maxConcurrency` must be a whole number, 1 or more.')
  }
  // A header of any other text would be refused by `fetch`, with an error that shows it.
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError(
      '`apiKey` must be an API key, without spaces or line breaks. Left out, it is `SCHEDULING_API_KEY`.',
    )
  }
  return checkedNumbers({
    root: rootOf(options.baseUrl ?? inEnvironment('SCHEDULING_BASE_URL') ?? ''),
    headers: {
      authorization: `Bearer ${apiKey}`,
      accept: 'application/json',
      'user-agent': `scheduling-sdk/${version}`,
      ...(strict ? { prefer: 'handling=strict' } : {}),
    },
    timeoutMs,
    maxRetries,
    lane: createLane(maxConcurrency),
    // Called without `this`, as browsers and workers demand it.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    onAttempt,
  })
}

/** Undefined where there is none, as in most workers, or where the program may not read it. */
function inEnvironment(name: string): string | undefined {
  try {
    const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
    return process?.env?.[name]
  } catch {
    return undefined
  }
}

function rootOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  const isPlain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '')
  if (!isPlain) {
    throw new TypeError(
      '`baseUrl` must be an http or https address without credentials, query or fragment. Left out, it is `SCHEDULING_BASE_URL`.',
    )
  }
  // Many copy the address with the version.
  return `${url.origin}${url.pathname.replace(/(?:\/v1)?\/?$/, '')}/v1`
}
