/** Bounds how much one visitor can have open with one contact, and make in a day. */
import { column, query, sqlOf, type Queryable } from '@scheduling/database'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { comparable, type Identifiers } from './client-rules.ts'
import { CLIENTS_OF_CONTACT } from './of-contact.ts'

type Counted = {
  /** The name of the statement. */
  readonly name: string
  /**
   * Selects `client_id`, `created_at` and `is_open` of the records that the visitor `$4` made for the clients in `owner`.
   * `$1` is the organization. Further parameters begin at `$6`.
   */
  readonly text: string
  readonly mostOfName: number
  readonly mostOfContact: number
  /** The refusal of one more within 24 hours. */
  readonly tooManyInDay: string
  /** The refusal of one more open record. @param whose as in "this name" */
  readonly tooManyOpen: (count: number, whose: string) => string
}

type Contact = {
  readonly organizationId: number
  readonly visitor: string
  readonly contact: Identifiers
  /** The client with this contact and this name; null: there is none. */
  readonly existing: { readonly id: number } | null
}

/**
 * Returns a check that throws `409 action_not_allowed` when there are too many records. Its caller has locked both
 * identifiers. Records of other visitors do not count, so that a refusal does not reveal them and locks no client out.
 * Those of the last 24 hours count even when they are over.
 */
export function fewOfContact(of: Counted) {
  const { name, text, mostOfName, mostOfContact, tooManyInDay, tooManyOpen } = of
  const counted = query({
    name,
    text: `
      WITH owner AS (${CLIENTS_OF_CONTACT})
      SELECT count(*) FILTER (WHERE is_open)::int AS "open",
        count(*) FILTER (WHERE is_open AND client_id = $5::int)::int AS "ofClient",
        count(*) FILTER (WHERE created_at > clock_timestamp() - interval '24 hours')::int AS "ofDay"
      FROM (${text}) AS made`,
    row: {
      open: column.by('0', column.int),
      ofClient: column.by('0', column.int),
      ofDay: column.by('0', column.int),
    },
  })
  return async (db: Queryable, asked: Contact, own: readonly unknown[] = []): Promise<void> => {
    const { organizationId, visitor, contact, existing } = asked
    const { phoneKey, email } = comparable(contact)
    const values = [organizationId, phoneKey, email, visitor, existing?.id ?? null, ...own]
    const [read] = await counted(sqlOf(db), values)
    const { ofDay = 0, ofClient = 0, open: all = 0 } = read ?? {}
    const refuse = (detail: string) => new Problem('action_not_allowed', detail)
    if (ofDay >= LIMITS.publicBookingsPerContactPerDay) throw refuse(tooManyInDay)
    if (ofClient >= mostOfName) throw refuse(tooManyOpen(mostOfName, 'this name'))
    if (all >= mostOfContact) throw refuse(tooManyOpen(mostOfContact, 'this phone or e-mail'))
  }
}
