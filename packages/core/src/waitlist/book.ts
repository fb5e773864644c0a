import { z } from 'zod'
import { Appointment, AppointmentExpand } from '../appointments/appointment.ts'
import { bookAppointment } from '../appointments/book.ts'
import { releaseOffer } from '../appointments/hold.ts'
import { appointmentReply } from '../appointments/load.ts'
import { selectServices } from '../appointments/service-selection.ts'
import { lockProfessionals } from '../change/locks.ts'
import { noticing } from '../change/write-context.ts'
import { namedClient } from '../clients/client-choice.ts'
import { Problem } from '../contract/problems.ts'
import { maybe } from '../events/emissions.ts'
import { Id, notifyClient } from '../ground/fields.ts'
import { languageOf } from '../ground/language.ts'
import { procedure } from '../procedure/define.ts'
import { bookable } from './bookable.ts'
import { endWish } from './end-offer.ts'
import { findWish, lockWish } from './load.ts'
import { openOffer } from './wish.ts'

/**
 * The team accepts an offer for the client, who says yes on the phone. The held time becomes that of the appointment, in one
 * transaction. As with every booking of the team, no deposit is asked for.
 */
export const bookWish = procedure({
  kind: 'change',
  scope: 'write',
  access: 'desk',
  input: z.object({
    entry_id: Id,
    notify_client: notifyClient('a message about the booking'),
    expand: AppointmentExpand,
  }),
  output: Appointment,
  emits: { ok: [maybe('appointment.created'), maybe('client.first_appointment')] },
  notes: ['waitlist_wish.booked'],
  problems: ['not_found', 'action_not_allowed', 'min_advance_violation', 'slot_unavailable'],
  async run(context, { entry_id: id, notify_client, expand }) {
    const { tx, organization, note } = context
    const seen = await findWish(tx, organization.id, id)
    const existing = await namedClient(context, { client_id: seen.clientId }, [])
    const wanted = seen.offer
    if (existing === null || wanted === null) throw notOffered()
    await lockProfessionals(tx, [wanted.professionalId])
    const wish = await lockWish(tx, organization.id, id)
    const offer = openOffer(wish, context.now())
    if (offer?.id !== wanted.id || wish.clientId !== existing.id) throw notOffered()
    const serviceIds = wish.services.map(({ id: serviceId }) => serviceId)
    const { professionalId } = offer
    const selected = await selectServices(tx, organization, serviceIds)
    const selection = bookable(organization, selected, { serviceIds, professionalId })
    const [service] = selection?.services ?? []
    if (selection === null || service === undefined) {
      throw new Problem('slot_unavailable', 'What was offered can no longer be booked.')
    }
    await releaseOffer(tx, organization.id, offer.id)
    const { row } = await bookAppointment(noticing(context, { notify_client }), {
      selection,
      type: service.type,
      start: offer.startsAt,
      professionalId,
      client: {
        existing,
        apply: async () => ({ client: existing, outcome: 'found', event: null }),
      },
      notes: null,
      metadata: {},
      allowOverbook: false,
      keyHash: null,
      language: languageOf(wish),
    })
    await endWish(context, wish, 'BOOKED', 'BOOKED', { appointmentId: row.id })
    note({ action: 'waitlist_wish.booked', id, changes: null })
    return appointmentReply(tx, context, row, expand)
  },
})

function notOffered(): Problem {
  return new Problem(
    'action_not_allowed',
    'Nothing is offered to this client now: the offer was answered, or its time is over.',
  )
}
