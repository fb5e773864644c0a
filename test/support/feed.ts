/** Feeds of events, and the reading of them. */
import { expect } from 'vitest'
import type { Reply, TestApi, TestOrganization } from './api.ts'

/** The feed of a new organization with so many clients, created by the API: a `client.created` of each. */
export async function feedOfClients(api: TestApi, count: number): Promise<TestOrganization> {
  const organization = await api.organization()
  for (let n = 0; n < count; n += 1) {
    const made = await api.call('POST', '/v1/clients', {
      key: organization.key,
      body: { first_name: `Client ${n}`, email: `client${n}@example.com` },
    })
    expect(made.status).toBe(201)
  }
  return organization
}

/** Events of these types, one a second from `from` on, written past the API: place 1 is the first. */
export async function feedOf(
  api: TestApi,
  types: readonly string[],
  from = Date.now() - types.length * 1000,
): Promise<TestOrganization & { ids: string[] }> {
  const organization = await api.organization()
  const { id } = organization.row
  const ids = types.map((_, index) => `evt_${id}_${String(index + 1).padStart(6, '0')}`)
  await api.connection.pool.query(
    `INSERT INTO event (event_day, organization_id, sequence, id, type, livemode, created_at, payload, context)
     SELECT (at AT TIME ZONE 'UTC')::date, $1, place, id, type, true, at,
       '{"object": {"id": 1}, "changes": null, "batch_id": null}',
       '{"actor": {"type": "system", "id": null, "name": null}, "source": "system", "request_id": "req_1"}'
     FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS made (id, type, place),
       LATERAL (SELECT to_timestamp($4::float8 / 1000) + place * interval '1 second' AS at) AS moment`,
    [id, ids, types, from],
  )
  await api.connection.pool.query(
    'UPDATE event_feed SET last_position = $2, last_event_id = $3 WHERE organization_id = $1',
    [id, types.length, ids.at(-1)],
  )
  return { ...organization, ids }
}

/** The document knows the fields of each type; these events have none of them. */
export async function plainList(api: TestApi, query: string, key: string): Promise<Reply> {
  const response = await fetch(`${api.url}/v1/events${query}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: JSON.parse(text), text }
}

export const sequences = (reply: Reply): number[] =>
  reply.body.data.map(({ sequence }: { sequence: number }) => sequence)
