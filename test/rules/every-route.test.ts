/** What every route answers when it is none of the caller's doing: asked of each of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import {
  acceptedRequest,
  readDocument,
  type ApiDocument,
  type Operation,
} from '../support/document.ts'
import { createRecords, type Records } from '../support/records.ts'

let api: TestApi
/** On the same database, with limits that one request fills. */
let limited: TestApi
let organization: TestOrganization
let document: ApiDocument
let records: Records
/** Routes that need a key. */
let operations: readonly Operation[]

beforeAll(async () => {
  api = await startTestApi()
  limited = await startTestApi({ beside: api, limitsScale: 0.1 })
  organization = await api.organization()
  records = await createRecords(api, organization)
  document = await readDocument(api.url)
  operations = document.operations.filter(({ scope }) => scope !== undefined)
  expect(operations.length).toBeGreaterThan(15)
})

afterAll(async () => {
  await limited.close()
  await api.close()
})

function send(operation: Operation, key: string, to = api) {
  const { path, sent } = acceptedRequest(document, operation, records)
  return to.call(operation.method, path, { key, ...sent })
}

describe('every route', () => {
  it('429 rate_limited: once the limit of the key is used up, and says when to come back', async () => {
    for (const operation of operations) {
      const { key } = await api.organization()
      expect((await limited.call('GET', '/v1/me', { key })).status).toBe(200)
      const { status, body, headers } = await send(operation, key, limited)
      expect([operation.name, status, body?.code]).toEqual([operation.name, 429, 'rate_limited'])
      expect(Number(headers.get('retry-after')), operation.name).toBeGreaterThan(0)
    }
  })

  it('503 api_disabled: while an operator has switched the API off, and says when to come back', async () => {
    const set = (apiDisabled: boolean) =>
      api.db.operatorSwitch.update({ where: { id: 1 }, data: { apiDisabled } })
    await set(true)
    try {
      for (const operation of operations) {
        const { status, body, headers } = await send(operation, organization.key)
        expect([operation.name, status, body?.code]).toEqual([operation.name, 503, 'api_disabled'])
        expect(headers.get('retry-after'), operation.name).toBe('60')
      }
    } finally {
      await set(false)
    }
  })

  it('500 internal_error: when the database lacks what it reads, without a word of what', async () => {
    const ofKeys = ['api_key', 'organization', 'operator_switch', 'messaging_connection']
    const { rows } = await api.connection.pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
         AND relname <> ALL($1)`,
      [ofKeys],
    )
    // It shows only what is read with the key.
    const [me, others] = [operations.filter(isMe), operations.filter((one) => !isMe(one))]
    expect(me).toHaveLength(1)
    await failWithout(rows, others)
    await failWithout([{ name: 'messaging_connection' }], me)
  })

  const isMe = ({ name }: Operation): boolean => name === 'GET /v1/me'

  async function failWithout(
    rows: readonly { readonly name: string }[],
    those: readonly Operation[],
  ): Promise<void> {
    const rename = async (from: (name: string) => string, to: (name: string) => string) => {
      for (const { name } of rows)
        await api.connection.pool.query(`ALTER TABLE "${from(name)}" RENAME TO "${to(name)}"`)
    }
    const gone = (name: string) => `${name}_gone`
    await rename((name) => name, gone)
    try {
      for (const operation of those) {
        const { status, body, text, headers } = await send(operation, organization.key)
        expect([operation.name, status, body?.code]).toEqual([
          operation.name,
          500,
          'internal_error',
        ])
        expect(text, operation.name).not.toMatch(/prisma|relation|column|select|table/i)
        const logged = api.logged.filter(
          ({ level, fields }) =>
            level === 'error' && Reflect.get(fields, 'request_id') === headers.get('x-request-id'),
        )
        expect(logged, operation.name).toHaveLength(1)
      }
    } finally {
      await rename(gone, (name) => name)
    }
  }
})
