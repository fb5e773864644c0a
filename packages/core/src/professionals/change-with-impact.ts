/** A change that can concern what is booked: it never leaves an appointment behind without a word. */
import { settleHolds } from './settle-holds.ts'
import { createHash } from 'node:crypto'
import { column, query, sqlOf } from '@scheduling/database'
import { toAppointment } from '../appointments/appointment.ts'
import { APPOINTMENTS, withParts } from '../appointments/load.ts'
import { lockProfessionals } from '../change/locks.ts'
import type { WriteContext } from '../change/write-context.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalidFields, Problem } from '../contract/problems.ts'
import { EVER, lockBooked, readBooked, type Reach, readHeld, type Booked } from './booked.ts'
import type { ImpactAction, ImpactChoice, ImpactRecord } from './impact.ts'
import { concernedBy, type Concerned } from './judge.ts'
import { readOffer } from './offer.ts'
import { settle, type Settled } from './settle.ts'

const everyActive = query({
  name: 'active professionals',
  text: 'SELECT id FROM professional WHERE organization_id = $1::int AND is_active ORDER BY id',
  row: { id: column.int },
})

function asksFor({ appointments, decisions }: ImpactChoice, action: ImpactAction): boolean {
  return appointments === action || [...decisions.values()].includes(action)
}

/** @throws `403 forbidden_scope` when a key that may set up, and not book, decides to move or cancel appointments */
function requireRightToAct({ caller }: WriteContext, choice: ImpactChoice): void {
  const acts = asksFor(choice, 'move') || asksFor(choice, 'cancel')
  if (!acts || caller.kind !== 'api_key' || caller.scopes.includes('write')) return
  throw new Problem(
    'forbidden_scope',
    'To move or cancel appointments, the key needs the scope `write` beside `setup`.',
  )
}

/** The active professionals of the organization. */
export async function activeProfessionals({ tx, organization }: WriteContext): Promise<number[]> {
  const rows = await everyActive(sqlOf(tx), [organization.id])
  return rows.map(({ id }) => id)
}

/**
 * Locks the professionals whose time is about to change, and, when appointments may be moved, everybody who could take
 * one over: later they could not be locked in order. The caller holds the lock of the organization, so no professional joins
 * the team meanwhile.
 */
export async function lockCalendars(
  context: WriteContext,
  choice: ImpactChoice,
  professionalIds: readonly number[],
): Promise<void> {
  requireRightToAct(context, choice)
  const others = asksFor(choice, 'move') ? await activeProfessionals(context) : []
  await lockProfessionals(context.tx, [...professionalIds, ...others])
}

export type ImpactfulChange<Result> = {
  /** The appointments that it can concern; without `within`, of all the future. */
  readonly reach: Pick<Reach, 'professionalIds'> & Partial<Reach>
  /** What changes and how it is now, and what it becomes: a version stands for both. */
  readonly subject: readonly [now: unknown, change: unknown]
  /** Writes the change, with its events and notes. */
  readonly apply: () => Promise<Result>
}

/**
 * Makes a change, and keeps, moves or cancels the appointments that fitted before it and do not fit any more. Holds are
 * kept or released: they last minutes, so no version stands for them, and a choice is not required. The caller has
 * locked the professionals with `lockCalendars`, and then read what changes.
 *
 * @throws `409 action_not_allowed` when the version is stale, or an appointment is concerned that nothing was decided
 *   about; `400 not_found` on a decision about an appointment that is not concerned
 */
export async function changeWithImpact<Result>(
  context: WriteContext,
  choice: ImpactChoice,
  change: ImpactfulChange<Result>,
): Promise<{ result: Result; impact: ImpactRecord }> {
  const { tx, organization } = context
  const reach = { within: EVER, serviceId: null, ...change.reach }
  const now = context.now()
  const [booked, held] = await Promise.all([
    readBooked(tx, organization.id, reach, now),
    readHeld(tx, organization.id, reach, now),
  ])
  const all = [...booked, ...held]
  const read = () => (all.length === 0 ? null : readOffer(tx, organization, all))
  const before = await read()
  const result = await change.apply()
  const after = await read()
  const concernedAmong = (some: readonly Booked[]): Concerned[] =>
    before === null || after === null ? [] : concernedBy(some, before, after)
  const candidates = concernedAmong(booked)
  const open = await lockBooked(
    tx,
    organization.id,
    candidates.map((one) => one.booked.id),
  )
  const concerned = candidates.filter((one) => open.has(one.booked.id))
  const version = versionOf(change.subject, [...open])
  const actions = decided(choice, concerned, version)
  const settled = await settleAll(context, choice, concerned, actions)
  const holds = await settleHolds(context, choice, concernedAmong(held))
  return { result, impact: { version, ...settled, holds } }
}

