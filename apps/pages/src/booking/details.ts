/** The third step: who comes. */
import type { Handler, Page } from '../page.ts'
import { FIELDS } from '../paths.ts'
import { TIMES_TEXTS } from '../times/texts.ts'
import { zoneLine } from '../times/times.ts'
import { dayAndHour } from '../written.ts'
import { choiceIn, fieldsOf, pathOf } from './choice.ts'
import { visitOf, type Visit } from './offer.ts'
import { personTexts } from './person-texts.ts'
import {
  formFields,
  whatsappTick,
  hiddenOf,
  personIn,
  provingForm,
  type Fault,
  type Person,
} from './person.ts'
import { BOOKING_TEXTS } from './texts.ts'
import { timesOfOther, timesPage } from './times.ts'

export const answerDetails: Handler = async (request, slug) => {
  const other = await timesOfOther(request, slug, null)
  if (other !== null) return other
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

export function detailsPage(visit: Visit, person: Person, faults: readonly Fault[] = []): Page {
  const { choice, offer, language } = visit
  const texts = {
    ...TIMES_TEXTS[language],
    ...personTexts(language, offer),
    ...BOOKING_TEXTS[language],
  }
  return {
    status: faults.length === 0 ? 200 : 400,
    language,
    title: texts.detailsTitle,
    step: texts.step(3),
    organization: offer,
    template: 'booking/details.njk',
    isEmbedded: choice.isEmbedded,
    view: {
      t: texts,
      zone: zoneLine(offer.time_zone, choice.start, language),
      when: dayAndHour(choice.start ?? '', language, offer.time_zone),
      faults,
      action: pathOf(choice, 'check'),
      hidden: fieldsOf(choice),
      proving: provingForm(choice.slug, person),
      fields: formFields(person, faults, texts),
      tick: whatsappTick(person, offer, texts),
      trap: FIELDS.trap,
      timesAction: pathOf(choice, 'times'),
      timesHidden: [...fieldsOf({ ...choice, start: null }), ...hiddenOf(person)],
    },
  }
}
