/**
 * What holds a person: every table with data of a client, how its rows are found, and how they lose the person. The
 * export and the erasure are both made of this table, so what one knows the other knows too. A test fails for a column
 * of text or JSON that is neither here nor marked as holding no person.
 */

/** A column of the key by which rows are read in order, and its type in PostgreSQL. */
type KeyColumn = readonly [name: string, type: string]

export type Holding = {
  readonly table: string
  /** The columns that can hold the person. */
  readonly columns: readonly string[]
  /**
   * A condition on the row `held`. `$1` is the organization, `$2` the ids: of the client, and of those that were merged
   * into it.
   */
  readonly isOf: string
  /** Total order of the rows. */
  readonly key: readonly [KeyColumn, ...KeyColumn[]]
  /**
   * What its columns become, in the transaction of the erasure; `$3` is the placeholder of the name. Null: messages
   * have a function of their own; events, the audit, kept answers and what receivers answered are found again and written
   * again after it, by `removeTraces`.
   */
  readonly becomes: Readonly<Record<string, string>> | null
  /** Its files in an export. Null: it has copies alone, of what other files have. */
  readonly file: string | null
  /** Columns of no meaning outside of the service. */
  readonly hidden?: readonly string[]
  /** JSON with what the row only names by ids. */
  readonly beside?: string
}

const OF_CLIENT = `held.organization_id = $1::int AND held.client_id = ANY($2::int[])`
const BY_ID: Holding['key'] = [['id', 'int']]
const IDS_OF = (table: string): string =>
  `(SELECT id FROM ${table} WHERE organization_id = $1::int AND client_id = ANY($2::int[]))`

/** An actor, or who asked for something, without the name of a client. @param path to the actor in the column */
const withoutActor = (column: string, path: string): string =>
  `CASE WHEN held.${column} #>> '{${path}type}' = 'client' THEN jsonb_set(held.${column}, '{${path}name}', 'null') ELSE held.${column} END`

const NAMED = `jsonb_build_object('professional', (SELECT name FROM professional p WHERE p.id = held.professional_id)`

