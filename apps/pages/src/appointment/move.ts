/** Moving: the free times, a page that says from when to when, and the deed. */
import { localDateOf } from '@scheduling/availability'
import { LIMITS, problemOf } from '@scheduling/core'
import { dateIn, startIn, type HiddenField } from '../booking/choice.ts'
import { languageIn, linkAddress, linkLanguage, pageAfter, refusedOr } from '../link/link.ts'
import type { Answers, Handler, Page, PageRequest } from '../page.ts'
import { DEEDS, PARAMETERS } from '../paths.ts'
import { TIMES_TEXTS } from '../times/texts.ts'
import {
  DAYS,
  daysView,
  findTimes,
  NEAREST,
  nearestTo,
  partTabs,
  timesByPart,
  zoneLine,
  type FreeTime,
} from '../times/times.ts'
import { monthIn } from '../times/month.ts'
import { initialsOf, PLAIN } from '../times/who.ts'
import { dayAndHour, hour, nearDay } from '../written.ts'
import { appointmentPage } from './show.ts'
import { APPOINTMENT_TEXTS } from './texts.ts'

const KIND = 'a'
/** The value of the choice of no professional in particular. */
const ANY_PROFESSIONAL = 'qualquer'

type Wish = {
  /** Left out: the same professional. Null: any professional, preferably the same. */
  readonly professional_id?: null
  readonly date: string | null
  readonly since: string | null
  /** `YYYY-MM`: its days are shown. */
  readonly month: string | null
  readonly start: string | null
}

/** What is not shaped as we write it counts as not chosen. */
function wishIn(values: URLSearchParams): Wish {
  return {
    ...(values.get(PARAMETERS.professional) === ANY_PROFESSIONAL ? { professional_id: null } : {}),
    date: dateIn(values.get(PARAMETERS.date)),
    since: dateIn(values.get(PARAMETERS.since)),
    month: monthIn(values.get(PARAMETERS.month)),
    start: startIn(values.get(PARAMETERS.start)),
  }
}

const whoOf = ({ professional_id: id }: Wish) => (id === undefined ? {} : { professional_id: id })

export const showMove: Handler = async (request, token) => {
  const appointment = await request.visitor.getAppointment({ token })
  // The page itself says why not.
  if (!appointment.can_reschedule) return { seeOther: linkAddress(request, KIND, token) }
  const wish = wishIn(request.query)
  const { start } = wish
  return start === null
    ? timesPage(request, token, appointment, wish, null)
    : checkPage(request, token, appointment, wish, start)
}

export const move: Handler = async (request, token) => {
  const wish = wishIn(request.form)
  const { start } = wish
  if (start === null) return { seeOther: linkAddress(request, KIND, token, 'move') }
  try {
    await request.visitor.rescheduleAppointment({ token, start, ...whoOf(wish) })
  } catch (error) {
    const { code } = problemOf(error)
    const isTaken = code === 'slot_unavailable' || code === 'min_advance_violation'
    if (!isTaken) return refusedOr(error, () => appointmentPage(request, token, 'refused'))
    const appointment = await request.visitor.getAppointment({ token })
    const again = { ...wish, date: start.slice(0, 10) }
    return { ...(await timesPage(request, token, appointment, again, start)), status: 409 }
  }
  return { seeOther: pageAfter(request, KIND, token, 'move') }
}

type Appointment = Answers['getAppointment']

/** What the forms carry: the professional, and the language of the address. */
function carried(request: PageRequest, wish: Wish): HiddenField[] {
  const language = languageIn(request)
  return [
    ...(wish.professional_id === undefined
      ? []
      : [{ name: PARAMETERS.professional, value: ANY_PROFESSIONAL }]),
    ...(language === null ? [] : [{ name: PARAMETERS.language, value: language }]),
  ]
}

