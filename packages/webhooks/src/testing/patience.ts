/** How long a test waits on a machine that may be busy. */
import { vi } from 'vitest'

/** Of a time-out that is not the one in question: a test in which it decides does not end. */
export const NEVER_MS = 600_000
/** Time for what is to succeed, and less than a test has. */
export const AMPLE_MS = 15_000

/** Waits for a fact. */
export const soon = (fact: () => void) => vi.waitFor(fact, { timeout: AMPLE_MS })
