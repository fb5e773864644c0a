import type { Log } from '@scheduling/core'

/**
 * Keeps this process alive when the job queue's library leaves a rejected promise unhandled. It does so while it ends
 * a runner whose connections are gone; `keepRunning` starts another. Any other unhandled rejection still ends the process.
 *
 * @returns how to stop listening
 */
export function surviveQueueRejections(log: Log): () => void {
  const survive = (reason: unknown): void => {
    if (reason instanceof Error && /[\\/]graphile-worker[\\/]/.test(reason.stack ?? '')) {
      log.warn({ err: reason }, 'the job queue left a rejected promise unhandled')
      return
    }
    if (process.listenerCount('unhandledRejection') === 1) throw reason
  }
  process.on('unhandledRejection', survive)
  return () => {
    process.off('unhandledRejection', survive)
  }
}
