import { beforeAll, describe, expect, it } from 'vitest'
import { type TestOrganization, useOwnApi } from '../../support/api.ts'
import { createClientRow } from '../../support/clinic.ts'
import { CPF, ids } from '../../support/clients.ts'
import { reportStatistics } from '../../support/statistics.ts'

const api = useOwnApi()

const list = (key: string, query = '') => api.call('GET', `/v1/clients${query}`, { key })

describe('GET /v1/clients', () => {
  it('200: an empty organization has an empty page', async () => {
    const { key } = await api.organization()
    const reply = await list(key)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ data: [], has_more: false, next_cursor: null, next: null })
  })

  it('200: by id, each as the route of one shows it', async () => {
    const { row, key } = await api.organization()
    const zilda = await createClientRow(api.db, row, { first_name: 'Zilda', metadata: { a: '1' } })
    const ana = await createClientRow(api.db, row, { cpf: CPF, birth_date: '1988-04-23' })
    const reply = await list(key)
    expect(ids(reply)).toEqual([zilda.id, ana.id])
    for (const client of reply.body.data) {
      expect((await api.call('GET', `/v1/clients/${client.id}`, { key })).body).toEqual(client)
    }
  })

  it('200: strangers see only their own, whatever they filter by', async () => {
    const ours = await api.organization()
    const stranger = await api.organization()
    await createClientRow(api.db, ours.row, {
      email: 'ana@example.com',
      phone: '11987654321',
      cpf: CPF,
      metadata: { crm: '1' },
    })
    for (const query of [
      '',
      '?q=ana',
      '?email=ana@example.com',
      '?phone=11987654321',
      `?cpf=${CPF}`,
      '?metadata[crm]=1',
      '?updated_since=2001-01-01T00:00:00Z',
      '?created_since=2001-01-01T00:00:00Z',
    ]) {
      expect(ids(await list(ours.key, query)), query).toHaveLength(1)
      expect(ids(await list(stranger.key, query)), query).toEqual([])
    }
  })
})

describe('GET /v1/clients, page by page', () => {
  it('200: next leads through all, filters included; rows that come or go lose no one', async () => {
    const { row, key } = await api.organization()
    const made: number[] = []
    for (let index = 0; index < 7; index += 1) {
      made.push((await createClientRow(api.db, row, { first_name: `Ana ${index}` })).id)
      await createClientRow(api.db, row, { first_name: 'Bia', last_name: null })
    }
    const first = await list(key, '?q=ana%20souza&limit=3')
    expect(ids(first)).toEqual(made.slice(0, 3))
    expect(first.body.next).toMatch(
      /^http:\/\/api\.test\/v1\/clients\?q=ana(\+|%20)souza&limit=3&cursor=/,
    )
    await api.db.client.delete({ where: { id: made[2] ?? 0 } })
    made.push((await createClientRow(api.db, row, { first_name: 'Ana 7' })).id)
    const second = await list(key, new URL(first.body.next).search)
    expect(ids(second)).toEqual(made.slice(3, 6))
    const third = await list(key, new URL(second.body.next).search)
    expect(ids(third)).toEqual(made.slice(6))
    expect(third.body).toMatchObject({ has_more: false, next_cursor: null, next: null })
  })

  it('200: a page that is exactly full is the last', async () => {
    const { row, key } = await api.organization()
    await createClientRow(api.db, row)
    await createClientRow(api.db, row)
    expect((await list(key, '?limit=2')).body).toMatchObject({ has_more: false, next: null })
  })
})

