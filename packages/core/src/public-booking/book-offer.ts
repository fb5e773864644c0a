import type { AppointmentRow } from '../appointments/appointment.ts'
import type { VisitorCall } from '../procedure/visitor.ts'
import { languageOf } from '../ground/language.ts'
import { z } from 'zod'
import { bookAppointment, type BookingWork } from '../appointments/book.ts'
import { findAppointment } from '../appointments/load.ts'
import { releaseOffer } from '../appointments/hold.ts'
import { depositOf, selectServices } from '../appointments/service-selection.ts'
import { lockProfessionals } from '../change/locks.ts'
import { workOf, type AskedBy, type Initiator } from '../change/system-work.ts'
import type { BookingClient } from '../clients/client-choice.ts'
import type { AppliedClient } from '../clients/find-or-create.ts'
import { CLIENTS } from '../clients/load.ts'
import { lockClient, lockIdentifiers } from '../clients/match.ts'
import { problemOf } from '../procedure/errors.ts'
import { Problem } from '../contract/problems.ts'
import type { Actor } from '../context.ts'
import { maybe } from '../events/emissions.ts'
import { procedure } from '../procedure/define.ts'
import { AppointmentView, appointmentView } from './appointment-view.ts'
import { askDeposit } from './ask-deposit.ts'
import { requireFewOpen } from './contact.ts'
import { openKind, ownLink, requireLink, whileThere } from './links.ts'
import {
  NOTHING_MADE,
  submit,
  submissionOf,
  type Submitted,
  type VisitorWork,
} from './submission.ts'
import { clientActor, countChange, type Visited } from './visit.ts'
import { bookable } from '../waitlist/bookable.ts'
import { endWish, withdrawOffer } from '../waitlist/end-offer.ts'
import { findWish, lockWish } from '../waitlist/load.ts'
import type { OfferRow, WishRow } from '../waitlist/rows.ts'
import { openOffer } from '../waitlist/wish.ts'
import { WISH_LINK, offerOver, WithToken } from './wish-view.ts'

/** Refusals that end an offer: the team has taken its time, or asks for more notice than is left. */
const NOT_BOOKABLE: ReadonlySet<string> = new Set(['slot_unavailable', 'min_advance_violation'])

/** Public: books what is offered, by the rules of every channel. Pressed twice, it books once and has the same answer. */
export const bookOffer = procedure({
  caller: 'visitor',
  kind: 'change',
  input: WithToken,
  output: z.object({
    /** The client's link to the appointment. Null: it was taken back since. */
    url: z.string().nullable(),
    appointment: AppointmentView.nullable(),
  }),
  emits: {
    created: [
      'appointment.created',
      maybe('client.first_appointment'),
      maybe('appointment.updated'),
    ],
    repeated: [],
    replayed: [],
    withdrawn: [],
  },
  later: ['deposit.created'],
  notes: ['waitlist_wish.booked', 'waitlist_wish.withdrawn'],
  async run(call, { token }) {
    const { service, browser } = call
    const { visited, row: seen } = await openKind(service, browser, WISH_LINK, token)
    await countChange(call, 'waitlist_wish', seen.id)
    const { db, organization } = visited
    if (seen.status !== 'BOOKED') {
      const { offer } = seen
      if (offer === null) throw offerOver()
      // One answer for one offer, however often the button is pressed.
      const submission = submissionOf(service, 'offer', { submission_id: `${token} ${offer.id}` })
      try {
        await submit(visited, call, submission, (work, askedBy) =>
          bookFor(work, { seen, offerId: offer.id, token, keyHash: submission.idHash, askedBy }),
        )
      } catch (error) {
        if (NOT_BOOKABLE.has(problemOf(error).code)) await withdraw(visited, call, seen)
        throw error
      }
    }
    const { appointmentId, appointmentLinkVersion } = await findWish(db, organization.id, seen.id)
    if (appointmentId === null) throw offerOver()
    const row = await findAppointment(db, organization.id, appointmentId)
    const url = ownLink(visited, 'appointment', row, appointmentLinkVersion)
    return { url, appointment: url === null ? null : await appointmentView(visited, row) }
  },
})

type Taking = {
  readonly seen: WishRow
  readonly offerId: number
  readonly token: string
  readonly keyHash: Uint8Array
  readonly askedBy: (actor: Actor) => AskedBy
}

/**
 * The hold becomes the time of the appointment, in one transaction: behind the lock of the professional no booking sees its
 * time free in between. Whether the offer still stands is decided there too, by the clock of then.
 */
