/** Leaving a wish where a day is full: one step, since the client has looked for a time already. */
import { localDateOf } from '@scheduling/availability'
import { LIMITS, problemOf, type FieldError, type Problem } from '@scheduling/core'
import { addressOf, choiceIn, fieldsOf, pathOf, type Choice } from '../booking/choice.ts'
import { afterHints, hintsFor, type ContactHints } from '../booking/contact-hints.ts'
import { visitOf, type Visit } from '../booking/offer.ts'
import { personTexts } from '../booking/person-texts.ts'
import {
  clientOf,
  faultsOf,
  formFields,
  whatsappTick,
  personIn,
  proofOf,
  provingForm,
  refusedFaults,
  sentAgain,
  whatsappOf,
  type Fault,
  type Person,
} from '../booking/person.ts'
import { servicesPage } from '../booking/services.ts'
import { proofAsked } from '../booking/proof-asked.ts'
import { sayAgain } from '../booking/sent-again.ts'
import { BOOKING_TEXTS } from '../booking/texts.ts'
import { arrivalFor } from '../link/arrival.ts'
import { newRecord } from '../link/link.ts'
import type { Answered, Handler, Page, PageRequest } from '../page.ts'
import { FIELDS, PARAMETERS } from '../paths.ts'
import { weekdayName } from '../written.ts'
import {
  acceptedDays,
  daysIn,
  PARTS,
  sentDays,
  usualDays,
  WEEK,
  type Days,
  type Part,
} from './days.ts'
import { WAITLIST_TEXTS, type WaitlistTexts } from './texts.ts'
import { wishDonePage } from './wish.ts'

type Asked = {
  readonly visit: Visit
  /** `YYYY-MM-DD`, where the organization is. */
  readonly today: string
  readonly days: Days
  readonly person: Person
}

export const showWaitlist: Handler = async (request, slug) => {
  const visit = await visitOf(request, choiceIn(slug, request.query))
  if (!canWait(visit)) return servicesPage(visit, visit.isStale ? 'notOffered' : 'chooseOne')
  const today = localDateOf(request.now(), visit.offer.time_zone)
  const days = usualDays(visit.choice.date, today)
  return joinPage({ visit, today, days, person: personIn(request) })
}

export const joinWaitlist: Handler = async (request, slug) => {
  const visit = await visitOf(request, choiceIn(slug, request.form))
  if (!canWait(visit)) return servicesPage(visit, visit.isStale ? 'notOffered' : 'chooseOne')
  const today = localDateOf(request.now(), visit.offer.time_zone)
  const asked = { visit, today, days: daysIn(request.form), person: personIn(request) }
  const { choice, language } = visit
  const { person, days } = asked
  if (request.query.has(PARAMETERS.review)) return joinPage(asked)
  const faults = faultsOf(person, personTexts(language, visit.offer), visit.offer)
  if (days.to === '') faults.unshift(daysFault('to_date', asked))
  if (days.from === '') faults.unshift(daysFault('from_date', asked))
  if (days.weekdays.length === 0) faults.unshift(daysFault('weekdays', asked))
  if (faults.length > 0) return joinPage(asked, faults)
  const hints = hintsFor(person, personTexts(language, visit.offer), visit.offer)
  if (hints !== null) return joinPage(asked, [], 200, hints)
  try {
    const { url, wish } = await request.visitor.joinWaitlist({
      slug,
      submission_id: person.submission,
      ...proofOf(person),
      service_ids: [...choice.serviceIds],
      professional_id: choice.professionalId,
      ...sentDays(days),
      client: clientOf(person),
      ...whatsappOf(person),
      language,
    })
    const arrival = arrivalFor(person, visit.offer)
    if (url === null || wish === null || choice.embed !== null)
      return wishDonePage(visit, url, arrival)
    return { seeOther: newRecord(url, choice.language, arrival) }
  } catch (error) {
    return refused(request, asked, problemOf(error))
  }
}

function canWait({ services, professionals, isStale }: Visit): boolean {
  return services.length > 0 && !isStale && professionals.length > 0
}

const DAY_MS = 86_400_000

/** @param field as the procedures call it */
function daysFault(
  field: 'from_date' | 'to_date' | 'weekdays' | 'from_minute',
  { visit, days }: Asked,
): Fault {
  const texts = WAITLIST_TEXTS[visit.language]
  if (field === 'from_minute') return { field: FIELDS.part, text: texts.outOfHours }
  if (field === 'weekdays') return { field: FIELDS.weekdays, text: texts.noDay }
  if (field === 'from_date') return { field: FIELDS.fromDate, text: texts.noFirstDay }
  const count = (Date.parse(days.to) - Date.parse(days.from)) / DAY_MS + 1
  const text = count > LIMITS.wishDays ? texts.tooLong(LIMITS.wishDays) : texts.wrongDays
  return { field: FIELDS.toDate, text }
}

