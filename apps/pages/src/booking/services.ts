/** The first step: what is to be done. */
import type { Handler, Page, PageRequest } from '../page.ts'
import { PARAMETERS } from '../paths.ts'
import { length, money } from '../written.ts'
import { addressOf, choiceIn, fieldsOf, NOTHING_CHOSEN, pathOf } from './choice.ts'
import { queued, scheduled, visitOf, type Offered, type Visit } from './offer.ts'
import { BOOKING_TEXTS } from './texts.ts'

export const showServices: Handler = async (request: PageRequest, slug) =>
  servicesPage(await visitOf(request, choiceIn(slug, request.query)))

/** @param fault what is wrong with the services that were chosen */
export function servicesPage(
  { choice, offer, language }: Visit,
  fault: 'chooseOne' | 'notTogether' | 'notOffered' | null = null,
): Page {
  const texts = BOOKING_TEXTS[language]
  const nothingChosen = { ...choice, ...NOTHING_CHOSEN }
  const services = scheduled(offer)
  return {
    status: fault === null ? 200 : 400,
    language,
    title: texts.what,
    step: texts.step(1),
    organization: offer,
    template: 'booking/services.njk',
    isEmbedded: choice.isEmbedded,
    isListed: fault === null && choice.serviceIds.length === 0 && !choice.isEmbedded,
    mayBeKept: true,
    view: {
      t: texts,
      faults: fault === null ? [] : [{ field: 'servicos', text: texts[fault] }],
      action: pathOf(choice, 'times'),
      hidden: fieldsOf(nothingChosen),
      services: services.map((service) => ({
        ...service,
        name: service.name,
        field: PARAMETERS.service,
        isChosen: choice.serviceIds.includes(service.id) || services.length === 1,
        cents: Math.round(Number(service.price ?? 0) * 100),
        facts: factsOf(service, language),
        price: money(service.price, language) ?? '',
      })),
      queue: queued(offer).length === 0 ? null : addressOf(nothingChosen, 'queue'),
    },
  }
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
