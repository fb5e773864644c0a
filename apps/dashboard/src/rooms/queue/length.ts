/** How long something has lasted, in words. */
import { useTexts } from '../../words/language.tsx'
import { QUEUE_TEXTS } from './texts.ts'

/** Takes minutes. */
export function useLength(): (minutes: number) => string {
  const t = useTexts(QUEUE_TEXTS)
  return (minutes) => {
    const whole = Math.floor(minutes)
    if (whole < 1) return t.lessThanMinute
    return whole < 60 ? t.minutes(whole) : t.hours(Math.floor(whole / 60), whole % 60)
  }
}
