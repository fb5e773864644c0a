/** How much a visitor causes to be sent to one contact, who may not have asked for it. */
import { column, query, sqlOf, type Message as MessageRow } from '@scheduling/database'
import { lockContact } from '../change/locks.ts'
import type { Work } from '../change/system-work.ts'
import { LIMITS } from '../contract/limits.ts'

/** What was handed over, or may have been. Messages of test organizations never leave the service. */
const caused = query({
  name: 'messages that visitors caused',
  text: `SELECT count(*) FILTER (WHERE organization_id = $1::int)::int AS "ofOrganization",
      count(*) FILTER (WHERE provider <> 'outbox')::int AS "ofAll",
      count(*) FILTER (WHERE visitor = $4::text)::int AS "ofVisitor"
    FROM message WHERE channel = $2::text AND address = $3::text AND visitor IS NOT NULL
      AND created_at > clock_timestamp() - interval '24 hours' AND attempts > 0 AND purpose <> 'cancelled'
      AND NOT EXISTS (SELECT FROM message used WHERE used.organization_id = message.organization_id
        AND used.record = message.record AND used.record_id = message.record_id AND used.link_used_at IS NOT NULL)`,
  row: {
    ofOrganization: column.by('0', column.int),
    ofAll: column.by('0', column.int),
    ofVisitor: column.by('0', column.int),
  },
})

const ofRecord = query({
  name: 'standing of a record',
  text: `SELECT coalesce(bool_or(attempts > 0), false) AS "isTold", coalesce(bool_or(visitor IS NOT NULL), false) AS "isByVisitor",
      coalesce(bool_or(link_used_at IS NOT NULL), false) AS "isProven"
    FROM message WHERE organization_id = $1::int AND record = $2::text AND record_id = $3::int`,
  row: {
    isTold: column.by('false', column.bool),
    isByVisitor: column.by('false', column.bool),
    isProven: column.by('false', column.bool),
  },
})

/** What the messages about one record show of its contact. */
export type Standing = {
  /** The contact may have heard of the record. */
  readonly isTold: boolean
  /** A visitor made or changed the record, perhaps with the contact of another person. */
  readonly isByVisitor: boolean
  /** The client used the link of a message. */
  readonly isProven: boolean
}

export async function standingOf(
  { tx, organization }: Work,
  { record, recordId }: Pick<MessageRow, 'record' | 'recordId'>,
): Promise<Standing> {
  const [found] = await ofRecord(sqlOf(tx), [organization.id, record, recordId])
  return found ?? { isTold: false, isByVisitor: false, isProven: false }
}

/**
 * Whether a message that a visitor caused is one too many for its contact. A visitor who has caused none may cause a few
 * more, so that one visitor cannot use up the messages of another. A cancellation is not counted, and is only sent
 * where the contact has heard of what is cancelled. Records whose client used the link of a message are not counted either.
 */
export async function isOneTooMany(
  { tx, organization }: Work,
  row: MessageRow,
  { isTold, isProven }: Standing,
): Promise<boolean> {
  const { visitor, channel, address, attempts } = row
  if (visitor === null || address === null || attempts > 0 || isProven) return false
  const sql = sqlOf(tx)
  if (row.purpose === 'cancelled') return !isTold
  await lockContact(tx, channel, address)
  const [counted] = await caused(sql, [organization.id, channel, address, visitor])
  const { ofOrganization = 0, ofAll = 0, ofVisitor = 0 } = counted ?? {}
  const hasRoom =
    ofOrganization < LIMITS.visitorMessagesPerContactPerDay &&
    ofAll < LIMITS.visitorMessagesPerContactOfAllPerDay
  const isNew = ofVisitor < LIMITS.messagesOfNewVisitor
  return !hasRoom && !(isNew && ofAll < LIMITS.visitorMessagesPerContactAtMost)
}

const moves = query({
  name: 'other messages of moves',
  text: `SELECT coalesce(bool_or(created_at > $5::timestamptz), false) AS "isReplaced",
      max(coalesce(sent_at, $6::timestamptz)) FILTER (WHERE attempts > 0) AS "lastSent"
    FROM message WHERE organization_id = $1::int AND record = $2::text AND record_id = $3::int AND purpose = 'moved'
      AND channel = $4::text AND id <> $7::text`,
  row: { isReplaced: column.by('false', column.bool), lastSent: column.nullable(column.instant) },
})

/**
 * When a move by a visitor can be told: the first at once, the next ten minutes after it, with where the record is by
 * then. Null: a later message tells it.
 *
 * @returns epoch milliseconds by the clock of the organization
 */
export async function moveMessageAt(
  { tx, organization, now }: Work,
  row: MessageRow,
): Promise<number | null> {
  const at = now()
  if (row.visitor === null || row.purpose !== 'moved') return at
  const { channel, record, recordId, createdAt, id } = row
  const values = [organization.id, record, recordId, channel, createdAt, new Date(at), id]
  const [others] = await moves(sqlOf(tx), values)
  if (others?.isReplaced === true) return null
  const last = others?.lastSent ?? null
  return last === null ? at : Math.max(at, last + LIMITS.movesToldMinutes * 60_000)
}
