/** Where the client's page cannot be shown: in a frame, or because the link goes to the contact alone. */
import { arrivalText } from '../link/arrival.ts'
import type { Arrival } from '../paths.ts'
import { inLanguage } from '../link/link.ts'
import type { Answers, Page } from '../page.ts'
import { firstStep } from './choice.ts'
import type { Visit } from './offer.ts'
import { DEPOSIT_TEXTS } from '../deposit/texts.ts'
import { money } from '../written.ts'
import { BOOKING_TEXTS } from './texts.ts'

type Made = {
  readonly title: string
  /** What was made, in a line. */
  readonly when: string
  readonly deposit: Answers['getAppointment']['deposit']
  /** What the link to it says. */
  readonly linked: string
  readonly arrival: Arrival | null
}

/** @param url the client's page; null: its link goes to the contact alone */
export function donePage(
  { choice, offer, language }: Pick<Visit, 'choice' | 'offer' | 'language'>,
  url: string | null,
  { title, when, deposit, linked, arrival }: Made,
): Page {
  const texts = BOOKING_TEXTS[language]
  const isOpen = deposit?.status === 'PENDING'
  const isByHand = deposit?.method === 'MANUAL'
  return {
    language,
    title: url === null ? texts.repeatedTitle : title,
    organization: offer,
    template: 'booking/done.njk',
    embed: choice.embed,
    view: {
      t: { ...texts, doneLinked: linked },
      url: url === null ? null : inLanguage(url, choice.language),
      when,
      arrival: arrivalText(arrival, language),
      deposit: isOpen && !isByHand ? inLanguage(deposit.url, choice.language) : '',
      byTeam: isOpen && isByHand ? texts.doneByTeam(money(deposit.amount, language) ?? '') : '',
      demonstration:
        isOpen && deposit.sandbox_url !== null ? DEPOSIT_TEXTS[language].demonstration : '',
      again: firstStep(choice),
    },
  }
}
