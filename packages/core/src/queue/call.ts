import { z } from 'zod'
import { dateText } from '../clients/client.ts'
import { noticing, type WriteContext } from '../change/write-context.ts'
import { procedure } from '../procedure/define.ts'
import { Id, nullableText, notifyClient } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { lockProfessionals } from '../change/locks.ts'
import { invalid, invalidFields } from '../contract/problems.ts'
import { cannotPerform } from '../professionals/named-professional.ts'
import { loadLine, serving } from './line.ts'
import { findQueueEntry, isPast, lockQueueEntry, queueEntryReply } from './load.ts'
import { QueueEntry, QueueEntryExpand, type QueueEntryRow } from './queue-entry.ts'
import { performs, professionalFaults } from './references.ts'
import { takeStep } from './step.ts'
import { notEditable, requireTransition } from './transitions.ts'

const MINUTE_MS = 60_000

export const QueueCall = z
  .object({
    professional_id: Id.nullable().optional().meta({
      description:
        'The professional who calls. If you leave it out, the professional of the entry. For an entry without a professional, the only one who is serving now.',
    }),
    place: nullableText(LIMITS.placeCharacters).optional().meta({
      description:
        'The room or desk that is shown to the client. If you leave it out, the place of the previous call.',
    }),
    notify_client: notifyClient('a message with the link'),
  })
  .meta({ id: 'QueueCall' })

/** `POST /v1/queue/entries/{entry_id}/call` */
export const callQueueEntry = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/queue/entries/{entry_id}/call',
    tag: 'Online queue',
    summary: 'Call a client',
    description:
      'Calls a waiting or skipped entry. The same professional can call again: `call_count` goes up and the time to answer starts again. If the client does not answer a call in time, the entry becomes `NO_SHOW`.',
    body: 'optional',
  },
  scope: 'write',
  access: 'everybody',
  fillsProfessional: true,
  feature: 'online_queue',
  input: QueueCall.extend({ entry_id: Id, expand: QueueEntryExpand }),
  output: QueueEntry,
  success: { ok: 200 },
  emits: { ok: ['queue.entry.called'] },
  problems: ['not_found', 'queue_entry_not_editable', 'professional_cannot_perform_service'],
  async run(context, input) {
    const row = await callEntry(noticing(context, input), input, { isFirst: false })
    return { outcome: 'ok', reply: await queueEntryReply(context.tx, context, row, input.expand) }
  },
})

/**
 * As `callQueueEntry`, for a client who is not called yet. Two people at the desk who press at the same time call once:
 * the second is refused.
 */
export const callWaitingEntry = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  fillsProfessional: true,
  feature: 'online_queue',
  input: QueueCall.extend({ entry_id: Id, expand: QueueEntryExpand }),
  output: QueueEntry,
  emits: { ok: ['queue.entry.called'] },
  problems: ['not_found', 'queue_entry_not_editable', 'professional_cannot_perform_service'],
  async run(context, input) {
    const row = await callEntry(noticing(context, input), input, { isFirst: true })
    return queueEntryReply(context.tx, context, row, input.expand)
  },
})

type Call = Pick<z.output<typeof QueueCall>, 'professional_id' | 'place'> & {
  readonly entry_id: number
}

/** @param isFirst refuses to call again */
async function callEntry(
  context: WriteContext,
  { entry_id: id, professional_id: asked = null, place }: Call,
  { isFirst }: { readonly isFirst: boolean },
): Promise<QueueEntryRow> {
  const { tx, organization } = context
  const now = context.now()
  // Professionals are locked before the entry, so it is read first. Decisions use what is read after the lock.
  const seen = await findQueueEntry(tx, organization.id, id)
  const faults = await professionalFaults(context, asked)
  if (faults.length > 0) throw invalidFields(faults)
  const serves = await whoServes(context, seen, now)
  const candidates = [asked ?? seen.professionalId ?? serves].flat()
  await lockProfessionals(tx, candidates)
  const before = await lockQueueEntry(tx, organization.id, id)
  const transition = requireTransition(
    { status: before.status, isPast: isPast(before, context) },
    'call',
  )
  if (isFirst && before.status === 'CALLED') {
    throw notEditable('This client has been called already.')
  }
  const professionalId = asked ?? before.professionalId ?? onlyOne(serves)
  if (before.status === 'CALLED' && professionalId !== before.professionalId) {
    throw notEditable('Another professional has called this client.')
  }
  await requireServer(context, before, professionalId)
  return takeStep(context, before, transition, {
    professionalId,
    callCount: before.callCount + 1,
    calledAt: new Date(now),
    callExpiresAt: new Date(now + organization.queueCallTimeoutMinutes * MINUTE_MS),
    ...(place === undefined ? {} : { place }),
  })
}

/** Who may call an entry that has no professional. */
async function whoServes(
  { tx, organization }: WriteContext,
  entry: QueueEntryRow,
  now: number,
): Promise<number[]> {
  if (entry.professionalId !== null) return []
  const asked = { dates: [dateText(entry.date)], serviceIds: [entry.serviceId] }
  return serving(await loadLine(tx, organization, asked, now), entry.serviceId)
}

function onlyOne(serves: readonly number[]): number {
  const [only, ...others] = serves
  if (only !== undefined && others.length === 0) return only
  throw invalid(
    'professional_id',
    'required',
    only === undefined
      ? 'This entry has no professional, and no professional is serving this queue now. Send the `professional_id` of the professional who calls.'
      : 'This entry has no professional, and several professionals are serving this queue now. Send the `professional_id` of the one who calls.',
  )
}

/** Refuses a professional who was deactivated, or no longer performs the service. */
async function requireServer(
  context: WriteContext,
  entry: QueueEntryRow,
  professionalId: number,
): Promise<void> {
  const [fault] = await professionalFaults(context, professionalId)
  if (fault !== undefined) {
    throw invalid(
      'professional_id',
      'required',
      'The professional of this entry no longer serves clients. Send the `professional_id` of the professional who calls.',
    )
  }
  if (!(await performs(context, professionalId, entry.serviceId))) throw cannotPerform()
}
