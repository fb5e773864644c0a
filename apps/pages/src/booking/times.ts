/** The second step: the start and the professional. */
import { localDateOf } from '@scheduling/availability'
import { LIMITS } from '@scheduling/core'
import type { Answers, Handler, Page, PageRequest } from '../page.ts'
import { PARAMETERS } from '../paths.ts'
import {
  DAYS,
  daysView,
  findTimes,
  NEAREST,
  nearestTo,
  partTabs,
  timesByPart,
  zoneLine,
} from '../times/times.ts'
import { TIMES_TEXTS } from '../times/texts.ts'
import { hour, length, nearDay } from '../written.ts'
import { addressOf, choiceIn, fieldsOf, NOTHING_CHOSEN, pathOf } from './choice.ts'
import { totalOf, visitOf, type Visit } from './offer.ts'
import { hiddenOf, personIn, type Person } from './person.ts'
import { outsideOfTimes } from './outside.ts'
import { servicesPage, severalAddress } from './services.ts'
import { BOOKING_TEXTS } from './texts.ts'
import { soonestOf, whoOf } from './who.ts'

export const answerTimes: Handler = async (request, slug) => {
  const isPosted = request.method === 'POST'
  const visit = await visitOf(request, choiceIn(slug, isPosted ? request.form : request.query))
  return timesPage(request, visit, { person: isPosted ? personIn(request) : null, taken: null })
}

type Asked = {
  /** Null: nothing was typed yet. */
  readonly person: Person | null
  /** The start that another client has booked meanwhile. */
  readonly taken: string | null
}

export async function timesPage(
  request: PageRequest,
  visit: Visit,
  { person, taken }: Asked,
): Promise<Page> {
  const fault = servicesFault(visit)
  if (fault !== null) return servicesPage(visit, fault)
  const { choice, offer, language } = visit
  const look = looksFor(request, visit)
  const zone = offer.time_zone
  const reader = { today: localDateOf(request.now(), zone), language }
  const [found, ownDates] = await Promise.all([
    findTimes(look, choice, taken !== null, reader),
    soonestOf(request, visit, { isTaken: taken !== null }),
  ])
  const texts = { ...TIMES_TEXTS[language], ...BOOKING_TEXTS[language] }
  const { times, shown } = found
  const way = person === null ? 'get' : 'post'
  const nothingMore = { ...choice, date: null, month: null, start: null }
  const carried = person === null ? [] : hiddenOf(person)
  const offered = taken === null ? times : nearestTo(taken, times, NEAREST)
  const parts = timesByPart(offered, language, zone)
  const rest = fieldsOf({ ...nothingMore, since: null })
  const { deposit, minutes, price } = totalOf(visit.services, language)
  return {
    status: taken === null && !visit.hasLeft ? 200 : 409,
    language,
    title: texts.whenTitle,
    step: 2,
    hasSide: true,
    organization: offer,
    template: 'booking/times.njk',
    embed: choice.embed,
    mayBeKept: person === null,
    outside: outsideOfTimes(visit, request.base),
    view: {
      t: texts,
      chosen: visit.services.map(({ name }) => name).join(' + '),
      facts: [length(minutes), price, deposit === null ? null : texts.deposit(deposit)]
        .filter((fact) => fact !== null)
        .join(' · '),
      back: backAddress(visit),
      add: severalAddress({ ...nothingMore, since: null }, offer),
      way,
      taken: taken === null ? null : hour(taken, language, zone),
      hasLeft: visit.hasLeft,
      who: visit.professionals.length > 1 && {
        choices: whoOf(visit, ownDates ?? look.dates(), { texts, ...reader }),
        way,
        action: pathOf(choice, 'times'),
        field: PARAMETERS.professional,
        hidden: [...fieldsOf({ ...nothingMore, professionalId: null, since: null }), ...carried],
      },
      shown,
      shownDay: shown === null ? '' : nearDay(shown, language),
      days: {
        way,
        dayAction: pathOf(choice, 'times'),
        dayHidden: [...fieldsOf(nothingMore), ...carried],
        restHidden: [...rest, ...carried],
        ...daysView(found, reader, horizonOf(visit.services)),
      },
      times: {
        way,
        action: pathOf(choice, 'details'),
        hidden: [...rest, ...carried],
        parts,
        tabs: partTabs(parts),
        chosen: [texts.noneChosen, price].filter((part) => part !== null).join(' · '),
        button: texts.toDetails,
      },
      isEmpty: found.month === null && offered.length === 0,
      waitlist: addressOf(
        { ...nothingMore, since: null, date: offered.length === 0 ? shown : null },
        'waitlist',
      ),
      zone: zoneLine(zone, offered[0]?.start ?? null, language),
    },
  }
}

/** Of services together, the last day of all of them counts. */
function horizonOf(services: Visit['services']): number | null {
  const known = services.map((one) => one.max_advance_days).filter((days) => days !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** To the list of services, with those that were chosen where there are several. */
function backAddress({ choice, offer, services }: Visit): string {
  const { slug, language, embed, serviceIds } = choice
  const kept = { ...NOTHING_CHOSEN, slug, language, embed }
  const several = severalAddress({ ...kept, serviceIds }, offer)
  return services.length > 1 && several !== null ? several : addressOf(kept, null)
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

function looksFor({ visitor }: Pick<PageRequest, 'visitor'>, { choice, services }: Visit) {
  const asked = {
    slug: choice.slug,
    service_ids: services.map(({ id }) => id),
    professional_id: choice.professionalId,
  }
  let dates: Answers['nextDates']['data'] = []
  const days = (limit: number) => async (from: string | undefined) => {
    const { data } = await visitor.nextDates({ ...asked, from, limit })
    dates = data
    return data.map(({ date }) => date)
  }
  return {
    /** As they were looked up last. */
    dates: () => dates,
    days: days(DAYS),
    month: days(LIMITS.nextDatesMax),
    times: async (date: string) => (await visitor.slots({ ...asked, date })).data,
  }
}
