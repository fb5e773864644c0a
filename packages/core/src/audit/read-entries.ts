/**
 * One page of the audit, newest first.
 *
 * An organization can have millions of entries, and a filter can match none of them. So one filter leads: it has an
 * index in the order of the list. What is left of the filters is compared with at most `auditEntriesReadPerPage` entries
 * for one page. Such a page can come out short, and its cursor goes on where reading ended: for who may not know of some
 * entries, only the others are looked at and counted, so the actions lead, each by its index.
 */
import { column, composedQuery, Prisma, sqlOf } from '@scheduling/database'
import type { Context } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import {
  beyondCursor,
  cursorAt,
  keysetPage,
  LARGEST_PAGE,
  type KeysetPage,
  type Order,
  type PagedList,
} from '../lists/page.ts'
import { sqlInstant } from '../ground/sql-instant.ts'
import { ENTRIES, type EntryRow } from './entry.ts'

export type AuditQuestion = {
  /** Epoch milliseconds, `before` not included. */
  readonly from: number
  readonly before: number | undefined
  /** Null: all. */
  readonly actions: readonly string[] | null
  /** Whether no entry of another action may be looked at, not even to be left out. */
  readonly isWithinActions: boolean
  readonly recordId: { readonly record: string; readonly id: string } | null
  readonly actorType: string | undefined
  /** Only with `actorType`. */
  readonly actorId: string | undefined
  readonly source: string | undefined
}

const NEWEST_FIRST: Order = {
  name: 'created_at',
  key: Prisma.sql`a.created_at`,
  type: 'timestamptz',
  id: Prisma.sql`a.id`,
  idType: 'bigint',
  direction: 'desc',
}
const IN_ORDER = Prisma.sql`ORDER BY a.created_at DESC, a.id DESC`
const MOST_READ = LIMITS.auditEntriesReadPerPage

/**
 * @param request.filters what a cursor belongs to
 * @throws `400` for a cursor of other filters
 */
export async function readEntries(
  context: Pick<Context, 'db' | 'crypto' | 'organization'>,
  question: AuditQuestion,
  request: Pick<PagedList, 'request' | 'filters'>,
): Promise<KeysetPage<EntryRow>> {
  const list: PagedList = { ...request, name: 'audit', order: NEWEST_FIRST }
  const within = [
    Prisma.sql`a.organization_id = ${context.organization.id}`,
    Prisma.sql`a.created_at >= ${sqlInstant(question.from)}`,
    ...(question.before === undefined
      ? []
      : [Prisma.sql`a.created_at < ${sqlInstant(question.before)}`]),
    ...beyondCursor(context, list),
  ]
  if (question.actions?.length === 0) return { rows: [], hasMore: false, nextCursor: null }
  const { leading, others } = conditionsOf(question)
  const page = { ...list, query: ENTRIES, plan: 'by value' } as const
  if (others.length === 0 && question.actions !== null && leading.length === 0) {
    const from = entriesOfEach(question.actions, within)
    return keysetPage(context.db, context, { ...page, from, where: [] })
  }
  const looked =
    question.isWithinActions && question.actions !== null && leading.length === 0
      ? Prisma.sql`SELECT a.* FROM (${entriesTogether(question.actions, within)}) AS a ${IN_ORDER}`
      : Prisma.sql`SELECT a.* FROM audit_entry a WHERE ${Prisma.join([...within, ...leading], ' AND ')} ${IN_ORDER}`
  const read = others.length === 0 ? LARGEST_PAGE : Prisma.raw(String(MOST_READ))
  const from = Prisma.sql`(${looked} LIMIT ${read}) AS a`
  const found = await keysetPage(context.db, context, { ...page, from, where: others })
  if (found.hasMore || others.length === 0) return found
  const [last] = await lastRead(
    sqlOf(context.db),
    Prisma.sql`SELECT a.created_at::text AS key, a.id FROM (${looked} OFFSET ${MOST_READ - 1}::int LIMIT 1) AS a`,
    'by value',
  )
  if (last === undefined) return found
  return { ...found, hasMore: true, nextCursor: cursorAt(context, list, last) }
}

const lastRead = composedQuery({
  name: 'last audit entry read',
  row: { key: column.text, id: column.bigint },
})

/** Conditions that an index serves in the order of the list, and what each entry is compared with besides. */
function conditionsOf(question: AuditQuestion): {
  readonly leading: readonly Prisma.Sql[]
  readonly others: readonly Prisma.Sql[]
} {
  const { recordId, actorType, actorId, source, actions, isWithinActions } = question
  const ofRecord =
    recordId === null
      ? []
      : [Prisma.sql`a.record = ${recordId.record} AND a.record_id = ${recordId.id}`]
  const ofActor =
    actorType === undefined || actorId === undefined
      ? []
      : [Prisma.sql`a.actor_type = ${actorType} AND a.actor_id = ${actorId}`]
  const ofActorType =
    actorType === undefined || actorId !== undefined
      ? []
      : [Prisma.sql`a.actor_type = ${actorType}`]
  const ofSource = source === undefined ? [] : [Prisma.sql`a.source = ${source}`]
  // An actor does things of all kinds: only who may read all of them is led by the actor.
  const canLead = isWithinActions ? [ofRecord] : [ofRecord, ofActor]
  const leading = canLead.find(({ length }) => length > 0) ?? []
  const rest = [ofRecord, ofActor, ofActorType, ofSource].filter((one) => one !== leading)
  const others = rest.flat()
  // Actions lead by themselves, in another form, where nothing else is asked for.
  const isCompared =
    actions !== null && (leading.length > 0 || (others.length > 0 && !isWithinActions))
  return {
    leading,
    others: isCompared ? [...others, Prisma.sql`a.action = ANY(${[...actions]}::text[])`] : others,
  }
}

/** The entries of these actions, which an order around them merges: as many are read as are taken. */
function entriesTogether(actions: readonly string[], within: readonly Prisma.Sql[]): Prisma.Sql {
  const ofEach = actions.map(
    (action) =>
      Prisma.sql`SELECT a.* FROM audit_entry a WHERE a.action = ${action} AND ${Prisma.join([...within], ' AND ')}`,
  )
  return Prisma.join(ofEach, ' UNION ALL ')
}

/** The newest entries of each action: the page is among them. */
function entriesOfEach(actions: readonly string[], within: readonly Prisma.Sql[]): Prisma.Sql {
  return Prisma.sql`unnest(${[...actions]}::text[]) AS asked (action) CROSS JOIN LATERAL (
    SELECT a.* FROM audit_entry a WHERE a.action = asked.action AND ${Prisma.join([...within], ' AND ')}
    ${IN_ORDER} LIMIT ${LARGEST_PAGE}) AS a`
}
