type Waiting<Work> = { readonly work: Work; readonly done: PromiseWithResolvers<void> }

/**
 * Work of a whole process, done together: what comes while some is under way goes together in the next
 * round. Under load one statement serves many, at rest each is served at once.
 *
 * A round that fails is done one by one, so that what the database refuses takes nothing else with it.
 *
 * @param most how much one round takes
 */
export function gathering<Work>(
  most: number,
  together: (all: readonly Work[]) => Promise<void>,
  alone: (one: Work) => Promise<void>,
): (work: Work) => Promise<void> {
  let waiting: Waiting<Work>[] = []
  let isBusy = false

  async function drain(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      const round = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        await together(round.map(({ work }) => work))
        for (const { done } of round) done.resolve()
      } catch {
        await Promise.all(
          round.map(({ work, done }) => alone(work).then(done.resolve, done.reject)),
        )
      }
    }
    isBusy = false
  }

  return (work) => {
    const done = Promise.withResolvers<void>()
    waiting.push({ work, done })
    if (!isBusy) void drain()
    return done.promise
  }
}
