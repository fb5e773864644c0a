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
