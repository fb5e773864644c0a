import { setImmediate as restOfTick } from 'node:timers/promises'

type Waiting<Request, Result> = {
  readonly request: Request
  readonly done: PromiseWithResolvers<Result>
}

export type BatchedQuery<Request, Result> = {
  readonly maxBatchSize: number
  /** Two requests with one key never share a batch: a statement changes a row only once. Default: no request has a key. */
  readonly keyOf?: (request: Request) => string
  /** @returns a result for each, in their order; the next batch does not wait for one that is a promise */
  readonly runBatch: (
    requests: readonly Request[],
  ) => Promise<readonly (Result | Promise<Result>)[]>
  /** After a batch that failed. Default: a batch with this request alone. */
  readonly runOne?: (request: Request) => Promise<Result>
}

/**
 * Queries of a whole process in batches. Requests that come while a batch is under way go together in the next one:
 * under load one statement serves many, and at rest each request is served at once. After a batch that fails, its
 * requests are retried one by one, so that a request that the database refuses takes no others with it.
 *
 * This is not `dataloader`, which runs batches side by side instead of letting requests gather behind the one under
 * way, may put one key into a batch twice when it does not cache, and fails all requests of a failed batch.
 */
export function batchedQuery<Request, Result>(
  query: BatchedQuery<Request, Result>,
): (request: Request) => Promise<Result> {
  const { maxBatchSize, keyOf, runBatch } = query
  const runOne =
    query.runOne ??
    (async (request: Request) => {
      // Safe: `runBatch` answers each.
      const [result] = (await runBatch([request])) as [Result | Promise<Result>]
      return result
    })
  let waiting: Waiting<Request, Result>[] = []
  let isBusy = false

  const nextBatch = (): Waiting<Request, Result>[] => {
    if (keyOf === undefined) return waiting.splice(0, maxBatchSize)
    const keys = new Set<string>()
    const batch: Waiting<Request, Result>[] = []
    const later: Waiting<Request, Result>[] = []
    for (const one of waiting) {
      const key = keyOf(one.request)
      const goes = batch.length < maxBatchSize && !keys.has(key)
      if (goes) keys.add(key)
      ;(goes ? batch : later).push(one)
    }
    waiting = later
    return batch
  }

  const drain = async (): Promise<void> => {
    isBusy = true
    while (waiting.length > 0) {
      // Requests that are still to come in this turn of the event loop go along, or the first of many would go alone.
      await restOfTick()
      const batch = nextBatch()
      try {
        const results = await runBatch(batch.map(({ request }) => request))
        for (const [place, result] of results.entries()) batch[place]?.done.resolve(result)
      } catch {
        // The next batch does not wait for them: one may be held up, which is why the batch failed.
        for (const { request, done } of batch) void runOne(request).then(done.resolve, done.reject)
      }
    }
    isBusy = false
  }

  return (request) => {
    const done = Promise.withResolvers<Result>()
    waiting.push({ request, done })
    if (!isBusy) void drain()
    return done.promise
  }
}

/** A `runBatch` for requests that have no results. */
export function withoutResults<Request>(
  act: (requests: readonly Request[]) => Promise<void>,
): (requests: readonly Request[]) => Promise<undefined[]> {
  return async (requests) => {
    await act(requests)
    return requests.map(() => undefined)
  }
}
