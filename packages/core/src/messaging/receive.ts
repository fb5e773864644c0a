/** Takes in what clients write to an organization. */
import { column, findRows, Prisma, query, sqlOf, statement, tables } from '@scheduling/database'
import {
  WHATSAPP_CENTRAL,
  WHATSAPP_CLOUD,
  type ReadNotice,
  type ReceivedMessage,
  type SentStatus,
} from '@scheduling/messaging'
import { systemWork, type Work } from '../change/system-work.ts'
import { phoneKey } from '../clients/phone.ts'
import type { Service } from '../context.ts'
import { wordOf } from './answer.ts'
import { messageEvent } from './message.ts'
import { ARRIVED } from './purpose.ts'

/** To which number it was written. */
type Number = 'own' | 'central'

const PROVIDERS: Readonly<Record<Number, string>> = {
  own: WHATSAPP_CLOUD,
  central: WHATSAPP_CENTRAL,
}

/**
 * Stores the messages of a notice about an own number, each once, with their events and the job that answers them; and the job that works on
 * the news of messages that were sent. The notice can be answered then: nothing of it is lost.
 */
export async function receiveNotice(
  service: Service,
  organizationId: number,
  { messages, statuses }: ReadNotice,
): Promise<void> {
  await receiveMessages(service, organizationId, messages, 'own')
  await receiveStatuses(service, organizationId, statuses)
}

export async function receiveMessages(
  service: Service,
  organizationId: number,
  messages: readonly ReceivedMessage[],
  number: Number,
): Promise<void> {
  if (messages.length === 0) return
  const run = (work: Work) => store(work, messages, number)
  await systemWork(service, organizationId, run, 'receiveMessages')
}

export async function receiveStatuses(
  { db }: Pick<Service, 'db'>,
  organizationId: number,
  statuses: readonly SentStatus[],
): Promise<void> {
  if (statuses.length === 0) return
  const payload = JSON.stringify({ organization_id: organizationId, statuses })
  await statusJob(sqlOf(db), [payload])
}

/**
 * A queue begins one job a second, and the platform tells three times of each message that is sent. So this job has none:
 * it may run beside others, as news come in any order anyway, and gives way to timers and mails.
 */
const STATUS_PRIORITY = 10

const statusJob = statement(
  'job of message statuses',
  `SELECT graphile_worker.add_job('message_statuses', $1::json, max_attempts => 10, priority => ${STATUS_PRIORITY})`,
)

/** Of several clients with one phone, the first; a family is told apart by what is answered. */
const stored = query({
  name: 'messages received',
  text: `WITH arrived AS (
      SELECT * FROM ROWS FROM (json_to_recordset($2::json) AS (id text, phone text, address text, body text, about json,
        provider_id text, answers_id text)) WITH ORDINALITY
    )
    INSERT INTO message (id, organization_id, direction, purpose, channel, status, client_id, recipient, address, cause,
      about, text, provider, provider_id, answers_id)
    SELECT a.id, $1::int, 'INBOUND', '${ARRIVED}', 'whatsapp', 'RECEIVED',
      (SELECT min(c.id) FROM client c WHERE c.organization_id = $1::int AND c.phone_key = a.address),
      a.phone, a.address, a.id, a.about, a.body, $3::text, a.provider_id, a.answers_id
    FROM arrived a ORDER BY a.ordinality
    ON CONFLICT (organization_id, provider, provider_id) WHERE direction = 'INBOUND' DO NOTHING
    RETURNING id`,
  row: { id: column.text },
})

/** A person who writes first has asked for answers there: from this number, and while messages go out by it. */
const contacted = statement(
  'messaging contacts that wrote',
  `INSERT INTO messaging_contact AS c (organization_id, channel, address, opted_in_at, last_received_at)
   SELECT $1::int, 'whatsapp', address, $3::timestamptz, $3::timestamptz FROM unnest($2::text[]) AS address
   WHERE EXISTS (SELECT FROM messaging_connection m WHERE m.organization_id = $1::int AND m.channel = $4::text)
   ON CONFLICT (organization_id, channel, address) DO UPDATE
   SET last_received_at = greatest(c.last_received_at, excluded.last_received_at),
     opted_in_at = coalesce(c.opted_in_at, excluded.opted_in_at)`,
)

/**
 * A queue begins one job a second, and many clients answer within the minute in which they were reminded. So these jobs
 * have none; the row of the contact puts those of one phone in order. They give way to timers and mails, and go before
 * statuses.
 */
const ANSWER_PRIORITY = 5

/** One for each phone, with its messages in their order. */
const answerJobs = statement(
  'jobs of answers',
  `SELECT graphile_worker.add_job('answer_messages', json_build_object('message_ids', ids),
     max_attempts => 10, priority => ${ANSWER_PRIORITY})
   FROM json_array_elements($1::json) AS ids`,
)

async function store(
  work: Work,
  messages: readonly ReceivedMessage[],
  number: Number,
): Promise<void> {
  const { tx, organization } = work
  const arrived = messages.map((message) => ({
    id: work.newId('msg'),
    phone: message.from,
    address: phoneKey(message.from),
    body: message.text,
    about: { payload: message.payload },
    provider_id: message.providerId,
    answers_id: message.answersId,
  }))
  const made = await stored(sqlOf(tx), [
    organization.id,
    JSON.stringify(arrived),
    PROVIDERS[number],
  ])
  if (made.length === 0) return
  const ids = made.map(({ id }) => id)
  const isNew = new Set(ids)
  const addresses = arrived.flatMap(({ id, address }) => (isNew.has(id) ? [address] : []))
  // In one order, so that two notices never wait for each other in a ring.
  const sorted = [...new Set(addresses)].toSorted()
  await contacted(sqlOf(tx), [organization.id, sorted, new Date(work.realNow()), number])
  const rows = await findRows(
    tx,
    tables.message,
    { id: ids },
    { orderBy: Prisma.sql`r.created_at, r.id` },
  )
  const clientIds = [...new Set(rows.flatMap(({ clientId }) => clientId ?? []))]
  const clients = await findRows(tx, tables.client, {
    organizationId: organization.id,
    id: clientIds,
  })
  const byId = new Map(clients.map((client) => [client.id, client]))
  for (const row of rows) {
    const client = row.clientId === null ? null : (byId.get(row.clientId) ?? null)
    // The event is of own numbers.
    if (number === 'central') work.note({ action: 'message.received', id: row.id, changes: null })
    else work.emit(messageEvent('messaging.message.received', row, client, organization))
  }
  // What is for people to read must not stand before what waits for an answer.
  const answers = Map.groupBy(
    rows.filter((row) => wordOf(row) !== null),
    ({ address }) => address,
  )
  const jobs = [...answers.values()].map((of) => of.map(({ id }) => id))
  if (answers.size > 0) await answerJobs(sqlOf(tx), [JSON.stringify(jobs)])
}
