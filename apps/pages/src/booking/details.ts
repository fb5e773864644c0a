/** The third step: who comes. */
import type { Handler, Page } from '../page.ts'
import { FIELDS } from '../paths.ts'
import { TIMES_TEXTS } from '../times/texts.ts'
import { zoneLine } from '../times/times.ts'
import { dayLeaf, shortDay } from '../written.ts'
import { choiceIn, fieldsOf, pathOf } from './choice.ts'
import { afterHints, type ContactHints } from './contact-hints.ts'
import { noticeText } from './notice.ts'
import { totalOf, visitOf, type Visit } from './offer.ts'
import { personTexts } from './person-texts.ts'
import {
  formFields,
  personIn,
  provingForm,
  whatsappTick,
  type Fault,
  type Person,
  type Told,
} from './person.ts'
import { summaryRows } from './summary.ts'
import { BOOKING_TEXTS } from './texts.ts'
import { timesPage } from './times.ts'

export const answerDetails: Handler = async (request, slug) => {
  const values = request.method === 'POST' ? request.form : request.query
  const visit = await visitOf(request, choiceIn(slug, values))
  const person = personIn(request)
  if (!isReady(visit)) return timesPage(request, visit, { person: null, taken: null })
  // Nothing was typed yet, and going back to it later finds what was.
  return { ...detailsPage(visit, person), mayBeKept: request.method === 'GET' }
}

/** Whether services and a time were chosen. A shortened address begins where it still holds. */
export function isReady({ choice, services, isStale, hasLeft }: Visit): boolean {
  return choice.start !== null && services.length > 0 && !isStale && !hasLeft
}

/** Why it was not booked. */
export type Notice = Told & { readonly status: number }

type Wrong = {
  readonly faults?: readonly Fault[]
  readonly notice?: Notice | null
  /** What may be wrong, and can be sent again as it is. */
  readonly hints?: ContactHints | null
}

/** Who comes, beside what is booked: sent off, it books. */
export function detailsPage(
  visit: Visit,
  person: Person,
  { faults = [], notice = null, hints = null }: Wrong = {},
): Page {
  const { choice, offer, language } = visit
  const texts = {
    ...TIMES_TEXTS[language],
    ...personTexts(language, offer),
    ...BOOKING_TEXTS[language],
  }
  const start = choice.start ?? ''
  const { deposit, price } = totalOf(visit.services, language)
  const isByHand = offer.deposit_method === 'MANUAL'
  const day = dayLeaf(start, language, offer.time_zone)
  return {
    status: notice?.status ?? (faults.length === 0 ? 200 : 400),
    language,
    title: texts.detailsTitle,
    step: 3,
    hasSide: true,
    organization: offer,
    template: 'booking/details.njk',
    embed: choice.embed,
    typedForm: { id: 'pessoa', showsAt: pathOf(choice, 'details') },
    view: {
      t: texts,
      zone: zoneLine(offer.time_zone, start, language),
      day,
      rows: summaryRows(visit),
      short: [shortDay(start.slice(0, 10), language), day.hour, price]
        .filter((part) => part !== null)
        .join(' · '),
      notice: notice?.text ?? '',
      faults,
      hints,
      action: pathOf(choice, 'book'),
      hidden: fieldsOf(choice),
      proving: provingForm(choice.slug, afterHints(person, hints), notice === null ? [] : [notice]),
      fields: formFields(person, faults, texts),
      tick: whatsappTick(person, offer, texts),
      trap: FIELDS.trap,
      timesAction: pathOf(choice, 'times'),
      deposit: deposit === null ? '' : texts[isByHand ? 'depositByTeam' : 'depositAsked'](deposit),
      rules: noticeText(offer.client_notice_minutes, language),
      button: deposit === null || isByHand ? texts.bookIt : texts.payAndBook,
    },
  }
}
