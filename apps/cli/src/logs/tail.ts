import type { Command } from 'commander'
import { openSession, optionsOf, withExamples, type Globals, type Run } from '../command.ts'
import { polled, POLL_MS, sleep } from '../polling.ts'
import type { Service } from '../service.ts'
import { lineOf, type WireRequest } from './line.ts'

type Options = Globals & {
  readonly status?: string
  readonly code?: string
  readonly route?: string
}

/** What is no status or code is refused by the service, which names those that there are. */
type Filters = NonNullable<Parameters<Service['api']['requests']['list']>[0]>

/** The longest that a request can take, and be written after requests that came later. */
const LATE_MS = 60_000
const MOST = 200

export function addTail(logs: Command, run: Run): void {
  const command = logs
    .command('tail')
    .description('follow the requests, one line for each, until it is stopped')
    .option('--status <status>', 'such as 404, or 2xx, 4xx or 5xx')
    .option('--code <code>', 'only refusals with this code, such as slot_unavailable')
    .option('--route <route>', 'only this route, such as /v1/clients/{client_id}')
    .action(async (_options: unknown, self: Command) => tail(run, optionsOf<Options>(self)))
  withExamples(
    command,
    'scheduling logs tail',
    'scheduling logs tail --status 4xx --json | jq .faults',
  )
}

async function tail(run: Run, { status, code, route, ...options }: Options): Promise<void> {
  const { service, terminal } = await openSession(run, options)
  const signal = run.stopped
  const filters = {
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    ...(route === undefined ? {} : { route }),
  }
  const seen = new Set<string>()
  let isFirst = true
  let answeredAt = Date.now()
  const ask = async () => {
    const askedAt = Date.now()
    const since = new Date(answeredAt - LATE_MS).toISOString()
    const found = await recent(service, { ...filters, since }, signal)
    answeredAt = askedAt
    return found
  }
  for await (const requests of polled(ask, { signal, tell: terminal.note })) {
    if (isFirst) terminal.note('Following the requests of this key. Stop with Ctrl-C.')
    for (const one of requests) {
      if (!isFirst && !seen.has(one.id)) terminal.result(one, lineOf(terminal, one))
    }
    // What is older than the window is not asked for again.
    seen.clear()
    for (const { id } of requests) seen.add(id)
    isFirst = false
    await sleep(POLL_MS, signal)
  }
}

/** The oldest first. */
async function recent(
  { api, wire }: Service,
  filters: object,
  signal: AbortSignal,
): Promise<WireRequest[]> {
  const found: WireRequest[] = []
  for (let cursor: string | null = null, hasMore = true; hasMore;) {
    const asked: Filters = {
      ...filters,
      limit: MOST,
      ...(cursor === null ? {} : { cursor }),
    }
    const answer = await api.requests.list(asked, { signal, maxRetries: 0 }).withResponse()
    const page = wire<{ data: WireRequest[]; next_cursor: string | null }>(answer)
    found.push(...page.data)
    cursor = page.next_cursor
    hasMore = cursor !== null
  }
  return found.toReversed()
}
