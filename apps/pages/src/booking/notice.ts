/** Until when a client can cancel or move, in plain words. */
import type { BookingTexts } from './texts.ts'

const HOUR = 60
const DAY = 24 * HOUR

export function noticeText(minutes: number, texts: BookingTexts): string {
  if (minutes === 0) return texts.noticeNone
  const { noticeLengths: lengths } = texts
  if (minutes > DAY && minutes % DAY === 0) return texts.notice(lengths.days(minutes / DAY))
  if (minutes % HOUR === 0) return texts.notice(lengths.hours(minutes / HOUR))
  return texts.notice(lengths.minutes(minutes))
}
