/** Why an appointment cannot be moved or cancelled by its client, in plain words. */
import type { Language } from '../language.ts'
import { noticeLength } from '../notice-length.ts'
import type { Answers } from '../page.ts'
import { APPOINTMENT_TEXTS } from './texts.ts'

type Appointment = Answers['getAppointment']

/** Null: it can be, or there is nothing left to change. */
export function whyNot(
  { cannot_cancel: cancel, cannot_reschedule: move, organization }: Appointment,
  language: Language,
): string | null {
  const texts = APPOINTMENT_TEXTS[language]
  const { client_notice_minutes: minutes } = organization
  switch (cancel ?? move) {
    case 'started':
      return texts.cannot.started
    case 'notice':
      return minutes === 0
        ? texts.cannot.noticeNone
        : texts.cannot.notice(noticeLength(minutes, language))
    case 'team':
      return move === null ? texts.cannot.teamCancel : texts.cannot.team
    default:
      return null
  }
}
