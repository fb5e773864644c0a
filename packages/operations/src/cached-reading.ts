/** With a scrape every few seconds, nothing is counted each time. */
const FRESH_MS = 5000
/** What takes long is counted more seldom: it takes at most a fiftieth of one connection's time. */
const REST_PER_MS = 50
/** A scrape does not wait longer. Prometheus gives up after ten seconds. */
const WAIT_MS = 2000

/**
 * A reading that is given again while it is fresh. However many ask, one runs at a time.
 *
 * @returns whether the last reading that ended was one, and not a failure. It never throws
 */
export function cachedReading(
  read: () => Promise<void>,
  monotonic: () => number = () => performance.now(),
): () => Promise<boolean> {
  let isDone = false
  let freshUntil = Number.NEGATIVE_INFINITY
  let underWay: Promise<void> | null = null
  const run = async (): Promise<void> => {
    const startedAt = monotonic()
    try {
      await read()
      isDone = true
    } catch {
      isDone = false
    } finally {
      const endedAt = monotonic()
      // A failure says nothing of how much work it is: while the database is away, each waits for a connection.
      const restMs = isDone ? REST_PER_MS * (endedAt - startedAt) : 0
      freshUntil = endedAt + Math.max(FRESH_MS, restMs)
      underWay = null
    }
  }
  return async () => {
    if (underWay === null && monotonic() >= freshUntil) underWay = run()
    if (underWay === null) return isDone
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), WAIT_MS)
    })
    const wasInTime = await Promise.race([underWay.then(() => true), patience])
    clearTimeout(timer)
    return wasInTime && isDone
  }
}
