/**
 * A work that is never done twice at a time. A caller who asks for it while it is under way gets one that begins
 * afterwards, together with all others who ask meanwhile.
 *
 * @param work never rejects
 */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const start = (): Promise<void> => {
    running = work().finally(() => (running = null))
    return running
  }
  const startNext = (): Promise<void> => {
    next = null
    return start()
  }
  return () => (running === null ? start() : (next ??= running.then(startNext)))
}
