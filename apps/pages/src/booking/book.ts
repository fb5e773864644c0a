/** The last step: booking. */
import { problemOf, type Problem } from '@scheduling/core'
import type { Answered, Handler, Page, PageRequest } from '../page.ts'
import { arrivalFor } from '../link/arrival.ts'
import type { Arrival } from '../paths.ts'
import { withName } from '../link/for-whom.ts'
import { newRecord } from '../link/link.ts'
import { dayAndHour } from '../written.ts'
import { choiceIn, firstStep } from './choice.ts'
import { hintsFor } from './contact-hints.ts'
import { detailsPage, isReady } from './details.ts'
import { donePage } from './done.ts'
import { visitOf, type Visit } from './offer.ts'
import { personTexts } from './person-texts.ts'
import {
  clientOf,
  faultsOf,
  personIn,
  proofOf,
  refusedFaults,
  sentAgain,
  whatsappOf,
  type Person,
} from './person.ts'
import { proofAsked } from './proof-asked.ts'
import { sayAgain } from './sent-again.ts'
import { BOOKING_TEXTS } from './texts.ts'
import { timesPage } from './times.ts'

/** A step at an address that keeps nothing that was posted: the booking begins again. */
export const beginAnew: Handler = (request, slug) => {
  const { language, embed } = choiceIn(slug, request.query)
  return Promise.resolve({ seeOther: firstStep({ slug, language, embed }) })
}

/** Books what the form of the details shows, and leads to the client's own page of it. */
export const book: Handler = async (request, slug) => {
  const asked = await askedIn(request, slug)
  const early = await missingStep(request, asked)
  if (early !== null) return early
  const { visit, person } = asked
  const { choice } = visit
  try {
    const { url, appointment } = await request.visitor.book({
      slug,
      submission_id: person.submission,
      ...proofOf(person),
      service_ids: [...choice.serviceIds],
      start: choice.start ?? '',
      professional_id: choice.professionalId,
      client: clientOf(person),
      ...whatsappOf(person),
      notes: person.notes === '' ? null : person.notes,
      language: visit.language,
    })
    const arrival = arrivalFor(person, visit.offer)
    if (url === null || choice.embed !== null) {
      return bookedPage(visit, { url, appointment, arrival, now: request.now() })
    }
    const page = newRecord(url, choice.language, arrival)
    return { seeOther: withName(page, person.firstName, request) }
  } catch (error) {
    return refused(request, visit, person, problemOf(error)).catch((again: unknown) =>
      keepForm(asked, problemOf(again)),
    )
  }
}

/** The other times could not be looked up just now: what was typed stays. @throws what is no matter of time */
function keepForm(asked: Asked, problem: Problem): Page {
  const texts = BOOKING_TEXTS[asked.visit.language]
  if (problem.status !== 429 && problem.status !== 503) throw problem
  const notice = { status: problem.status, text: texts.busy }
  return detailsPage(asked.visit, asked.person, { notice })
}

type Asked = { readonly visit: Visit; readonly person: Person }

async function askedIn(request: PageRequest, slug: string): Promise<Asked> {
  return { visit: await visitOf(request, choiceIn(slug, request.form)), person: personIn(request) }
}

/** The page of an earlier step, where something is missing or wrong; null: all is there. */
async function missingStep(request: PageRequest, { visit, person }: Asked): Promise<Page | null> {
  if (!isReady(visit)) return timesPage(request, visit, { person, taken: null })
  const faults = faultsOf(person, personTexts(visit.language, visit.offer), visit.offer)
  if (faults.length > 0) return detailsPage(visit, person, { faults })
  const hints = hintsFor(person, personTexts(visit.language, visit.offer), visit.offer)
  return hints === null ? null : detailsPage(visit, person, { hints })
}

/** What was typed stays, wherever the visitor goes on. */
async function refused(
  request: PageRequest,
  visit: Visit,
  person: Person,
  problem: Problem,
): Promise<Answered> {
  const texts = BOOKING_TEXTS[visit.language]
  const again = (text: string) => {
    const typed = sentAgain(person, problem.code, request)
    return detailsPage(visit, typed, { notice: { status: problem.status, text } })
  }
  switch (problem.code) {
    case 'slot_unavailable':
    case 'min_advance_violation':
    case 'professional_cannot_perform_service': {
      const { start } = visit.choice
      const date = visit.choice.date ?? start?.slice(0, 10) ?? null
      return timesPage(
        request,
        { ...visit, choice: { ...visit.choice, date } },
        { person, taken: start },
      )
    }
    case 'validation_error':
    case 'client_identifier_required': {
      const asked = proofAsked(problem, visit.offer, visit.language)
      if (asked !== null) {
        return detailsPage(visit, person, { notice: { status: problem.status, ...asked } })
      }
      const ofPerson = personTexts(visit.language, visit.offer)
      const missing = [{ field: 'client.phone' as const, code: 'required' as const, message: '' }]
      const errors = problem.code === 'validation_error' ? problem.errors : missing
      const faults = refusedFaults(errors, person, ofPerson)
      return faults.length > 0 ? detailsPage(visit, person, { faults }) : again(texts.cannot)
    }
    default: {
      const says = sayAgain(problem.code, texts)
      if (says === null) throw problem
      return again(says)
    }
  }
}

type Booked = Awaited<ReturnType<PageRequest['visitor']['book']>>

/** @param made its `url` is the client's page; null: its link goes to the contact alone */
function bookedPage(
  visit: Visit,
  {
    url,
    appointment,
    arrival,
    now,
  }: Pick<Booked, 'url' | 'appointment'> & { arrival: Arrival | null; now: number },
): Page {
  const { offer, language } = visit
  const texts = BOOKING_TEXTS[language]
  return donePage(visit, url, {
    title: appointment?.status === 'CONFIRMED' ? texts.doneTitle : texts.donePending,
    when: appointment === null ? '' : dayAndHour(appointment.start, language, offer.time_zone, now),
    deposit: appointment?.deposit ?? null,
    linked: texts.doneLinked,
    arrival,
  })
}
