/**
 * What a user with the access `professional` reaches: the records of the own professional, and their clients.
 *
 * An id that is not within reach is read as one that no record has, so the procedure answers as to a stranger's id,
 * whatever that answer is. Lists filter their rows themselves, by `ownOnly`, or by the `professional_id` that is
 * filled in here.
 */
import { column, Prisma, query, sqlOf } from '@scheduling/database'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { isAllowed, ownOnly, type Group } from './accesses.ts'

/** Ids begin at 1. */
const NO_RECORD = 0

const PERFORMED = (service: string, own: string) => `EXISTS (SELECT FROM professional_service ps
  WHERE ps.professional_id = ${own} AND ps.service_id = ${service})`

/** A queue entry without a professional is of each who performs its service. */
const OWN_ENTRY = (e: string, own: string) =>
  `(${e}.professional_id = ${own} OR ${e}.professional_id IS NULL AND ${PERFORMED(`${e}.service_id`, own)})`

/** Of a client: a visit with the professional, or a place in the queue. */
const OWN_CLIENT = (c: string, own: string) => `(EXISTS (SELECT FROM appointment a
    WHERE a.organization_id = ${c}.organization_id AND a.client_id = ${c}.id AND a.professional_id = ${own})
  OR EXISTS (SELECT FROM queue_entry e
    WHERE e.organization_id = ${c}.organization_id AND e.client_id = ${c}.id AND ${OWN_ENTRY('e', own)}))`

const own = (table: string, condition: string) =>
  query({
    name: `${table} of a professional`,
    text: `SELECT r.id FROM ${table} r WHERE r.organization_id = $1::int AND r.id = ANY($2::int[]) AND ${condition}`,
    row: { id: column.int },
  })

const BY_PROFESSIONAL = 'r.professional_id = $3::int'

const OWN_CLIENTS = own('client', OWN_CLIENT('r', '$3::int'))

/** Which of some ids are within reach, by the field that names them. */
const WITHIN = {
  professional_id: own('professional', 'r.id = $3::int'),
  appointment_id: own('appointment', BY_PROFESSIONAL),
  client_id: OWN_CLIENTS,
  client_ids: OWN_CLIENTS,
  entry_id: own('queue_entry', OWN_ENTRY('r', '$3::int')),
  blocked_time_id: own('blocked_time', BY_PROFESSIONAL),
  feed_id: own('calendar_feed', BY_PROFESSIONAL),
  hold_id: own('time_hold', BY_PROFESSIONAL),
} as const

/** Of what everybody shares, and of the own login, which the procedures of `account` look at. */
const OF_EVERYBODY = new Set(['service_id', 'service_ids', 'specialty_id', 'user_id', 'session_id'])

type Declared = {
  readonly input: z.ZodObject
  readonly access: Group
  readonly fillsProfessional?: true
}

/**
 * @returns an input as its procedure may read it
 * @throws when a procedure that professionals may call takes an id of which it is not known whose record it names
 */
export function reachOf({ input, access, fillsProfessional }: Declared) {
  const fields = isAllowed(access, 'professional') ? idFieldsOf(input) : []
  return async (context: Context, asked: unknown): Promise<unknown> => {
    const professionalId = ownOnly(context)
    if (professionalId === null || !isRecord(asked)) return asked
    const reached = await Promise.all(
      fields
        .filter((field) => field in asked)
        .map(async (field) => {
          const value = asked[field]
          const ids = [value].flat().filter((id) => typeof id === 'number')
          if (ids.length === 0) return [field, value] as const
          const where = [context.organization.id, ids, professionalId] as const
          const rows = await WITHIN[field](sqlOf(context.db), where)
          const found = new Set(rows.map(({ id }) => id))
          const within = (id: unknown) =>
            typeof id === 'number' && !found.has(id) ? NO_RECORD : id
          return [field, Array.isArray(value) ? value.map(within) : within(value)] as const
        }),
    )
    const given: Readonly<Record<string, unknown>> = { ...asked, ...Object.fromEntries(reached) }
    return fillsProfessional === true
      ? { ...given, professional_id: given['professional_id'] ?? professionalId }
      : given
  }
}

type Field = keyof typeof WITHIN

function idFieldsOf({ shape }: z.ZodObject): Field[] {
  return Object.keys(shape).filter((name): name is Field => {
    if (name in WITHIN) return true
    if (/_ids?$/.test(name) && !OF_EVERYBODY.has(name)) {
      throw new Error(`It is not known whose record \`${name}\` names.`)
    }
    return false
  })
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** A condition of a list on its clients. @param professionalId null: those of all */
export function clientsOf(alias: string, professionalId: number | null): Prisma.Sql[] {
  if (professionalId === null) return []
  const isOwn = Prisma.raw(OWN_CLIENT(alias, 'own.id'))
  return [Prisma.sql`EXISTS (SELECT FROM (SELECT ${professionalId}::int AS id) own WHERE ${isOwn})`]
}

/** The same on queue entries, in a statement whose parameter `own` is the professional, or null. */
export function ownEntries(alias: string, own: string): string {
  return `(${own} IS NULL OR ${OWN_ENTRY(alias, own)})`
}
