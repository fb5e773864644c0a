import type { Service } from '@scheduling/core'

/** The part of graphile-worker's runner that is used here. */
type JobRunner = { readonly promise: Promise<void>; stop(): Promise<void> }

export type KeptRunner = {
  /** Lets its jobs end. */
  stop(): Promise<void>
}

/** A database that restarts is back in a moment; one that is down is not asked more often. */
const PAUSE_MS = 1000

type Life = { readonly runner: JobRunner; readonly over: Promise<void> }

/**
 * Starts a runner, and another whenever it fails. A runner ends when one statement about its own jobs fails, because
 * of a broken connection or a deadlock. A process that lived on without it would look healthy and deliver nothing. A
 * failed runner takes no more jobs but may never finish ending, so nothing waits for it.
 *
 * @param start calls `failed` when the runner can't go on
 * @param ended called after each end and before the next start, to free what the dead runner held
 */
export async function keepRunning(
  name: string,
  { log, wait }: Pick<Service, 'log' | 'wait'>,
  start: (failed: () => void) => Promise<JobRunner>,
  ended: () => Promise<void>,
): Promise<KeptRunner> {
  const stopping = new AbortController()

  async function begin(): Promise<Life> {
    const failure = Promise.withResolvers<void>()
    const runner = await start(failure.resolve)
    return { runner, over: Promise.race([runner.promise.catch(() => undefined), failure.promise]) }
  }

  async function beginAgain(): Promise<Life | null> {
    for (;;) {
      await wait(PAUSE_MS, stopping.signal)
      if (stopping.signal.aborted) return null
      try {
        return await begin()
      } catch (error) {
        log.warn({ runner: name, err: error }, 'a runner could not be started')
      }
    }
  }

  let life: Life | null = await begin()
  async function watch(): Promise<void> {
    while (life !== null) {
      await life.over
      await ended().catch(() => undefined)
      if (stopping.signal.aborted) return
      log.error({ runner: name }, 'a runner failed and is restarted')
      void life.runner.stop().catch(() => undefined)
      life = await beginAgain()
      if (stopping.signal.aborted && life !== null) await end(life)
    }
  }

  const watching = watch()
  return {
    async stop() {
      stopping.abort()
      if (life !== null) await end(life)
      await watching
    },
  }
}

/** `stop` rejects when the runner is already ending, and may hang when it failed. */
async function end({ runner, over }: Life): Promise<void> {
  await Promise.race([runner.stop().catch(() => undefined), over])
}
