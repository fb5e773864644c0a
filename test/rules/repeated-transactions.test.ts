/** What PostgreSQL refuses in the middle of a change, or at its COMMIT: run again, undone, or told. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import { at, openClinic } from '../support/booking.ts'

let api: TestApi
let owner: TestOrganization

beforeAll(async () => {
  api = await startTestApi()
  owner = await api.organization()
})
afterEach(() =>
  api.connection.pool.query(
    'DROP FUNCTION IF EXISTS fails CASCADE; DROP SEQUENCE IF EXISTS failures',
  ),
)
afterAll(() => api.close())

/** The first so many rows that are written to the table fail so. */
async function failing(
  table: string,
  times: number,
  error: { readonly sqlState: string; readonly says?: string },
  when: 'at once' | 'at COMMIT' = 'at once',
): Promise<void> {
  const trigger =
    when === 'at once'
      ? `CREATE TRIGGER fails AFTER INSERT ON ${table}`
      : `CREATE CONSTRAINT TRIGGER fails AFTER INSERT ON ${table} DEFERRABLE INITIALLY DEFERRED`
  await api.connection.pool.query(`
    CREATE SEQUENCE failures;
    CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('failures') <= ${times} THEN
        RAISE EXCEPTION '${error.says ?? 'as the test says'}' USING ERRCODE = '${error.sqlState}';
      END IF;
      RETURN NULL;
    END $$;
    ${trigger} FOR EACH ROW EXECUTE FUNCTION fails()`)
}

const attempts = async (): Promise<number> => {
  const { rows } = await api.connection.pool.query<{ count: number }>(
    'SELECT last_value::int AS count FROM failures',
  )
  return rows[0]?.count ?? 0
}

async function register(headers: Readonly<Record<string, string>> = {}) {
  const email = `${randomUUID()}@example.com`
  const reply = await api.call('POST', '/v1/clients', {
    key: owner.key,
    headers,
    body: { first_name: 'Ana', email },
  })
  const where = { organizationId: owner.row.id }
  return {
    reply,
    clients: await api.db.client.count({ where: { ...where, email } }),
    events: await api.db.event.count({ where }),
  }
}

describe.each([
  ['a deadlock', '40P01'],
  ['a serialization failure', '40001'],
])('%s', (_, sqlState) => {
  it.each(['at once', 'at COMMIT'] as const)(
    '%s: the whole is run again, three times at most',
    async (when) => {
      for (const headers of [{}, { 'Idempotency-Key': randomUUID() }]) {
        const { events: before } = await register()
        await failing('client', 3, { sqlState }, when)
        const { reply, clients, events } = await register(headers)
        expect([reply.status, clients, events - before, await attempts()]).toEqual([201, 1, 1, 4])
        await api.connection.pool.query('DROP FUNCTION fails CASCADE; DROP SEQUENCE failures')
      }
    },
  )

  it.each(['at once', 'at COMMIT'] as const)(
    '%s: a fourth is a fault, and nothing was saved',
    async (when) => {
      const { events: before } = await register()
      await failing('client', 4, { sqlState }, when)
      const { reply, clients, events } = await register()
      expect([reply.status, reply.body.code, clients, events - before, await attempts()]).toEqual([
        500,
        'internal_error',
        0,
        0,
        4,
      ])
    },
  )
})

describe('a refusal of the database', () => {
  it('at COMMIT is no unknown outcome: nothing was saved', async () => {
    await failing('client', 1, { sqlState: '23503' }, 'at COMMIT')
    const { reply, clients } = await register()
    expect([reply.status, reply.body.code, clients]).toEqual([500, 'internal_error', 0])
  })

  it('409 slot_unavailable: kept for the key, and what was written before it is undone', async () => {
    const clinic = await openClinic(api)
    const where = { organizationId: clinic.organization.row.id }
    const says = 'conflicting key value violates exclusion constraint "calendar_hold_no_overlap"'
    await failing('calendar_hold', 1, { sqlState: '23P01', says })
    const book = () =>
      clinic.call('POST', '/v1/appointments', {
        headers: { 'Idempotency-Key': 'one booking' },
        body: {
          service_ids: [clinic.service.id],
          start: at('09:00'),
          client: { first_name: 'Beatriz', phone: '11955554444' },
        },
      })
    const first = await book()
    expect([first.status, first.body.code]).toEqual([409, 'slot_unavailable'])
    expect(await api.db.client.count({ where: { ...where, firstName: 'Beatriz' } })).toBe(0)
    expect(await api.db.event.count({ where })).toBe(0)
    const again = await book()
    expect([again.headers.get('idempotent-replayed'), again.text]).toEqual(['true', first.text])
  })
})
