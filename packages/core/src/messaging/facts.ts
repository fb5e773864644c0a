/** What the texts of messages can name. */
import { formatInstant } from '@scheduling/availability'
import { clientName } from '../clients/client.ts'
import type { AppointmentRow } from '../appointments/appointment.ts'
import { shownRoom } from '../appointments/meeting-url.ts'
import { placeOf } from '../appointments/place.ts'
import type { DepositRow } from '../deposits/deposit-base.ts'
import { linkTo } from '../links/record-link.ts'
import type { Reader } from '../lists/expand.ts'
import { mapLink } from '../organization/address.ts'
import { isOfSandbox } from '../payments/sandbox-page.ts'
import type { QueueEntryRow } from '../queue/queue-entry.ts'
import type { OfferRow, WishRow } from '../waitlist/rows.ts'

/** The variables `data.object.…` of a text. What a message does not have is null. */
export type Facts = {
  /** How it goes out: `whatsapp` can be answered, `email` cannot. */
  readonly channel: string | null
  readonly client_first_name: string | null
  readonly client_name: string | null
  /** Their names, separated by commas. */
  readonly services: string | null
  readonly professional_name: string | null
  readonly status: string | null
  /** In a message about a deposit: the status of its appointment or queue entry. */
  readonly booking_status: string | null
  /** `IN_PERSON` or `TELEMEDICINE`. */
  readonly type: string | null
  readonly start: string | null
  readonly end: string | null
  /** The start, as people write it in the language of the client: `segunda, 23 de novembro, às 9h`. */
  readonly when: string | null
  /** The services with the professional, the start, where it is and what it costs, each in a line. */
  readonly details: string | null
  /** The online room, once the appointment is confirmed. */
  readonly meeting_url: string | null
  /** The client's own page; of a message about a deposit, where it can be paid. */
  readonly link: string | null
  /** In a message about a deposit: the page of its appointment or queue entry. */
  readonly booking_link: string | null
  /** The public page of the organization. */
  readonly page: string | null
  /** Until when the client can move and cancel, as `when`. Null: not any more, or only the team can. */
  readonly changes_until: string | null
  /** Of an appointment the address of the organization, of a call in the queue the desk. */
  readonly place: string | null
  readonly map_url: string | null
  readonly reason: string | null
  readonly more: number | null
  readonly price: string | null
  readonly amount: string | null
  readonly refunded_amount: string | null
  /** When a deposit expires, or time that is offered is held no longer, as `when`. */
  readonly until: string | null
  readonly payment_code: string | null
  /** Null in a message about an open deposit: the team asks for it. */
  readonly payment_url: string | null
  /** In a message about an open deposit: no money moves with its code. */
  readonly demonstration: boolean
}

export const NO_FACTS: Facts = {
  channel: null,
  client_first_name: null,
  client_name: null,
  services: null,
  professional_name: null,
  status: null,
  booking_status: null,
  type: null,
  start: null,
  end: null,
  when: null,
  details: null,
  meeting_url: null,
  link: null,
  booking_link: null,
  page: null,
  changes_until: null,
  place: null,
  map_url: null,
  reason: null,
  more: null,
  price: null,
  amount: null,
  refunded_amount: null,
  until: null,
  payment_code: null,
  payment_url: null,
  demonstration: false,
}

/** Of invented people, with all that texts may meet: what a text is tried with before it is saved. */
export const SAMPLE_FACTS: Facts = {
  channel: 'whatsapp',
  client_first_name: 'Mariana',
  client_name: 'Mariana Alves de Souza',
  services: 'Limpeza de pele, Massagem "relaxante" & drenagem',
  professional_name: 'Dra. Renata Nogueira Prado',
  status: 'PENDING',
  booking_status: 'PENDING',
  type: 'IN_PERSON',
  start: '2026-11-30T09:00:00-03:00',
  end: '2026-11-30T10:30:00-03:00',
  when: '2026-11-30T09:00:00-03:00',
  details: 'Limpeza de pele com Dra. Renata Nogueira Prado',
  meeting_url: 'https://meet.example.com/sala-7',
  link: 'https://agenda.example.com/a/x7Yk2mQ9bT4cVn1LrD8sWz0HqKe5JpAg',
  booking_link: 'https://agenda.example.com/a/x7Yk2mQ9bT4cVn1LrD8sWz0HqKe5JpAg',
  page: 'https://agenda.example.com/clinica-aurora',
  changes_until: '2026-11-29T09:00:00-03:00',
  place: 'Rua Harmonia, 123, sala 4 · Vila Madalena · São Paulo – SP · 05435-000',
  map_url: 'https://maps.example.com/clinica-aurora',
  reason: 'A profissional está doente',
  more: 3,
  price: '180.00',
  amount: '50.00',
  refunded_amount: '50.00',
  until: '2026-11-23T09:30:00-03:00',
  payment_code: '00020126580014br.gov.bcb.pix…6304ABCD',
  payment_url: 'https://agenda.example.com/d/x7Yk2mQ9bT4cVn1LrD8sWz0HqKe5JpAg',
  demonstration: false,
}

