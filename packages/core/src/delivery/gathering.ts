import { setImmediate as restOfTick } from 'node:timers/promises'

type Waiting<Work, Result> = { readonly work: Work; readonly done: PromiseWithResolvers<Result> }

export type Gathered<Work, Result> = {
  /** How much one round takes. */
  readonly most: number
  /** Work of one key is never done twice in a round: a statement changes a row only once. */
  readonly keyOf?: (work: Work) => string
  /** @returns a result for each, in their order; the next round does not wait for one that is a promise */
  readonly together: (all: readonly Work[]) => Promise<readonly (Result | Promise<Result>)[]>
  /** After a round that failed. Default: a round of its own. */
  readonly alone?: (one: Work) => Promise<Result>
}

/**
 * Work of a whole process, done together: what comes while some is under way goes together in the next
 * round. Under load one statement serves many, at rest each is served at once.
 *
 * A round that fails is done one by one, so that what the database refuses takes nothing else with it.
 */
export function gathering<Work, Result>(
  gathered: Gathered<Work, Result>,
): (work: Work) => Promise<Result> {
  const { most, keyOf, together } = gathered
  const alone =
    gathered.alone ??
    (async (one: Work) => {
      // Safe: `together` answers each.
      const [result] = (await together([one])) as [Result | Promise<Result>]
      return result
    })
  let waiting: Waiting<Work, Result>[] = []
  let isBusy = false

  const nextRound = (): Waiting<Work, Result>[] => {
    if (keyOf === undefined) return waiting.splice(0, most)
    const keys = new Set<string>()
    const round: Waiting<Work, Result>[] = []
    const later: Waiting<Work, Result>[] = []
    for (const one of waiting) {
      const key = keyOf(one.work)
      const goes = round.length < most && !keys.has(key)
      if (goes) keys.add(key)
      ;(goes ? round : later).push(one)
    }
    waiting = later
    return round
  }

  const drain = async (): Promise<void> => {
    isBusy = true
    while (waiting.length > 0) {
      // What this turn of the event loop still brings goes along, or the first of many would go alone.
      await restOfTick()
      const round = nextRound()
      try {
        const results = await together(round.map(({ work }) => work))
        for (const [place, result] of results.entries()) round[place]?.done.resolve(result)
      } catch {
        // The next round does not wait for them: one may be held up, which is why the round failed.
        for (const { work, done } of round) void alone(work).then(done.resolve, done.reject)
      }
    }
    isBusy = false
  }

  return (work) => {
    const done = Promise.withResolvers<Result>()
    waiting.push({ work, done })
    if (!isBusy) void drain()
    return done.promise
  }
}

/** A `together` of work that has no results. */
export function withoutResults<Work>(
  act: (all: readonly Work[]) => Promise<void>,
): (all: readonly Work[]) => Promise<undefined[]> {
  return async (all) => {
    await act(all)
    return all.map(() => undefined)
  }
}
