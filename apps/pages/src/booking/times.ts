/** The second step: the start and the professional. */
import { addDays } from '@scheduling/availability'
import type { Handler, Page, PageRequest } from '../page.ts'
import { PARAMETERS } from '../paths.ts'
import {
  DAYS,
  dayButtons,
  findTimes,
  NEAREST,
  nearestTo,
  timesByPart,
  zoneLine,
  type FoundTimes,
} from '../times/times.ts'
import { TIMES_TEXTS } from '../times/texts.ts'
import { besideChoice, isOtherWho } from '../times/who.ts'
import { hour, length, nearDay } from '../written.ts'
import { addressOf, choiceIn, fieldsOf, pathOf } from './choice.ts'
import { totalOf, visitOf, type Visit } from './offer.ts'
import { hiddenOf, personIn, type Person } from './person.ts'
import { servicesPage } from './services.ts'
import { BOOKING_TEXTS } from './texts.ts'

export const answerTimes: Handler = async (request, slug) => {
  const isPosted = request.method === 'POST'
  const visit = await visitOf(request, choiceIn(slug, isPosted ? request.form : request.query))
  return timesPage(request, visit, { person: isPosted ? personIn(request) : null, taken: null })
}

/** The times of the selected professional, if the pressed time was listed for another one; else null. */
export async function timesOfOther(
  request: PageRequest,
  slug: string,
  person: Person | null,
): Promise<Page | null> {
  const values = request.method === 'POST' ? request.form : request.query
  if (!isOtherWho(values)) return null
  const choice = choiceIn(slug, values)
  const date = choice.start?.slice(0, 10) ?? null
  const visit = await visitOf(request, { ...choice, start: null, date })
  return timesPage(request, visit, { person, taken: null, isOther: true })
}

type Asked = {
  /** Null: nothing was typed yet. */
  readonly person: Person | null
  /** The start that another client has booked meanwhile. */
  readonly taken: string | null
  readonly isOther?: boolean
}

export async function timesPage(
  request: PageRequest,
  visit: Visit,
  { person, taken, isOther = false }: Asked,
): Promise<Page> {
  const fault = servicesFault(visit)
  if (fault !== null) return servicesPage(visit, fault)
  const { choice, offer, language } = visit
  const found = await freeTimes(request, visit, taken)
  const texts = { ...TIMES_TEXTS[language], ...BOOKING_TEXTS[language] }
  const { times, dates, shown } = found
  const way = person === null ? 'get' : 'post'
  const rest = { ...choice, date: null, start: null }
  const carried = person === null ? [] : hiddenOf(person)
  const offered = taken === null ? times : nearestTo(taken, times, NEAREST)
  const zone = offer.time_zone
  const hasChoice = visit.professionals.length > 1
  const hidden = [...fieldsOf({ ...rest, since: null }), ...carried]
  const { deposit, minutes, price } = totalOf(visit.services, language)
  return {
    status: taken === null && !visit.hasLeft ? 200 : 409,
    language,
    title: texts.whenTitle,
    step: texts.step(2),
    organization: offer,
    template: 'booking/times.njk',
    isEmbedded: choice.isEmbedded,
    mayBeKept: person === null,
    view: {
      t: texts,
      chosen: visit.services.map(({ name }) => name).join(' + '),
      facts: [length(minutes), price, deposit === null ? null : texts.deposit(deposit)]
        .filter((fact) => fact !== null)
        .join(' · '),
      back: addressOf({ ...rest, since: null }, null),
      way,
      taken: taken === null ? null : hour(taken, language, zone),
      hasLeft: visit.hasLeft,
      isOtherWho: isOther,
      who: hasChoice && {
        way,
        action: pathOf(choice, 'times'),
        field: PARAMETERS.professional,
        hidden: [...fieldsOf({ ...rest, professionalId: null, since: null }), ...carried],
        choices: [
          { value: '', name: texts.anyProfessional, isChosen: choice.professionalId === null },
          ...visit.professionals.map(({ id, name }) => ({
            value: String(id),
            name,
            isChosen: id === choice.professionalId,
          })),
        ],
      },
      shown: shown ?? '',
      shownDay: shown === null ? '' : nearDay(shown, language),
      days: dayButtons(dates, shown, language),
      later: dates.length < DAYS ? '' : addDays(dates.at(-1) ?? '', 1),
      dayAction: pathOf(choice, 'times'),
      dayHidden: [...fieldsOf(rest), ...carried],
      parts_of_day: timesByPart(offered, language, zone),
      isEmpty: offered.length === 0,
      waitlist: addressOf({ ...rest, since: null, date: shown }, 'waitlist'),
      action: pathOf(choice, person === null ? 'details' : 'check'),
      hidden: hasChoice ? besideChoice(hidden) : hidden,
      zone: zoneLine(zone, offered[0]?.start ?? null, language),
    },
  }
}

function servicesFault({
  services,
  professionals,
  isStale,
}: Visit): 'chooseOne' | 'notTogether' | 'notOffered' | null {
  if (isStale) return 'notOffered'
  if (services.length === 0) return 'chooseOne'
  const types = new Set(services.map(({ service_type: type }) => type))
  return types.size > 1 || professionals.length === 0 ? 'notTogether' : null
}

function freeTimes(
  { visitor }: Pick<PageRequest, 'visitor'>,
  { choice, services }: Visit,
  taken: string | null,
): Promise<FoundTimes> {
  const asked = {
    slug: choice.slug,
    service_ids: services.map(({ id }) => id),
    professional_id: choice.professionalId,
  }
  const look = {
    async days(from: string | undefined) {
      const { data } = await visitor.nextDates({ ...asked, from, limit: DAYS })
      return data.map(({ date }) => date)
    },
    times: async (date: string) => (await visitor.slots({ ...asked, date })).data,
  }
  return findTimes(look, choice, taken !== null)
}