export function factsOfAppointment(row: AppointmentRow, reader: Reader): Facts {
  const { timeZone } = reader.organization
  return {
    ...NO_FACTS,
    ...namesOf(row.client),
    services: row.services.map(({ service }) => service.name).join(', '),
    professional_name: row.professional.name,
    status: row.status,
    start: formatInstant(row.startsAt.getTime(), timeZone),
    end: formatInstant(row.endsAt.getTime(), timeZone),
    type: row.type,
    price: row.price?.toFixed(2) ?? null,
    meeting_url: shownRoom(row),
    link: linkTo(reader, 'appointment', row, 'appointment_message'),
    place: placeOf(row.type, reader.organization),
    map_url: row.type === 'IN_PERSON' ? mapLink(reader.organization) : null,
  }
}

export function factsOfQueueEntry(row: QueueEntryRow, reader: Reader): Facts {
  return {
    ...NO_FACTS,
    ...namesOf(row.client),
    services: row.service.name,
    professional_name: row.professional?.name ?? null,
    status: row.status,
    place: row.place,
    link: linkTo(reader, 'queue_entry', row, 'queue_entry_message'),
  }
}

/** Of a wish that is to be confirmed: `link` does it. */
export function factsOfWish(row: WishRow, reader: Reader): Facts {
  return {
    ...NO_FACTS,
    ...namesOf(row),
    services: row.services.map(({ name }) => name).join(', '),
    link: linkTo(reader, 'waitlist_wish', row, 'waitlist_confirmation'),
  }
}

/** Of time that is held for who waits for it: `until` is when the hold ends. */
export function factsOfOffer(row: WishRow, offer: OfferRow, reader: Reader): Facts {
  const { timeZone } = reader.organization
  return {
    ...NO_FACTS,
    ...namesOf(row),
    services: row.services.map(({ name }) => name).join(', '),
    professional_name: offer.professionalName,
    start: formatInstant(offer.startsAt, timeZone),
    until: formatInstant(offer.heldUntil, timeZone),
    link: linkTo(reader, 'waitlist_wish', row),
  }
}

/** @param of what the deposit is for */
export function factsOfDeposit(row: DepositRow, of: Facts, reader: Reader): Facts {
  // What the team asks for is not paid on a page.
  const url = row.method === 'MANUAL' ? null : linkTo(reader, 'deposit', row)
  return {
    ...of,
    ...namesOf(row.client),
    status: row.status,
    link: url ?? of.link,
    booking_status: of.status,
    booking_link: of.link,
    amount: row.amount.toFixed(2),
    refunded_amount: row.refundedAmount.toFixed(2),
    until: formatInstant(row.expiresAt.getTime(), reader.organization.timeZone),
    payment_code: row.paymentCode,
    payment_url: url,
    demonstration: row.status === 'PENDING' && isOfSandbox(row),
  }
}

function namesOf(client: Pick<AppointmentRow['client'], 'firstName' | 'lastName'>) {
  return {
    client_first_name: unlinked(client.firstName),
    client_name: unlinked(clientName(client)),
  }
}

/**
 * A name that mail programs and chats make no link of by themselves: a visitor writes it, and may book with
 * another person's address. An invisible space stands where an address would go on.
 */
function unlinked(name: string): string {
  return name.replaceAll(/([.:/@])(?=\S)/g, '$1\u200B')
}
