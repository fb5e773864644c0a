/** The page of an appointment: how it stands, and what its client may do. */
import { STATE_WORDS, stateOfAppointment } from '@scheduling/messaging/words'
import { depositFact, payView } from '../deposit/deposit.ts'
import { nameIn } from '../link/for-whom.ts'
import { withArrival } from '../link/arrival.ts'
import { bookAgain, linkAddress, linkLanguage, detailIn, type LinkNotice } from '../link/link.ts'
import type { Language } from '../language.ts'
import type { Answers, Handler, Page, PageRequest } from '../page.ts'
import { TIMES_TEXTS } from '../times/texts.ts'
import { zoneLine } from '../times/times.ts'
import { dayAndHour, dayLeaf, length, money } from '../written.ts'
import { googleCalendar } from './calendar-link.ts'
import { whyNot } from './notice.ts'
import { APPOINTMENT_TEXTS, type AppointmentTexts } from './texts.ts'

type Appointment = Answers['getAppointment']

const KIND = 'a'

export const showAppointment: Handler = (request, token) =>
  appointmentPage(request, token, detailIn(request))

export async function appointmentPage(
  request: PageRequest,
  token: string,
  said: LinkNotice,
): Promise<Page> {
  const appointment = await request.visitor.getAppointment({ token })
  const { organization, deposit, status, start, meeting_url: room } = appointment
  const { time_zone: timeZone } = organization
  const language = linkLanguage(request, organization)
  const texts = APPOINTMENT_TEXTS[language]
  const now = request.now()
  const isPast = Date.parse(appointment.end) <= now
  const isAhead = isStillAhead(appointment) && !isPast
  const pay = isAhead ? payView(deposit, 'appointment', { language, timeZone, now }) : null
  const to = (deed: Parameters<typeof linkAddress>[3]) => linkAddress(request, KIND, token, deed)
  // Nothing is settled while the deposit is open.
  const isNew = said === 'new' && isAhead && pay === null
  const canChange = appointment.can_cancel || appointment.can_reschedule
  return {
    language,
    title: isNew
      ? texts.titlesNew[status === 'PENDING' ? status : 'CONFIRMED'](nameIn(request))
      : texts.titles[isPast && isStillAhead(appointment) ? 'past' : status],
    organization,
    template: 'appointment/show.njk',
    ...(pay === null ? {} : { refreshSeconds: pay.looks.plain }),
    view: {
      t: { ...TIMES_TEXTS[language], ...texts },
      looks: pay?.looks.script ?? null,
      state: stateLine(appointment, { isUnpaid: pay !== null, isPast }, language),
      told: withArrival(saidText(said, appointment, texts), request, language),
      isRefused: said === 'refused',
      isNew,
      mood: MOODS[status],
      day: dayLeaf(start, language, timeZone),
      facts: [
        { label: texts.facts.length, value: length(appointment.duration_minutes) },
        { label: texts.facts.what, value: appointment.services.join(' + ') },
        { label: texts.facts.who, value: appointment.professional },
        {
          label: texts.facts.how,
          value: appointment.type === 'TELEMEDICINE' ? texts.online : null,
        },
        { label: texts.facts.where, value: appointment.place, href: organization.map_url },
        { label: texts.facts.price, value: money(appointment.price, language) },
        pay === null ? depositFact(deposit, language) : { label: '', value: null },
      ],
      zone: zoneLine(timeZone, start, language),
      pay,
      reload: to(null),
      confirm: appointment.can_confirm ? to('confirm') : null,
      // Only an address of the web is one that a browser may open.
      room: room?.startsWith('https://') === true ? room : null,
      google: isAhead ? googleCalendar(appointment) : null,
      // Of a cancelled one too: calendars remove it with this.
      isCancelled: status.startsWith('CANCELLED'),
      ics: new URL(appointment.calendar_url).pathname,
      whyNot: isAhead ? whyNot(appointment, language) : null,
      until: canChange
        ? texts.until(dayAndHour(appointment.changes_until, language, timeZone, now))
        : null,
      move: appointment.can_reschedule ? to('move') : null,
      cancel: appointment.can_cancel ? to('cancel') : null,
      again: isAhead ? null : bookAgain(request, organization),
    },
  }
}

/** How a state looks. */
const MOODS = {
  PENDING: { tone: 'wait', icon: 'clock' },
  CONFIRMED: { tone: 'ok', icon: 'done' },
  COMPLETED: { tone: 'ok', icon: 'done' },
  NO_SHOW: { tone: 'bad', icon: 'cross' },
  CANCELLED_CLIENT: { tone: 'bad', icon: 'cross' },
  CANCELLED_PROFESSIONAL: { tone: 'bad', icon: 'cross' },
} as const satisfies Record<Appointment['status'], object>

function isStillAhead({ status }: Appointment): boolean {
  return status === 'PENDING' || status === 'CONFIRMED'
}

/** The word of the state, which messages and calendars have too, and what there is to say of it. */
export function stateLine(
  { status, cancelled_by: by }: Pick<Appointment, 'status' | 'cancelled_by'>,
  { isUnpaid, isPast }: { readonly isUnpaid: boolean; readonly isPast: boolean },
  language: Language,
): string {
  const { states } = APPOINTMENT_TEXTS[language]
  const state = stateOfAppointment(status, { isUnpaid, isPast })
  const more = {
    cancelled: by === 'unpaid' ? states.late : states[by ?? 'team'],
    over: status === 'COMPLETED' || status === 'NO_SHOW' ? states[status] : null,
    requested: states.requested,
  }
  const said =
    state === 'cancelled' || state === 'over' || state === 'requested' ? more[state] : null
  const word = `${STATE_WORDS[state][language]}.`
  return said === null ? word : `${word} ${said}`
}

/** What was done is said only where it is so: an address is easily written by hand. */
function saidText(
  said: LinkNotice,
  appointment: Appointment,
  texts: AppointmentTexts,
): string | null {
  const { status } = appointment
  if (said === 'refused') return texts.said.refused
  if (said === 'confirm') return status === 'CONFIRMED' ? texts.said.confirm : null
  return (said === 'new' || said === 'move') && isStillAhead(appointment) ? texts.said[said] : null
}
