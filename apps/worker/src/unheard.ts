import type { Log } from '@scheduling/core'

/**
 * Keeps this process alive when the job queue's library loses a promise of its own: it does while it ends a
 * runner whose connections are gone, and nobody could catch it. The runner is started again by `keepRunning`.
 * Anything else that nobody hears still ends the process.
 *
 * @returns how to stop listening
 */
export function hearLibrary(log: Log): () => void {
  const hear = (reason: unknown): void => {
    if (reason instanceof Error && /[\\/]graphile-worker[\\/]/.test(reason.stack ?? '')) {
      log.warn({ err: reason }, 'the job queue lost a promise')
      return
    }
    if (process.listenerCount('unhandledRejection') === 1) throw reason
  }
  process.on('unhandledRejection', hear)
  return () => {
    process.off('unhandledRejection', hear)
  }
}
