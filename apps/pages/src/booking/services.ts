/** The first step: what is to be done. A press on one service goes on; several are ticked on a page of their own. */
import type { Handler, Page, PageRequest } from '../page.ts'
import { PARAMETERS } from '../paths.ts'
import { length, money } from '../written.ts'
import { addressOf, choiceIn, fieldsOf, NOTHING_CHOSEN, pathOf, type Choice } from './choice.ts'
import { queued, scheduled, visitOf, type Offer, type Offered, type Visit } from './offer.ts'
import { openingText } from './opening.ts'
import { outsideOf } from './outside.ts'
import { BOOKING_TEXTS } from './texts.ts'

/** An address that names one service leads to its times, as from a link on a site. */
export const showServices: Handler = async (request: PageRequest, slug) => {
  const visit = await visitOf(request, choiceIn(slug, request.query))
  if (request.query.has(PARAMETERS.several)) return servicesPage(visit, null, true)
  const { choice, services } = visit
  if (services.length === 1) return { seeOther: addressOf(choice, 'times') }
  const { offer, language } = visit
  const outside = outsideOf(offer, request.base, language)
  const opening = openingText(offer.opening, language, request.now(), offer.time_zone)
  const isListed = offer.is_listed && isPlain(choice)
  return { ...servicesPage(visit), isListed, opening, outside }
}

/**
 * @param fault what is wrong with the services that were chosen
 * @param isSeveral more than one can be ticked
 */
export function servicesPage(
  { choice, offer, language }: Visit,
  fault: 'chooseOne' | 'notTogether' | 'notOffered' | null = null,
  isSeveral = choice.serviceIds.length > (fault === null ? 1 : 0),
): Page {
  const texts = BOOKING_TEXTS[language]
  const nothingChosen = { ...choice, ...NOTHING_CHOSEN }
  const services = scheduled(offer)
  const other = isSeveral ? addressOf(nothingChosen, null) : severalAddress(nothingChosen, offer)
  return {
    status: fault === null ? 200 : 400,
    language,
    title: isSeveral ? texts.severalTitle : texts.what,
    step: 1,
    isCover: !isSeveral,
    organization: offer,
    template: 'booking/services.njk',
    embed: choice.embed,
    mayBeKept: true,
    view: {
      t: texts,
      faults: fault === null ? [] : [{ field: 'servicos', text: texts[fault] }],
      isSeveral,
      action: pathOf(choice, 'times'),
      hidden: fieldsOf(nothingChosen),
      groups: groupsOf(services, texts.others).map((group) => ({
        ...group,
        services: group.services.map((service) => ({
          ...service,
          field: PARAMETERS.service,
          isChosen: choice.serviceIds.includes(service.id),
          cents: Math.round(Number(service.price ?? 0) * 100),
          who: service.professionals.map(({ id }) => id).join(' '),
          facts: factsOf(service, language),
          price: money(service.price, language) ?? '',
          times: addressOf({ ...nothingChosen, serviceIds: [service.id] }, 'times'),
        })),
      })),
      other,
      queue: queued(offer).length === 0 ? null : addressOf(nothingChosen, 'queue'),
    },
  }
}

/** Whether it is the first page, as the address of the organization alone shows it. */
function isPlain({ serviceIds, embed }: Choice): boolean {
  return serviceIds.length === 0 && embed === null
}

/** Where more services are ticked, beside those of the choice. Null: there is only one. */
export function severalAddress(choice: Choice, offer: Offer): string | null {
  if (scheduled(offer).length < 2) return null
  const address = addressOf(choice, null)
  return `${address}${address.includes('?') ? '&' : '?'}${PARAMETERS.several}=1`
}

type Group = {
  readonly name: string
  /** False: there is only one group, which needs no name. */
  readonly isNamed: boolean
  readonly services: readonly Offered[]
}

/** By specialty, in the order of the first service of each. Those without one come last. */
function groupsOf(services: readonly Offered[], others: string): Group[] {
  const groups = [...Map.groupBy(services, ({ specialty }) => specialty?.name ?? null)]
  const isNamed = groups.length > 1
  return groups
    .toSorted(([one], [other]) => Number(one === null) - Number(other === null))
    .map(([name, those]) => ({ name: name ?? others, isNamed, services: those }))
}

/** `45 min · on-line · sinal de R$ 50,00` */
function factsOf(service: Offered, language: Visit['language']): string {
  const texts = BOOKING_TEXTS[language]
  const deposit = money(service.deposit_amount, language)
  return [
    length(service.duration_minutes),
    service.service_type === 'TELEMEDICINE' ? texts.online : '',
    deposit === null ? '' : texts.deposit(deposit),
  ]
    .filter((fact) => fact !== '')
    .join(' · ')
}
