/** How much one visitor can have open with one contact, and make in a day. */
import { column, query, sqlOf, type Queryable } from '@scheduling/database'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { comparable, type Identifiers } from './client-rules.ts'
import { CLIENTS_OF_CONTACT } from './of-contact.ts'

type Made = {
  /** Of the statement. */
  readonly name: string
  /**
   * Selects `client_id`, `created_at` and `is_open` of what the visitor `$4` made for clients of the table `owner`.
   * `$1` is the organization; parameters of its own begin at `$6`.
   */
  readonly text: string
  readonly mostOfName: number
  readonly mostOfContact: number
  readonly inDay: string
  /** @param whose as in "this name" */
  readonly open: (count: number, whose: string) => string
}

type Contact = {
  readonly organizationId: number
  readonly visitor: string
  readonly contact: Identifiers
  /** The client with this contact and this name; null: there is none. */
  readonly existing: { readonly id: number } | null
}

/**
 * A check behind the locks of both identifiers. What other visitors made does not count: a refusal does not reveal it, and
 * locks out no client. What was made in the last 24 hours counts even when it is over.
 *
 * @returns throws `409 action_not_allowed` when there is too much
 */
export function fewOfContact({ name, text, mostOfName, mostOfContact, inDay, open }: Made) {
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
    if (ofDay >= LIMITS.publicBookingsPerContactPerDay) throw refuse(inDay)
    if (ofClient >= mostOfName) throw refuse(open(mostOfName, 'this name'))
    if (all >= mostOfContact) throw refuse(open(mostOfContact, 'this phone or e-mail'))
  }
}
