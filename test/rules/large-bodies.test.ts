/** Every path that takes a body refuses one of 300,000 empty values, before it is parsed, and goes on to serve. */
import { routeTable } from '@scheduling/api'
import { appRouter, NOTICE_PATH, proceduresOf, SCOPES } from '@scheduling/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { useOwnApi, type TestOrganization } from '../support/api.ts'
import { cookieOf, signIn, type Browser } from '../support/dashboard.ts'
import { connectNumber, signed, type ConnectedNumber } from '../support/whatsapp.ts'

const VALUES = 300_000
const LIST = `[${'{},'.repeat(VALUES - 1)}{}]`
const JSON_BODY = `{"name":${LIST}}`
const FORM_BODY = 'servico=&'.repeat(VALUES)
const CSV_BODY = `external_id,first_name\n${',\n'.repeat(VALUES)}`

// Some paths count what they refuse by address, so the limits are far away.
const api = useOwnApi({ limitsScale: 100 })
let organization: TestOrganization
let owner: Browser
let number: ConnectedNumber

beforeAll(async () => {
  organization = await api.organization()
  owner = await signIn(api, organization)
  number = await connectNumber(api, organization)
})

async function sent(path: string, type: string, body: string, headers: object = {}) {
  const response = await fetch(new URL(path, api.url), {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body,
  })
  return { status: response.status, text: await response.text() }
}

const REFUSED = /The body (?:is larger than|contains more than)/

describe('a body of 300,000 empty values is refused by its size or number', () => {
  const routes = routeTable(appRouter).routes.filter(
    ({ endpoint }) => endpoint.rest.body !== 'none',
  )
  it.each(routes.map(({ name, endpoint }) => [name, endpoint.rest] as const))(
    '%s',
    async (_, { method, path }) => {
      const reply = await fetch(`${api.url}/v1${path.replaceAll(/\{\w+\}/g, '1')}`, {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${await organization.keyWith(SCOPES)}`,
        },
        body: JSON_BODY,
      })
      expect([reply.status, await reply.text()]).toEqual([400, expect.stringMatching(REFUSED)])
    },
  )

  const changes = proceduresOf(appRouter).filter(({ kind }) => kind === 'mutation')
  it.each(changes.map(({ name }) => name))('%s', async (name) => {
    const headers = { cookie: cookieOf(owner) }
    const { status, text } = await sent(`/trpc/${name}`, 'application/json', JSON_BODY, headers)
    expect([status, text]).toEqual([400, expect.stringMatching(REFUSED)])
  })

  it('/mcp', async () => {
    const key = await organization.keyWith(['read'], 'agent')
    const headers = { authorization: `Bearer ${key}` }
    const { status, text } = await sent('/mcp', 'application/json', JSON_BODY, headers)
    expect([status, text]).toEqual([400, expect.stringMatching(REFUSED)])
  })

  it.each([
    ['a notice of a messenger', `{"entry":${LIST}}`],
    ['its messages', messages(LIST)],
  ])('%s', async (_, body) => {
    const headers = { 'x-hub-signature-256': signed(body) }
    const { status, text } = await sent(number.hookUrl, 'application/json', body, headers)
    expect([status, text]).toEqual([400, expect.stringMatching(REFUSED)])
  })

  it('more than 1,000 messages and statuses in a notice are refused whole', async () => {
    const status = (id: number) => ({ id: `wamid.${id}`, status: 'sent', timestamp: '1795177800' })
    const notice = (count: number) =>
      number.notify({ statuses: Array.from({ length: count }, (_, id) => status(id)) })
    const refused = await notice(1001)
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('At most 1,000 messages and statuses'),
    ])
    const jobs = () =>
      api.connection.pool.query(
        `SELECT FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         WHERE t.identifier = 'message_statuses'`,
      )
    expect((await jobs()).rowCount).toBe(0)
    expect((await notice(900)).status).toBe(200)
    expect((await jobs()).rowCount).toBe(1)
    // Nor is something else taken for a notice.
    const other = '{"entry":"none"}'
    const headers = { 'x-hub-signature-256': signed(other) }
    expect((await sent(number.hookUrl, 'application/json', other, headers)).status).toBe(400)
  })

  it('a notice of a bank', async () => {
    const path = `${NOTICE_PATH}/unknown`
    expect((await sent(path, 'application/json', `{"pix":${LIST}}`)).status).toBe(404)
  })

  it.each(['horario', 'dados', 'reservar', 'fila', 'espera'])(
    'the form of /{slug}/%s',
    async (step) => {
      const { status } = await sent(`/${organization.row.slug}/${step}`, FORM, FORM_BODY)
      expect(status).toBe(400)
    },
  )

  it('an import reads 300,000 empty rows as none', async () => {
    const headers = { cookie: cookieOf(owner) }
    const { status, text } = await sent('/import/clients', 'text/csv', CSV_BODY, headers)
    expect([status, text]).toEqual([200, expect.stringContaining('"rows":0,')])
  })

  it('and the service goes on', async () => {
    expect((await api.call('GET', '/v1/me', { key: organization.key })).status).toBe(200)
  })
})

const FORM = 'application/x-www-form-urlencoded'

function messages(list: string): string {
  return `{"entry":[{"changes":[{"value":{"metadata":{"phone_number_id":"1"},"messages":${list}}}]}]}`
}