describe('GET /v1/clients of an organization with 20,000', () => {
  let big: TestOrganization

  beforeAll(async () => {
    big = await api.organization()
    const small = await api.organization()
    const filler = await api.connection.pool.connect()
    try {
      const { rows: indexes } = await filler.query<{ name: string; definition: string }>(
        `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
         WHERE tablename = 'client' AND indexdef NOT LIKE 'CREATE UNIQUE%'`,
      )
      for (const { name } of indexes) await filler.query(`DROP INDEX "${name}"`)
      // Foreign keys of rows that are right by construction cost more than the rows.
      await filler.query('SET session_replication_role = replica')
      for (const [organization, count] of [
        [big, 20_000],
        [small, 500],
      ] as const) {
        await filler.query(
          `INSERT INTO client (organization_id, first_name, last_name, email, phone, phone_key, metadata, search_text)
           SELECT $1, first, last, email, '+5511' || number, '+5511' || number, jsonb_build_object('crm_id', n::text),
             lower(first || ' ' || last || ' ' || email) || chr(31) || '5511' || number
           FROM (
             SELECT n, (ARRAY['Ana','Bruno','Carla','Daniel','Elisa','Fabio','Gabriela'])[1 + n % 7] AS first,
               (ARRAY['Souza','Silva','Santos','Oliveira','Pereira','Lima'])[1 + n % 6] || ' ' || substr(md5(n::text), 1, 5) AS last,
               'c' || n || '@example.com' AS email, (30000000 + n)::text AS number
             FROM generate_series(1, $2::int) AS n
           ) AS made`,
          [organization.row.id, count],
        )
      }
      await filler.query('RESET session_replication_role')
      for (const { definition } of indexes) await filler.query(definition)
      await filler.query('ANALYZE client')
    } finally {
      filler.release()
    }
  }, 120_000)

  it.each([
    ['a word that no one has', '?q=xyzxyz'],
    ['a word of one client', '?q=c12345@example.com'],
    ['digits in punctuation', '?q=3001-2345'],
    ['two frequent words', '?q=ana%20souza'],
    ['a rare and a frequent word', '?q=xyzxyz%20silva'],
    ['a rare word and one letter', '?q=xyzxyz%20a'],
    ['a phone', '?phone=11+3001-2345'],
    ['an e-mail', '?email=c12345@example.com'],
    ['metadata', '?metadata[crm_id]=12345'],
    ['metadata that no one has', '?metadata[crm_id]=0'],
    ['no filter', '?limit=200'],
    ['updated_since', '?updated_since=2020-01-01T00:00:00Z'],
    ['updated_since and a word', '?updated_since=2020-01-01T00:00:00Z&q=xyzxyz'],
  ])('200: %s reads no table from end to end', async (_name, query) => {
    const before = await scans()
    const reply = await list(big.key, query)
    expect(reply.status).toBe(200)
    const after = await scans()
    expect(after.whole).toBe(before.whole)
    // Nor every row of the organization by an index.
    expect(after.rowsByIndex - before.rowsByIndex).toBeLessThan(10_000)
  })

  it('200: a short word, which no trigram helps, reads each row once at most, wherever it leads', async () => {
    const everybody = await api.db.client.count()
    for (const q of ['a', 'si', '9', 'zq', 'zq zx']) {
      const before = await scans()
      const reply = await list(big.key, `?q=${encodeURIComponent(q)}`)
      expect(reply.status).toBe(200)
      const after = await scans()
      const rows = after.rows + after.rowsByIndex - before.rows - before.rowsByIndex
      expect(rows, q).toBeGreaterThan(0)
      expect(rows, q).toBeLessThanOrEqual(everybody)
    }
  })
})

/** What the database says it read of `client`, by all sessions so far. */
async function scans(): Promise<{ whole: number; rows: number; rowsByIndex: number }> {
  await reportStatistics(api.connection.pool)
  const { rows } = await api.connection.pool.query<{
    whole: string
    rows: string
    by_index: string
  }>(
    `SELECT seq_scan AS whole, seq_tup_read AS rows, idx_tup_fetch AS by_index FROM pg_stat_user_tables WHERE relname = 'client'`,
  )
  const [read] = rows
  return {
    whole: Number(read?.whole),
    rows: Number(read?.rows),
    rowsByIndex: Number(read?.by_index),
  }
}
