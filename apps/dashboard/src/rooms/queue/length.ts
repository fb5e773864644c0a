/** How long something has lasted, in words. */
import { useLength } from '../../parts/service-basket.tsx'
import { useTexts } from '../../words/language.tsx'
import { QUEUE_TEXTS } from './texts.ts'

/** Takes minutes. */
export function useElapsed(): (minutes: number) => string {
  const t = useTexts(QUEUE_TEXTS)
  const length = useLength()
  return (minutes) => (minutes < 1 ? t.lessThanMinute : length(Math.floor(minutes)))
}

/**
 * Such as `4:12`: minutes and seconds.
 *
 * @param ms that are left; a second that has begun counts
 */
export function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
