/** Until when a client can cancel or move, in plain words. */
import type { Language } from '../language.ts'
import { noticeLength } from '../notice-length.ts'
import { BOOKING_TEXTS } from './texts.ts'

export function noticeText(minutes: number, language: Language): string {
  const texts = BOOKING_TEXTS[language]
  return minutes === 0 ? texts.noticeNone : texts.notice(noticeLength(minutes, language))
}
