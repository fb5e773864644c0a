/** What is left to the worker of an erasure, and what the service knows of where persons are. */
import { finishErasures, HOLDINGS, KEPT_FIELDS } from '@scheduling/core'
import { describe, expect, it } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { signIn } from '../../support/dashboard.ts'
import { erase, seenVersion } from '../../support/erasure.ts'
import { person, textColumns, tracesOf } from '../../support/traces.ts'

const api = useOwnApi()

describe('an erasure that was cut off', () => {
  it('what an erasure left behind is removed by the timer, once, by two at one time', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const who = person()
    const made = await clinic.call('POST', '/v1/clients', { body: who.body })
    const version = await seenVersion(owner, made.body.id)
    const session = await api.connection.pool.connect()
    try {
      // A transaction that began before could still write what it has read.
      await session.query('BEGIN')
      await session.query('SELECT pg_current_xact_id()')
      const reply = await erase(owner, made.body.id, version)
      expect([reply.status, reply.body.is_complete]).toEqual([200, false])
      expect(await finishErasures(api.service)).toBe(0)
      expect(await api.db.clientErasure.count()).toBe(1)
      await session.query('COMMIT')
    } finally {
      session.release(true)
    }
    // As a process that was killed right after its COMMIT: the event is back as it was.
    await api.connection.pool.query(
      `UPDATE event SET payload = json_build_object('object', $2::json, 'changes', NULL, 'batch_id', NULL)
        WHERE organization_id = $1 AND type = 'client.created'`,
      [clinic.organization.row.id, JSON.stringify(made.body)],
    )
    expect(await tracesOf(api, who.words)).not.toEqual([])
    const finished = await Promise.all([finishErasures(api.service), finishErasures(api.service)])
    expect(Math.max(...finished)).toBe(1)
    expect(await api.db.clientErasure.count()).toBe(0)
    expect(await tracesOf(api, who.words)).toEqual([])
    expect(await finishErasures(api.service)).toBe(0)
  })
})

/** Tables with text that tells nothing of a client: the team's, the service's own, and what is only a hash. */
const NO_PERSON: readonly RegExp[] = [
  /^(api_key|user_account|user_invite|password_reset|email_change|user_session|organization|professional|specialty|service)\./,
  /^(working_hours|date_override|holiday|blocked_time|calendar_feed|busy_calendar|busy_time|queue_desk|webhook|webhook_\w+|mail|worker_process|live_watch)\./,
  /^(operator_switch|rate_limit\w*|messaging_connection|event_feed|clock_advance|delivery|chat_message|_prisma_migrations)\./,
  // Accounts at banks, ids of payments, and hashes of what pages sent.
  /^(payment_connection|payment|public_submission)\./,
  // Texts and the picture of the clinic, photos of its team, and its own number.
  /^(organization_logo|professional_photo|message_text|whatsapp_account|reminder_progress)\./,
  /^(sandbox_\w+|imported_record|overview_day|counter\w*|attempt_\w+)\./,
]

/** Columns of tables with persons that hold none. */
const NO_PERSON_IN = new Set([
  // Of a visitor at the caller: a session, whose owner is not known here. Kept for 30 days.
  'request_log.code',
  'request_log.faults',
  'request_log.id',
  'request_log.key_id',
  'request_log.method',
  'request_log.request_day',
  'request_log.route',
  'time_hold.holder',
  'time_hold.caller_id',
  'time_hold.caller_name',
  'time_hold.service_ids',
  'time_hold.status',
  'appointment.ical_uid',
  'appointment.invoiced_by',
  'appointment.language',
  'appointment.meeting_url',
  'appointment.recurrence_id',
  'appointment.request_key_hash',
  'appointment.source',
  'audit_entry.action',
  'audit_entry.actor_id',
  'audit_entry.actor_type',
  'audit_entry.record',
  'audit_entry.record_id',
  'audit_entry.request_id',
  'audit_entry.source',
  'delivery_attempt.attempt_day',
  'delivery_attempt.error_code',
  'delivery_attempt.event_day',
  'delivery_attempt.event_id',
  'delivery_attempt.event_type',
  'delivery_attempt.host',
  'delivery_attempt.id',
  'delivery_attempt.status',
  'delivery_attempt.trigger',
  'delivery_attempt.webhook_id',
  'deposit.charge_fault',
  'deposit.charge_id',
  // Of the team: who said that it was paid.
  'deposit.confirmed_by',
  'deposit.method',
  'deposit.payment_code',
  'deposit_refund.refund_id',
  'event.event_day',
  'event.filter_source',
  'event.filter_status',
  'event.filter_type',
  'event.id',
  'event.professional_ids',
  'event.service_ids',
  'event.trace_parent',
  'event.type',
  'idempotency_receipt.content_type',
  'idempotency_receipt.id',
  'idempotency_receipt.request_hash',
  'message.answers_id',
  'message.cause',
  'message.channel',
  'message.direction',
  'message.error_code',
  'message.id',
  'message.language',
  'message.provider',
  'message.provider_id',
  'message.purpose',
  'message.record',
  'message.status',
  'message.template',
  'messaging_contact.channel',
  'whatsapp_consent.record',
  'queue_entry.language',
  'queue_entry.date',
  'queue_entry.place',
  'queue_entry.source',
  'waitlist_offer.outcome',
  'waitlist_offer.source',
  'waitlist_wish.from_date',
  'waitlist_wish.language',
  'waitlist_wish.source',
  'waitlist_wish.status',
  'waitlist_wish.to_date',
  'waitlist_wish.weekdays',
])

describe('what holds a person', () => {
  it('names every column of text or JSON, or it is known to hold no one', async () => {
    const known = new Set(
      HOLDINGS.flatMap(({ table, columns, becomes }) =>
        [...columns, ...Object.keys(becomes ?? {})].map((column) => `${table}.${column}`),
      ),
    )
    const stored = (await textColumns(api)).map(({ table, column }) => `${table}.${column}`)
    expect(stored.length).toBeGreaterThan(100)
    const unknown = stored.filter(
      (column) =>
        !known.has(column) &&
        !NO_PERSON_IN.has(column) &&
        !NO_PERSON.some((tables) => tables.test(column)),
    )
    expect(unknown).toEqual([])
    expect([...NO_PERSON_IN].filter((column) => !stored.includes(column))).toEqual([])
  })

  it('each column that it names is there, and is either written again or becomes something', async () => {
    const stored = new Set(
      (await textColumns(api)).map(({ table, column }) => `${table}.${column}`),
    )
    for (const { table, columns, becomes } of HOLDINGS) {
      for (const column of columns) {
        expect(stored).toContain(`${table}.${column}`)
        if (becomes !== null) expect(Object.keys(becomes)).toContain(column)
      }
    }
  })

  it('no field that the API shows of a person is kept', () => {
    const personal = ['first_name', 'last_name', 'name', 'email', 'phone', 'cpf', 'birth_date']
    const written = ['metadata', 'notes', 'cancellation_reason', 'text', 'client']
    for (const [kind, kept] of Object.entries(KEPT_FIELDS)) {
      expect([kind, [...personal, ...written].filter((field) => kept.has(field))]).toEqual([
        kind,
        [],
      ])
    }
  })
})
