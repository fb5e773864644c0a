/** Today's queues, and joining one: a single step, since the client stands at the door. */
import { problemOf, type Problem } from '@scheduling/core'
import { addressOf, choiceIn, fieldsOf, pathOf, type Choice } from '../booking/choice.ts'
import { afterHints, hintsFor, type ContactHints } from '../booking/contact-hints.ts'
import { queued, visitOf, type Offer } from '../booking/offer.ts'
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
import { donePage } from '../booking/done.ts'
import { proofAsked } from '../booking/proof-asked.ts'
import { sayAgain } from '../booking/sent-again.ts'
import { BOOKING_TEXTS } from '../booking/texts.ts'
import type { Language } from '../language.ts'
import type { Answered, Answers, Handler, Page, PageRequest } from '../page.ts'
import { FIELDS, PARAMETERS, type Arrival } from '../paths.ts'
import { arrivalFor } from '../link/arrival.ts'
import { newRecord } from '../link/link.ts'
import { length } from '../written.ts'
import { QUEUE_TEXTS, type QueueTexts } from './texts.ts'

type Place = Answers['listQueues']['data'][number]

type Line = {
  readonly choice: Choice
  readonly offer: Offer
  readonly language: Language
  readonly places: ReadonlyMap<number, Place>
  /** The service of the choice. */
  readonly serviceId: number | null
}

export const showQueues: Handler = async (request, slug) =>
  queuePage(await lineOf(request, choiceIn(slug, request.query)), personIn(request))

export const joinQueue: Handler = async (request, slug) => {
  const line = await lineOf(request, choiceIn(slug, request.form))
  const person = personIn(request)
  if (request.query.has(PARAMETERS.review)) return queuePage(line, person)
  const faults = faultsOf(person, personTexts(line.language, line.offer), line.offer)
  if (line.serviceId === null) faults.unshift(chooseFault(line.language))
  if (line.serviceId === null || faults.length > 0) return queuePage(line, person, faults)
  const hints = hintsFor(person, personTexts(line.language, line.offer), line.offer)
  if (hints !== null) return queuePage(line, person, [], 200, hints)
  try {
    const { url, queue_entry: entry } = await request.visitor.joinQueue({
      slug,
      submission_id: person.submission,
      ...proofOf(person),
      service_id: line.serviceId,
      professional_id: line.choice.professionalId,
      client: clientOf(person),
      ...whatsappOf(person),
      notes: person.notes === '' ? null : person.notes,
      language: line.language,
    })
    const arrival = arrivalFor(person, line.offer)
    if (url === null || line.choice.embed !== null) return joinedPage(line, url, entry, arrival)
    return { seeOther: newRecord(url, line.choice.language, arrival) }
  } catch (error) {
    return refused(request, line, person, problemOf(error))
  }
}

async function lineOf(
  { visitor, acceptLanguage }: Pick<PageRequest, 'visitor' | 'acceptLanguage'>,
  choice: Choice,
): Promise<Line> {
  const { offer, language } = await visitOf({ visitor, acceptLanguage }, choice)
  const services = queued(offer)
  const { data } =
    services.length === 0 ? { data: [] } : await visitor.listQueues({ slug: choice.slug })
  const serviceId = services.find(({ id }) => choice.serviceIds.includes(id))?.id ?? null
  return {
    choice,
    offer,
    language,
    serviceId,
    places: new Map(data.map((one) => [one.service_id, one])),
  }
}

function chooseFault(language: Language): Fault {
  return { field: 'servicos', text: QUEUE_TEXTS[language].choose }
}

function queuePage(
  { choice, offer, language, places, serviceId }: Line,
  person: Person,
  faults: readonly Fault[] = [],
  status = faults.length === 0 ? 200 : 400,
  hints: ContactHints | null = null,
): Page {
  const texts = { ...personTexts(language, offer), ...QUEUE_TEXTS[language] }
  const services = queued(offer)
  const open = services.filter(({ id }) => places.get(id)?.is_open === true)
  const performers = services.flatMap(({ professionals }) => professionals)
  const professionals = [...new Map(performers.map((one) => [one.id, one])).values()]
  const kept = { ...choice, serviceIds: [], professionalId: null }
  return {
    status,
    language,
    title: texts.title,
    organization: offer,
    template: 'queue/join.njk',
    embed: choice.embed,
    // While it is closed, the page has no form.
    ...(open.length === 0
      ? {}
      : {
          typedForm: { id: 'pessoa', showsAt: `${pathOf(choice, 'queue')}?${PARAMETERS.review}=1` },
        }),
    view: {
      t: texts,
      faults,
      hints,
      services: services.map(({ id, name }) => ({
        id,
        name,
        field: PARAMETERS.service,
        facts: placeText(places.get(id), texts),
        isOpen: places.get(id)?.is_open === true,
        isChosen: id === (serviceId ?? (open.length === 1 ? open[0]?.id : null)),
      })),
      isOpen: open.length > 0,
      professionals: professionals.map((one) => ({
        ...one,
        isChosen: one.id === choice.professionalId,
      })),
      whoField: PARAMETERS.professional,
      action: pathOf(choice, 'queue'),
      hidden: fieldsOf(kept),
      proving: provingForm(choice.slug, afterHints(person, hints), faults),
      fields: formFields(person, faults, texts),
      tick: whatsappTick(person, offer, texts),
      trap: FIELDS.trap,
      back: addressOf(kept, null),
    },
  }
}

function placeText(place: Place | undefined, texts: QueueTexts): string {
  if (place === undefined || !place.is_open) return texts.closed
  const ahead = place.ahead_count ?? 0
  const wait = place.estimated_wait_minutes ?? 0
  const first = ahead === 0 ? texts.noOneAhead : texts.ahead(ahead)
  return wait === 0 ? first : `${first} · ${texts.wait(length(wait))}`
}

function refused(request: PageRequest, line: Line, person: Person, problem: Problem): Answered {
  const { language } = line
  const booking = BOOKING_TEXTS[language]
  const again = (text: string) => {
    const typed = sentAgain(person, problem.code, request)
    return queuePage(line, typed, [{ field: null, text }], problem.status)
  }
  switch (problem.code) {
    case 'queue_closed':
      return again(QUEUE_TEXTS[language].full)
    case 'validation_error': {
      const asked = proofAsked(problem, line.offer, language)
      if (asked !== null) return queuePage(line, person, [{ field: null, ...asked }])
      const faults = refusedFaults(problem.errors, person, personTexts(language, line.offer))
      return faults.length > 0 ? queuePage(line, person, faults) : again(booking.cannot)
    }
    case 'professional_cannot_perform_service': {
      const text = QUEUE_TEXTS[language].wrongPerson
      return queuePage(line, person, [{ field: 'profissional', text }], problem.status)
    }
    default: {
      const says = sayAgain(problem.code, booking)
      if (says === null) throw problem
      return again(says)
    }
  }
}

/** @param url the client's page; null: its link goes to the contact alone */
function joinedPage(
  line: Line,
  url: string | null,
  entry: Awaited<ReturnType<PageRequest['visitor']['joinQueue']>>['queue_entry'],
  arrival: Arrival | null,
): Page {
  return donePage(line, url, {
    title: BOOKING_TEXTS[line.language].doneQueue,
    when: entry === null ? '' : [entry.service, entry.professional].filter(Boolean).join(' · '),
    deposit: entry?.deposit ?? null,
    linked: QUEUE_TEXTS[line.language].place,
    arrival,
  })
}
