/** What was chosen so far, as the pages after it show it. */
import { length } from '../written.ts'
import { totalOf, type Visit } from './offer.ts'
import { BOOKING_TEXTS } from './texts.ts'

/** Without the start: pages show it as a day of a calendar. */
export function summaryRows({ choice, language, offer, professionals, services }: Visit) {
  const texts = BOOKING_TEXTS[language]
  const { deposit, minutes, price } = totalOf(services, language)
  const chosen =
    professionals.length === 1
      ? professionals[0]
      : professionals.find(({ id }) => id === choice.professionalId)
  return [
    { label: texts.facts.what, value: services.map(({ name }) => name).join(' + ') },
    { label: texts.facts.with, value: chosen?.name ?? texts.anyProfessional },
    { label: texts.facts.length, value: length(minutes) },
    { label: texts.facts.price, value: price },
    {
      label: offer.deposit_method === 'MANUAL' ? texts.facts.depositByTeam : texts.facts.deposit,
      value: deposit,
    },
  ]
}
