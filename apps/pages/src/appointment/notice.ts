/** Why an appointment cannot be moved or cancelled by its client, in plain words. */
import type { Answers } from '../page.ts'
import type { AppointmentTexts } from './texts.ts'

type Appointment = Answers['getAppointment']

const HOUR = 60
const DAY = 24 * HOUR

function inWords(minutes: number, texts: AppointmentTexts): string {
  if (minutes > DAY && minutes % DAY === 0) return texts.days(minutes / DAY)
  if (minutes % HOUR === 0) return texts.hours(minutes / HOUR)
  return texts.minutes(minutes)
}

/** Null: it can be, or there is nothing left to change. */
export function whyNot(
  { cannot_cancel: cancel, cannot_reschedule: move, organization }: Appointment,
  texts: AppointmentTexts,
): string | null {
  const { name: team, client_notice_minutes: minutes } = organization
  switch (cancel ?? move) {
    case 'started':
      return texts.cannot.started
    case 'notice':
      return minutes === 0
        ? texts.cannot.noticeNone(team)
        : texts.cannot.notice(inWords(minutes, texts), team)
    case 'team':
      return move === null ? texts.cannot.teamCancel(team) : texts.cannot.team(team)
    default:
      return null
  }
}
