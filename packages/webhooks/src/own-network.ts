import type { Resolver } from './resolver.ts'

/** Names that are always there: if none of them resolves, it is our DNS that is down. */
const ALWAYS_THERE = ['a.root-servers.net', 'k.root-servers.net']
const ANSWER_WITHIN_MS = 2000

/**
 * Tells an endpoint's failing DNS from our own: whether any of some names that are always there can
 * be looked up, within 2 seconds.
 */
export async function isOwnDnsWorking(
  resolver: Resolver,
  names: readonly string[] = ALWAYS_THERE,
): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const expiry = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer')), { once: true })
  })
  try {
    return await Promise.any(
      names.map(async (name) => {
        const addresses = await Promise.race([resolver(name, signal), expiry])
        if (addresses.length === 0) throw new Error('no address')
        return true
      }),
    )
  } catch {
    return false
  }
}

/** Asks once for all who want to know within `milliseconds`; a question that fails is a no. */
export function rememberedFor(
  milliseconds: number,
  monotonicNow: () => number,
  ask: () => Promise<boolean>,
): () => Promise<boolean> {
  let last: { at: number; answer: Promise<boolean> } | null = null
  const askSafely = async () => {
    try {
      return await ask()
    } catch {
      return false
    }
  }
  return () => {
    if (last === null || monotonicNow() - last.at >= milliseconds) {
      last = { at: monotonicNow(), answer: askSafely() }
    }
    return last.answer
  }
}