async function bookFor(work: VisitorWork, taking: Taking): Promise<Submitted<AppointmentRow>> {
  const { tx, organization, note } = work
  const client = await lockedOwner(work, taking.seen.id)
  const { offer: wanted } = await whileThere(findWish(tx, organization.id, taking.seen.id))
  if (wanted?.id !== taking.offerId) throw offerOver()
  await lockProfessionals(tx, [wanted.professionalId])
  const wish = await lockWish(tx, organization.id, taking.seen.id)
  requireLink(work, WISH_LINK, wish, taking.token)
  const offer = openOffer(wish, work.now())
  if (offer?.id !== taking.offerId) throw offerOver()
  const { outcome, row, amount } = await bookHeld(work, wish, offer, client, taking.keyHash)
  const { id: appointmentId, linkVersion } = row
  // The link of a booking that another caller made for the same client is not shown here.
  const appointmentLinkVersion = outcome === 'created' ? linkVersion : null
  await endWish(work, wish, 'BOOKED', 'BOOKED', { appointmentId, appointmentLinkVersion })
  note({ action: 'waitlist_wish.booked', id: wish.id, changes: null })
  const actor = clientActor({ ...row.client, id: row.clientId })
  const made = {
    ...NOTHING_MADE,
    appointmentId,
    wishId: wish.id,
    linkVersion: appointmentLinkVersion,
  }
  if (outcome === 'existing')
    return { outcome: 'repeated', made, actor, depositId: null, row: null }
  const depositId = await askDeposit(work, { appointmentId }, amount, taking.askedBy(actor))
  return { outcome, made, actor, depositId, row }
}

/**
 * @throws `409 slot_unavailable` when the team overbooked the time, blocked it, or offers the services no more;
 *   `409 action_not_allowed` when the contact has too many bookings
 */
async function bookHeld(
  work: VisitorWork,
  wish: WishRow,
  offer: OfferRow,
  client: BookingClient & { readonly existing: NonNullable<BookingClient['existing']> },
  keyHash: Uint8Array,
) {
  const { tx, organization } = work
  const serviceIds = wish.services.map(({ id }) => id)
  const selected = await selectServices(tx, organization, serviceIds)
  const { professionalId } = offer
  const selection = bookable(organization, selected, { serviceIds, professionalId })
  const [service] = selection?.services ?? []
  if (selection === null || service === undefined) {
    throw new Problem('slot_unavailable', 'What was offered can no longer be booked.')
  }
  await requireFewOpen(work, client.existing, client.existing)
  await releaseOffer(tx, organization.id, offer.id)
  const amount = depositOf(selection.services)
  const { outcome, row } = await bookAppointment(work, {
    selection,
    type: service.type,
    start: offer.startsAt,
    professionalId,
    client,
    notes: null,
    metadata: {},
    allowOverbook: false,
    keyHash,
    awaitsDeposit: amount !== null,
    language: languageOf(wish),
  })
  return { outcome, row, amount }
}

/** An offer that cannot be booked is none. It has a transaction of its own, since the booking has undone all. */
async function withdraw(
  visited: Visited,
  { requestId, declaredOf }: VisitorCall,
  seen: WishRow,
): Promise<void> {
  const { organization } = visited
  const initiator: Initiator<void> = {
    actorOf: () => clientActor({ ...seen, id: seen.clientId }),
    source: 'public_booking',
    requestId,
    declared: declaredOf('withdrawn'),
  }
  await workOf(visited, organization, initiator, async (work) => {
    const wish = await lockWish(work.tx, organization.id, seen.id)
    const offer = openOffer(wish, work.now())
    if (offer !== null && offer.id === seen.offer?.id) await withdrawOffer(work, wish)
  })
}

/** The client of a wish, locked with its identifiers: they come before the professional. */
async function lockedOwner({ tx, organization }: BookingWork, wishId: number) {
  const { clientId } = await whileThere(findWish(tx, organization.id, wishId))
  const seen = await CLIENTS.one(tx, organization.id, clientId)
  if (seen !== null) await lockIdentifiers(tx, organization.id, seen)
  const existing = await lockClient(tx, organization.id, clientId)
  // It was merged into another one in between, and the wish with it.
  if (existing === null) throw new Problem('service_unavailable')
  const applied: AppliedClient = { client: existing, outcome: 'found', event: null }
  return { existing, apply: async () => applied }
}