export const HOLDINGS: readonly Holding[] = [
  {
    table: 'client',
    columns: [
      'first_name',
      'last_name',
      'email',
      'phone',
      'phone_key',
      'cpf',
      'metadata',
      'search_text',
    ],
    isOf: `held.organization_id = $1::int AND held.id = ANY($2::int[])`,
    key: BY_ID,
    becomes: {
      first_name: '$3',
      last_name: 'NULL',
      email: 'NULL',
      phone: 'NULL',
      phone_key: 'NULL',
      cpf: 'NULL',
      birth_date: 'NULL',
      metadata: `'{}'`,
      search_text: 'lower($3)',
      erased_at: 'clock_timestamp()',
    },
    file: 'client',
    hidden: ['search_text', 'phone_key'],
  },
  {
    table: 'client_team_note',
    columns: ['text'],
    isOf: OF_CLIENT,
    key: [['client_id', 'int']],
    becomes: { text: 'NULL' },
    file: 'client_team_notes',
  },
  {
    table: 'appointment',
    columns: ['notes', 'metadata', 'cancellation_reason'],
    isOf: OF_CLIENT,
    key: BY_ID,
    becomes: {
      notes: 'NULL',
      metadata: `'{}'`,
      cancellation_reason: 'NULL',
      link_version: 'held.link_version + 1',
    },
    file: 'appointments',
    hidden: ['hold_id', 'request_key_hash'],
    beside: `${NAMED}, 'services', (SELECT json_agg(s.name ORDER BY done.position)
      FROM appointment_service done JOIN service s ON s.id = done.service_id WHERE done.appointment_id = held.id))`,
  },
  {
    table: 'appointment_team_note',
    columns: ['text'],
    isOf: `held.organization_id = $1::int AND held.appointment_id IN ${IDS_OF('appointment')}`,
    key: [['appointment_id', 'int']],
    becomes: { text: 'NULL' },
    file: 'appointment_team_notes',
  },
  {
    table: 'appointment_move',
    columns: ['reason', 'actor'],
    isOf: `held.organization_id = $1::int AND held.appointment_id IN ${IDS_OF('appointment')}`,
    key: BY_ID,
    becomes: { reason: 'NULL', actor: withoutActor('actor', '') },
    file: 'appointment_moves',
  },
  {
    table: 'queue_entry',
    columns: ['notes', 'cancellation_reason'],
    isOf: OF_CLIENT,
    key: BY_ID,
    becomes: {
      notes: 'NULL',
      cancellation_reason: 'NULL',
      link_version: 'held.link_version + 1',
    },
    file: 'queue_entries',
    beside: `${NAMED}, 'service', (SELECT name FROM service s WHERE s.id = held.service_id))`,
  },
  {
    // Those that are open end in the same transaction.
    table: 'waitlist_wish',
    columns: [],
    isOf: OF_CLIENT,
    key: BY_ID,
    becomes: { link_version: 'held.link_version + 1' },
    file: 'wishes',
    beside: `jsonb_build_object('professional', (SELECT name FROM professional p WHERE p.id = held.professional_id),
      'services', (SELECT json_agg(s.name ORDER BY wanted.position)
        FROM waitlist_wish_service wanted JOIN service s ON s.id = wanted.service_id WHERE wanted.wish_id = held.id),
      'offers', (SELECT json_agg(json_build_object('starts_at', o.starts_at, 'held_until', o.held_until, 'outcome', o.outcome) ORDER BY o.id)
        FROM waitlist_offer o WHERE o.wish_id = held.id))`,
  },
  {
    table: 'deposit',
    columns: ['asked_by'],
    isOf: OF_CLIENT,
    key: BY_ID,
    becomes: {
      asked_by: withoutActor('asked_by', 'actor,'),
      link_version: 'held.link_version + 1',
    },
    file: 'deposits',
  },
  {
    table: 'payment',
    columns: [],
    isOf: `held.organization_id = $1::int AND held.deposit_id IN ${IDS_OF('deposit')}`,
    key: BY_ID,
    becomes: {},
    file: 'payments',
  },
  {
    table: 'deposit_refund',
    columns: ['asked_by', 'rejection'],
    isOf: `held.organization_id = $1::int AND held.deposit_id IN ${IDS_OF('deposit')}`,
    key: BY_ID,
    // Why the bank rejected it, in its words: they can name the payer.
    becomes: { asked_by: withoutActor('asked_by', 'actor,'), rejection: 'NULL' },
    file: 'refunds',
  },
  {
    // Rewritten by `forgetMessagesOf`, in the transaction of the erasure and once more after it.
    table: 'message',
    columns: ['recipient', 'address', 'subject', 'text', 'about', 'error_message', 'visitor'],
    isOf: OF_CLIENT,
    key: [['id', 'text']],
    becomes: null,
    file: 'messages',
    hidden: ['calling_since', 'next_attempt_at', 'visitor'],
  },
  {
    // Deleted by `forgetMessagesOf`, unless another client has the same phone or e-mail.
    table: 'messaging_contact',
    columns: ['address'],
    isOf: `held.organization_id = $1::int AND (held.channel, held.address) IN (
      SELECT 'whatsapp', phone_key FROM client WHERE organization_id = $1::int AND id = ANY($2::int[])
      UNION SELECT 'email', email FROM client WHERE organization_id = $1::int AND id = ANY($2::int[]))`,
    key: [
      ['channel', 'text'],
      ['address', 'text'],
    ],
    becomes: null,
    file: 'messaging_contacts',
  },
  {
    // Deleted by `forgetMessagesOf`, like the contacts.
    table: 'whatsapp_consent',
    columns: ['address'],
    isOf: `held.organization_id = $1::int AND held.address IN (
      SELECT phone_key FROM client WHERE organization_id = $1::int AND id = ANY($2::int[]))`,
    key: [
      ['record', 'text'],
      ['record_id', 'int'],
    ],
    becomes: null,
    file: 'whatsapp_consents',
  },
  {
    table: 'event',
    columns: ['payload', 'context'],
    isOf: `held.organization_id = $1::int AND event_client_id(held.type, held.payload) = ANY($2::int[])`,
    key: [
      ['sequence', 'bigint'],
      ['event_day', 'date'],
    ],
    becomes: null,
    file: 'events',
    hidden: ['professional_ids', 'service_ids', 'filter_status', 'filter_type', 'filter_source'],
  },
  {
    table: 'audit_entry',
    columns: ['changes', 'actor_name'],
    // Entries have the client. Those that are older than this column, and notes, are found by records that are still there.
    isOf: `held.organization_id = $1::int AND (held.created_at, held.id) IN (
      SELECT created_at, id FROM audit_entry WHERE organization_id = $1::int AND client_id = ANY($2::int[])
      UNION SELECT created_at, id FROM audit_entry
        WHERE organization_id = $1::int AND actor_type = 'client' AND actor_id = ANY($2::int[]::text[])
      UNION SELECT e.created_at, e.id FROM (
        SELECT 'client' AS record, unnest($2::int[]) AS id
        ${['appointment', 'queue_entry', 'deposit'].map((table) => `UNION ALL SELECT '${table}', own.id FROM ${IDS_OF(table)} AS own`).join(' ')}
      ) AS named JOIN audit_entry e
        ON e.organization_id = $1::int AND e.record = named.record AND e.record_id = named.id::text)`,
    key: [
      ['created_at', 'timestamptz'],
      ['id', 'bigint'],
    ],
    becomes: null,
    file: 'audit',
  },
  {
    table: 'request_log',
    columns: ['path_ids'],
    isOf: `held.organization_id = $1::int AND held.path_ids ? 'client_id' AND held.path_ids ->> 'client_id' = ANY($2::int[]::text[])`,
    key: [
      ['id', 'text'],
      ['request_day', 'date'],
    ],
    becomes: { path_ids: `jsonb_set(held.path_ids, '{client_id}', 'null')` },
    file: null,
  },
  {
    table: 'idempotency_receipt',
    columns: ['body'],
    isOf: `held.organization_id = $1::int AND held.client_id = ANY($2::int[])`,
    key: [['id', 'bytea']],
    becomes: null,
    file: null,
  },
  {
    table: 'delivery_attempt',
    columns: ['response_body', 'error_message'],
    isOf: `held.organization_id = $1::int AND EXISTS (SELECT FROM event
      WHERE event.organization_id = $1::int AND event.id = held.event_id AND event.event_day = held.event_day
        AND event_client_id(event.type, event.payload) = ANY($2::int[]))`,
    key: [
      ['id', 'text'],
      ['attempt_day', 'date'],
    ],
    becomes: null,
    file: null,
  },
]
