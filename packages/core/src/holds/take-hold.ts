/** A hold becomes the time of an appointment. */
import { formatInstant } from '@scheduling/availability'
import { freeKept, type FreedTime } from '../appointments/hold.ts'
import type { Work } from '../change/system-work.ts'
import { invalid, invalidFields, Problem, type FieldError } from '../contract/problems.ts'
import { statusOf } from './hold.ts'
import { changeHoldRow, HOLDS, lockHold, type HoldRow } from './rows.ts'

/** What a request says of the time that it wants. A field that is undefined is left to the hold. */
type Asked = {
  readonly service_ids?: readonly number[] | undefined
  /** Epoch milliseconds. */
  readonly start?: number | undefined
  /** Null: any, and so the one whom the hold has. */
  readonly professional_id?: number | null | undefined
}

/**
 * The hold that a request names, as it is before anything is locked. What else the request says of the time must agree.
 *
 * @throws `400 not_found` on `hold_id`, `400 invalid_value` on each field that disagrees
 */
export async function requestedHold(
  { tx, organization }: Pick<Work, 'tx' | 'organization'>,
  holdId: number,
  asked: Asked,
): Promise<HoldRow> {
  const hold = await HOLDS.one(tx, organization.id, holdId)
  if (hold === null) {
    throw invalid('hold_id', 'not_found', 'No hold of this organization has this id.')
  }
  const { service_ids: services, start, professional_id: professional } = asked
  const faults: FieldError[] = []
  const disagrees = (field: keyof Asked, value: unknown): void => {
    const message = `The hold has another value: ${JSON.stringify(value)}. Leave this field out, or send the same value.`
    faults.push({ field, code: 'invalid_value', message })
  }
  if (services !== undefined && String(services) !== String(hold.serviceIds)) {
    disagrees('service_ids', hold.serviceIds)
  }
  if (start !== undefined && start !== hold.startsAt.getTime()) {
    disagrees('start', formatInstant(hold.startsAt.getTime(), organization.timeZone))
  }
  if (professional != null && professional !== hold.professionalId) {
    disagrees('professional_id', hold.professionalId)
  }
  if (faults.length > 0) throw invalidFields(faults)
  return hold
}

/** A hold that is locked, and whose time is free in this transaction alone. */
export type TakenHold = { readonly row: HoldRow; readonly time: FreedTime }

/**
 * Takes the time of a hold. The caller holds the lock of its professional, and gives the time to an appointment in the same
 * transaction.
 *
 * @returns null: the hold has expired or was released, so the request is one without a hold
 * @throws `409 action_not_allowed` when it was booked
 */
export async function takeHold(
  { tx, organization, now }: Pick<Work, 'tx' | 'organization' | 'now'>,
  holdId: number,
): Promise<TakenHold | null> {
  const row = await lockHold(tx, organization.id, holdId)
  const status = statusOf(row, now())
  if (status === 'BOOKED') {
    const message = `This hold was booked before, as the appointment ${row.appointmentId ?? ''}. A hold serves once.`
    throw new Problem('action_not_allowed', message)
  }
  if (status !== 'HELD') return null
  const time = await freeKept(tx, row)
  return time === null ? null : { row, time }
}

/** @param appointmentId what the hold became */
export async function endTaken(
  { tx }: Pick<Work, 'tx'>,
  { row }: TakenHold,
  appointmentId: number,
): Promise<void> {
  await changeHoldRow(tx, row, { status: 'BOOKED', appointmentId })
}