function versionOf(subject: readonly unknown[], concerned: readonly unknown[]): string {
  const text = JSON.stringify([subject, concerned])
  return createHash('sha256').update(text).digest('base64url').slice(0, 32)
}

/** What is to happen to each of them. A preview without a choice shows them as kept. */
function decided(
  choice: ImpactChoice,
  concerned: readonly Concerned[],
  version: string,
): Map<number, ImpactAction> {
  if (!choice.preview && choice.version !== undefined && choice.version !== version) {
    throw staleVersion()
  }
  const ids = new Set(concerned.map((one) => one.booked.id))
  const foreign = [...choice.decisions.keys()].flatMap((id, index) =>
    ids.has(id) ? [] : [notConcerned(index)],
  )
  if (foreign.length > 0) throw invalidFields(foreign)
  const actions = new Map<number, ImpactAction>()
  let undecided = 0
  for (const id of ids) {
    const action = choice.decisions.get(id) ?? choice.appointments
    if (action === undefined && !choice.preview) undecided += 1
    actions.set(id, action ?? 'keep')
  }
  if (undecided > 0) throw needsChoice(undecided)
  const acted = [...actions.values()].filter((action) => action !== 'keep').length
  if (acted > LIMITS.impactActions) throw tooManyActions(acted)
  return actions
}

async function settleAll(
  context: WriteContext,
  choice: ImpactChoice,
  concerned: readonly Concerned[],
  actions: ReadonlyMap<number, ImpactAction>,
): Promise<Omit<ImpactRecord, 'version' | 'holds'>> {
  const { tx, organization } = context
  const actionOf = ({ booked }: Concerned) => actions.get(booked.id) ?? 'keep'
  // Those that something happens to come first, since the list has a bound.
  const listed = [
    ...concerned.filter((one) => actionOf(one) !== 'keep'),
    ...concerned.filter((one) => actionOf(one) === 'keep'),
  ].slice(0, LIMITS.impactAppointments)
  const rows = await APPOINTMENTS.among(
    tx,
    organization.id,
    listed.map((one) => one.booked.id),
  )
  const outcomes = new Map<number, Settled>()
  for (const one of concerned) {
    const { id, professionalId } = one.booked
    const about = { id, professionalId, reason: one.reason }
    outcomes.set(id, await settle(context, about, actionOf(one), choice.reason ?? null))
  }
  const records = new Map(
    rows.map((row) => [row.id, toAppointment(withParts(row), organization.timeZone)]),
  )
  const count = (action: Settled['action']) =>
    [...outcomes.values()].filter((outcome) => outcome.action === action).length
  return {
    total: concerned.length,
    kept: count('kept'),
    moved: count('moved'),
    cancelled: count('cancelled'),
    appointments: listed.flatMap(({ booked, reason }) => {
      const [record, outcome] = [records.get(booked.id), outcomes.get(booked.id)]
      if (record === undefined || outcome === undefined) return []
      const { id, start, professional, client, services } = record
      return {
        appointment: { id, start, professional, client, services },
        reason,
        action: outcome.action,
        moved_to: outcome.movedTo,
        kept_because: outcome.because,
      }
    }),
  }
}

function staleVersion(): Problem {
  const message = 'Something changed since this version was made. Ask for a preview again.'
  return new Problem('action_not_allowed', `The version is stale. ${message}`, {
    errors: [{ field: 'version', code: 'invalid_value', message }],
  })
}

function needsChoice(count: number): Problem {
  const what = count === 1 ? '1 appointment does' : `${count} appointments do`
  const message =
    'Send `appointments` with `keep`, `move` or `cancel`, or a decision about each of them.'
  return new Problem(
    'action_not_allowed',
    `${what} not fit any more after this change, and it was not said what happens to ${count === 1 ? 'it' : 'them'}. Nothing was changed. ${message}`,
    { errors: [{ field: 'appointments', code: 'required', message }] },
  )
}

function tooManyActions(count: number): Problem {
  const most = LIMITS.impactActions
  const message = `At most ${most} appointments can be moved or cancelled by one change. Keep the others, and cancel or move them one by one.`
  return new Problem('action_not_allowed', `${count} appointments would be changed. ${message}`, {
    errors: [{ field: 'appointments', code: 'too_many', message }],
  })
}

function notConcerned(index: number) {
  return {
    field: `decisions[${index}].appointment_id`,
    code: 'not_found' as const,
    message: 'This change does not concern an appointment with this id.',
  }
}
