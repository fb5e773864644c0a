/** Stays out longer than it may. */
export class TooLate extends Error {
  override name = 'TooLate'
}

/**
 * The answer, or a rejection when it stays out. What is under way then goes on, and its result is not read.
 * @throws TooLate
 */
export async function within<Answer>(answer: Promise<Answer>, ms: number): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TooLate(`No answer in ${ms} ms.`)), ms)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