async function timesPage(
  request: PageRequest,
  token: string,
  appointment: Appointment,
  wish: Wish,
  taken: string | null,
): Promise<Page> {
  const { organization, professional, start } = appointment
  const { time_zone: timeZone } = organization
  const language = linkLanguage(request, organization)
  const texts = { ...TIMES_TEXTS[language], ...APPOINTMENT_TEXTS[language] }
  const look = looksFor(request, token, wish, start)
  const reader = { today: localDateOf(request.now(), timeZone), language }
  const found = await findTimes(look, wish, taken !== null, reader)
  const { times, shown } = found
  const offered = taken === null ? times : nearestTo(taken, times, NEAREST)
  const parts = timesByPart(offered, language, timeZone)
  const hidden = carried(request, wish)
  const since = wish.since === null ? [] : [{ name: PARAMETERS.since, value: wish.since }]
  const isAnyProfessional = wish.professional_id === null
  const hasChoice = look.hasOthers() || isAnyProfessional
  // A form that is sent by GET puts its fields where the query of its address was.
  const action = `/${KIND}/${token}/${DEEDS.move}`
  return {
    language,
    title: texts.moveTitle,
    organization,
    template: 'appointment/move.njk',
    view: {
      t: texts,
      taken: taken === null ? null : `${hour(taken, language, timeZone)}: ${texts.taken}`,
      current: dayAndHour(start, language, timeZone, request.now()),
      back: linkAddress(request, KIND, token),
      who: hasChoice && {
        way: 'get',
        action,
        field: PARAMETERS.professional,
        hidden: hidden.filter(({ name }) => name !== PARAMETERS.professional),
        choices: [
          {
            ...PLAIN,
            value: '',
            name: professional,
            initials: initialsOf(professional),
            isChosen: !isAnyProfessional,
          },
          {
            ...PLAIN,
            value: ANY_PROFESSIONAL,
            name: texts.anyProfessional,
            initials: '',
            isChosen: isAnyProfessional,
          },
        ],
      },
      shownDay: shown === null ? '' : nearDay(shown, language),
      days: {
        way: 'get',
        dayAction: action,
        dayHidden: [...hidden, ...since],
        restHidden: hidden,
        ...daysView(found, reader),
      },
      times: {
        way: 'get',
        action,
        hidden,
        parts,
        tabs: partTabs(parts),
        chosen: texts.noneChosen,
        button: texts.toCheck,
      },
      isEmpty: found.month === null && offered.length === 0,
      zone: zoneLine(timeZone, offered[0]?.start ?? null, language),
    },
  }
}

async function checkPage(
  request: PageRequest,
  token: string,
  appointment: Appointment,
  wish: Wish,
  start: string,
): Promise<Page> {
  const { organization, professional } = appointment
  const language = linkLanguage(request, organization)
  const texts = APPOINTMENT_TEXTS[language]
  const written = (instant: string) =>
    dayAndHour(instant, language, organization.time_zone, request.now())
  const date = { [PARAMETERS.date]: start.slice(0, 10) }
  const who = wish.professional_id === null ? { [PARAMETERS.professional]: ANY_PROFESSIONAL } : {}
  return {
    language,
    title: texts.moveCheck,
    organization,
    template: 'appointment/move-check.njk',
    view: {
      t: { ...TIMES_TEXTS[language], ...texts },
      facts: [
        { label: texts.from, value: written(appointment.start) },
        { label: texts.to, value: written(start) },
        { label: texts.facts.what, value: appointment.services.join(' + ') },
        {
          label: texts.facts.who,
          value: wish.professional_id === null ? texts.anyProfessional : professional,
        },
      ],
      zone: zoneLine(organization.time_zone, start, language),
      action: linkAddress(request, KIND, token, 'move'),
      hidden: [...carried(request, wish), { name: PARAMETERS.start, value: start }],
      back: linkAddress(request, KIND, token, 'move', { ...date, ...who }),
    },
  }
}

/** @param current the start that it has, which is no choice */
function looksFor(
  { visitor }: Pick<PageRequest, 'visitor'>,
  token: string,
  wish: Wish,
  current: string,
) {
  const asked = { token, ...whoOf(wish) }
  const isCurrent = ({ start }: FreeTime) => Date.parse(start) === Date.parse(current)
  let hasOthers = false
  const days = (limit: number) => async (from: string | undefined) => {
    const found = await visitor.listMoveDates({ ...asked, from, limit })
    hasOthers = found.has_others
    return found.data.map(({ date }) => date)
  }
  return {
    days: days(DAYS),
    month: days(LIMITS.nextDatesMax),
    async times(date: string) {
      const { data } = await visitor.listMoveSlots({ ...asked, date })
      return wish.professional_id === null ? data : data.filter((one) => !isCurrent(one))
    },
    /** Known once days were looked for. */
    hasOthers: () => hasOthers,
  }
}
