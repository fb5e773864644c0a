/** Takes in what clients write to the central number, each message for the organization that it is for. */
import { column, query, sqlOf } from '@scheduling/database'
import { WHATSAPP_CENTRAL, type ReadNotice, type SentStatus } from '@scheduling/messaging'
import { phoneKey } from '../clients/phone.ts'
import type { Service } from '../context.ts'
import { each } from '../ground/each.ts'
import { wordIn } from './answer.ts'
import { bindAll } from './bind-all.ts'
import { tellUnclear } from './central-line.ts'
import { routeOf } from './central-route.ts'
import { receiveMessages, receiveStatuses } from './receive.ts'

/** As long as a question stays open. */
const RECENT_HOURS = 48

/**
 * By the clock of the database: a message is handed over within a day after it was written, or not at all. One that is being handed
 * over may have arrived.
 */
const known = query({
  name: 'whom messages to the central number are for',
  text: `SELECT
      (SELECT m.organization_id FROM message m WHERE m.provider_id = a.provider_id AND m.provider = '${WHATSAPP_CENTRAL}'
        AND m.direction = 'INBOUND' LIMIT 1) AS "keptBy",
      (SELECT m.organization_id FROM message m WHERE m.provider_id = a.answers_id AND m.provider = '${WHATSAPP_CENTRAL}'
        AND m.direction = 'OUTBOUND' AND m.address = a.address LIMIT 1) AS answered,
      (SELECT coalesce(json_agg(DISTINCT m.organization_id), '[]') FROM message m
        WHERE m.provider = '${WHATSAPP_CENTRAL}' AND m.direction = 'OUTBOUND' AND m.address = a.address
          AND m.created_at > clock_timestamp() - interval '${RECENT_HOURS} hours'
          AND (m.status IN ('SENT', 'DELIVERED', 'READ', 'UNKNOWN') OR m.calling_since IS NOT NULL)) AS recent
    FROM ROWS FROM (json_to_recordset($1::json) AS (provider_id text, address text, answers_id text)) WITH ORDINALITY AS a
    ORDER BY a.ordinality`,
  row: {
    keptBy: column.nullable(column.by('m.organization_id', column.int)),
    answered: column.nullable(column.by('m.organization_id', column.int)),
    recent: column.json<number[]>(),
  },
})

/** Stored before the notice is answered, as for own numbers. What is repeated finds its way again, and changes nothing. */
export async function receiveCentralNotice(
  service: Service,
  { messages, statuses }: ReadNotice,
): Promise<void> {
  const arrived = messages.map(({ providerId, from, answersId }) => ({
    provider_id: providerId,
    address: phoneKey(from),
    answers_id: answersId,
  }))
  const facts =
    messages.length === 0 ? [] : await known(sqlOf(service.db), [JSON.stringify(arrived)])
  const routed = messages.flatMap((message, index) => {
    const of = facts[index]
    return of === undefined ? [] : [{ message, route: routeOf(wordIn(message), of) }]
  })
  const byOrganization = Map.groupBy(
    routed.flatMap(({ message, route }) =>
      typeof route === 'object' ? [{ message, ...route }] : [],
    ),
    ({ organizationId }) => organizationId,
  )
  await each([...byOrganization], async ([organizationId, those]) => {
    const theirs = those.map(({ message }) => message)
    await receiveMessages(service, organizationId, theirs, 'central')
  })
  await each(routed, async ({ message, route }) => {
    if (route === 'unclear') await tellUnclear(service, phoneKey(message.from))
    else if (route === 'all') await bindAll(service, phoneKey(message.from), wordIn(message))
  })
  await receiveCentralStatuses(service, statuses)
}

const senders = query({
  name: 'whose messages statuses are of',
  text: `SELECT s.ordinality::int AS place, m.organization_id AS "organizationId"
    FROM ROWS FROM (json_to_recordset($1::json) AS (message_id text, provider_id text)) WITH ORDINALITY AS s
    JOIN LATERAL (SELECT one.organization_id FROM message one
      WHERE one.provider = '${WHATSAPP_CENTRAL}' AND one.direction = 'OUTBOUND'
        AND (one.id = s.message_id OR one.provider_id = s.provider_id) LIMIT 1) AS m ON true`,
  row: { place: column.by('s.ordinality::int', column.int), organizationId: column.int },
})

async function receiveCentralStatuses(
  service: Service,
  statuses: readonly SentStatus[],
): Promise<void> {
  if (statuses.length === 0) return
  const named = statuses.map(({ messageId, providerId }) => ({
    message_id: messageId,
    provider_id: providerId,
  }))
  const found = await senders(sqlOf(service.db), [JSON.stringify(named)])
  for (const [organizationId, places] of Map.groupBy(found, (one) => one.organizationId)) {
    const theirs = places.flatMap(({ place }) => statuses[place - 1] ?? [])
    await receiveStatuses(service, organizationId, theirs)
  }
}