function daysFaults(errors: readonly FieldError[], asked: Asked): Fault[] {
  return (['from_date', 'to_date', 'weekdays', 'from_minute'] as const).flatMap((field) =>
    errors.some((error) => error.field === field) ? [daysFault(field, asked)] : [],
  )
}

function joinPage(
  asked: Asked,
  faults: readonly Fault[] = [],
  status = faults.length === 0 ? 200 : 400,
  hints: ContactHints | null = null,
): Page {
  const { visit, today, days, person } = asked
  const accepted = acceptedDays(today)
  const { choice, offer, language } = visit
  const texts = { ...personTexts(language, offer), ...WAITLIST_TEXTS[language] }
  const kept: Choice = { ...choice, professionalId: null, date: null, since: null, start: null }
  const faultAt = (name: string) => faults.find(({ field }) => field === name)?.text ?? ''
  return {
    status,
    language,
    title: texts.title,
    organization: offer,
    template: 'waitlist/join.njk',
    embed: choice.embed,
    typedForm: { id: 'pessoa', showsAt: `${pathOf(choice, 'waitlist')}?${PARAMETERS.review}=1` },
    view: {
      t: texts,
      faults,
      hints,
      how: texts.how(LIMITS.offerMinutes),
      chosen: visit.services.map(({ name }) => name).join(' + '),
      action: pathOf(choice, 'waitlist'),
      hidden: fieldsOf(kept),
      proving: provingForm(choice.slug, afterHints(person, hints), faults),
      professionals: visit.professionals.map((one) => ({
        ...one,
        isChosen: one.id === choice.professionalId,
      })),
      whoField: PARAMETERS.professional,
      days: [
        {
          ...dateField(FIELDS.fromDate, texts.from, days.from, faultAt(FIELDS.fromDate)),
          ...accepted,
        },
        { ...dateField(FIELDS.toDate, texts.to, days.to, faultAt(FIELDS.toDate)), ...accepted },
      ],
      week: {
        field: FIELDS.weekdays,
        fault: faultAt(FIELDS.weekdays),
        days: WEEK.map((day) => ({
          value: day,
          name: weekdayName(day, language),
          isChosen: days.weekdays.includes(day),
        })),
      },
      hours: {
        field: FIELDS.part,
        fault: faultAt(FIELDS.part),
        parts: partsOf(texts, days.part),
      },
      fields: formFields(person, faults, texts).filter(({ name }) => name !== FIELDS.notes),
      tick: whatsappTick(person, offer, texts),
      trap: FIELDS.trap,
      back: addressOf({ ...kept, professionalId: choice.professionalId }, 'times'),
    },
  }
}

function dateField(name: string, label: string, value: string, fault: string) {
  return {
    name,
    label,
    value,
    fault,
    type: 'date',
    hint: '',
    optional: '',
    lines: 0,
    most: 0,
    autocomplete: '',
  }
}

function partsOf({ parts }: WaitlistTexts, chosen: Part) {
  return (Object.keys(PARTS) as Part[]).map((part) => ({
    value: part,
    name: parts[part],
    isChosen: part === chosen,
  }))
}

/** What was typed stays. */
function refused(request: PageRequest, asked: Asked, problem: Problem): Answered {
  const { visit, person } = asked
  const [texts, booking] = [WAITLIST_TEXTS[visit.language], BOOKING_TEXTS[visit.language]]
  const again = (text: string) => {
    const typed = sentAgain(person, problem.code, request)
    return joinPage({ ...asked, person: typed }, [{ field: null, text }], problem.status)
  }
  switch (problem.code) {
    case 'validation_error': {
      const proof = proofAsked(problem, visit.offer, visit.language)
      if (proof !== null) return joinPage(asked, [{ field: null, ...proof }])
      const ofPerson = personTexts(visit.language, visit.offer)
      const faults = [
        ...daysFaults(problem.errors, asked),
        ...refusedFaults(problem.errors, person, ofPerson),
      ]
      return faults.length > 0 ? joinPage(asked, faults) : again(booking.cannot)
    }
    default: {
      const says = sayAgain(problem.code, { ...booking, ...texts })
      if (says === null) throw problem
      return again(says)
    }
  }
}
