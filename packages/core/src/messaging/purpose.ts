/** Purposes of messages, as their rows and records name them. */
import { CATALOGUE, PURPOSES, type Purpose } from '@scheduling/messaging'

/** What a user typed. */
export const TYPED = 'text'
/** What arrived. */
export const ARRIVED = 'received'

export const MESSAGE_PURPOSES = [...PURPOSES, TYPED, ARRIVED] as const

export function asPurpose(text: string): Purpose | null {
  return PURPOSES.find((purpose) => purpose === text) ?? null
}

/** Purposes whose messages SIM and NÃO answer. */
export const QUESTIONS: readonly Purpose[] = PURPOSES.filter(
  (purpose) => CATALOGUE[purpose].isQuestion,
)
