import { createLog } from '@scheduling/core'
import { createClientRow } from '../support/clinic.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApiProcess } from '../support/api-process.ts'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import { resolveNames } from '../support/webhooks.ts'
import { fact } from '../support/worker.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
  resolveNames(api, { 'hooks.example.com': ['93.184.215.14'] })
})

afterAll(() => api.close())

/** What must never stand in a log line, each with a mark of its own. */
const PRIVATE = {
  name: 'Quitéria Zumbi',
  email: 'quiteria.zumbi@example.com',
  phone: '11955554444',
  cpf: '52998224725',
  birthDate: '1971-03-09',
  note: 'segredo-clinico-81',
  metadata: 'crm-lead-4471',
  search: 'procurada-5512',
  idempotencyKey: 'pedido-9917-chave',
  headerValue: 'cabecalho-secreto-31',
  secret: 'senha-do-crm-6604',
  signing: 'assinatura-do-cliente-2290',
  urlPath: 'caminho-secreto-7731',
  cookie: 'biscoito-4420',
  wrongKey: 'chave-errada-1188',
  agent: 'navegador-raro-5061',
} as const

/** Requests of every outcome, with something private wherever a request can carry it. */
async function mixOfRequests(url: string, organization: TestOrganization, clientId: number) {
  const send = (method: string, path: string, body?: unknown, headers: object = {}) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${organization.key}`,
        'content-type': 'application/json',
        'user-agent': PRIVATE.agent,
        cookie: `session=${PRIVATE.cookie}`,
        'idempotency-key': `${PRIVATE.idempotencyKey}-${Math.random()}`,
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }).then(({ status }) => status)
  const client = {
    first_name: PRIVATE.name,
    email: PRIVATE.email,
    phone: PRIVATE.phone,
    cpf: PRIVATE.cpf,
    birth_date: PRIVATE.birthDate,
    metadata: { crm: PRIVATE.metadata },
  }
  return [
    await send('POST', '/v1/clients', client),
    await send('POST', '/v1/clients', { ...client, email: `${PRIVATE.email} x` }),
    await send('POST', '/v1/clients', `{"first_name":"${PRIVATE.name}"`),
    await send('PATCH', `/v1/clients/${clientId}`, { cpf: PRIVATE.cpf }),
    await send('PATCH', `/v1/clients/${clientId}`, { first_name: `${PRIVATE.name}\0` }),
    await send('GET', `/v1/clients?q=${PRIVATE.search}&phone=${PRIVATE.phone}`),
    await send('GET', `/v1/clients?email=${PRIVATE.email}&limit=${PRIVATE.search}`),
    await send('GET', `/v1/clients/${PRIVATE.search}`),
    await send('GET', `/v1/${PRIVATE.urlPath}`),
    await send('GET', `/${PRIVATE.urlPath}`),
    await send('GET', `/trpc/account.me?input=${PRIVATE.search}`),
    await send('PUT', `/v1/clients/${PRIVATE.urlPath}`),
    await send('GET', '/v1/me', undefined, { authorization: `Bearer ${PRIVATE.wrongKey}` }),
    await send('GET', `/v1/me?api_key=${organization.key}`, undefined, { authorization: '' }),
    await send('POST', '/v1/appointments', { notes: PRIVATE.note, client }),
    await send('POST', '/v1/webhooks', {
      url: `https://hooks.example.com/${PRIVATE.urlPath}?token=${PRIVATE.secret}`,
      events: ['client.*'],
      headers: { 'X-Auth': PRIVATE.headerValue },
      secret: PRIVATE.signing,
    }),
    await send('POST', '/v1/webhooks', {
      url: `http://169.254.169.254/${PRIVATE.urlPath}`,
      events: ['client.*'],
      secrets: { crm: PRIVATE.secret },
    }),
  ]
}

/** The same while the database refuses: errors carry the statement's values and the row's detail. */
async function faults(url: string, organization: TestOrganization, clientId: number) {
  const { pool } = api.connection
  await pool.query(
    `ALTER TABLE client ADD CONSTRAINT client_never CHECK (first_name <> '${PRIVATE.name}') NOT VALID`,
  )
  await pool.query('ALTER TABLE event_feed RENAME TO event_feed_away')
  try {
    return await mixOfRequests(url, organization, clientId)
  } finally {
    await pool.query('ALTER TABLE event_feed_away RENAME TO event_feed')
    await pool.query('ALTER TABLE client DROP CONSTRAINT client_never')
  }
}

function leaksIn(text: string, organization: TestOrganization): string[] {
  const forbidden = [
    ...Object.values(PRIVATE),
    ...Object.values(PRIVATE).map(encodeURIComponent),
    '+5511955554444',
    organization.key,
    organization.key.slice(12),
    'test root secret',
    Buffer.alloc(32, 7).toString('base64'),
  ]
  return forbidden.filter((secret) => text.includes(secret))
}

async function prepared() {
  const organization = await api.organization()
  await createClientRow(api.db, organization.row, { cpf: '11144477735' })
  const other = await createClientRow(api.db, organization.row, { phone: '11933332222' })
  return { organization, clientId: other.id }
}

it('what the service hands to its log has nothing private, whatever a request holds and however it fails', async () => {
  const { organization, clientId } = await prepared()
  const before = api.logged.length
  const statuses = [
    ...(await faults(api.url, organization, clientId)),
    ...(await mixOfRequests(api.url, organization, clientId)),
  ]
  expect(new Set(statuses)).toEqual(new Set([200, 201, 400, 401, 404, 405, 500]))
  const lines = api.logged.slice(before)
  expect(lines.length).toBeGreaterThan(statuses.length)
  // Error objects are worded by the log itself: the next test sees what it makes of them.
  const text = JSON.stringify(lines, (name, value: unknown) => (name === 'err' ? null : value))
  expect(leaksIn(text, organization)).toEqual([])
})

it('what a process prints has nothing private either, nor of errors', async () => {
  const { organization, clientId } = await prepared()
  const process = await startApiProcess(api, { LOG_LEVEL: 'debug' })
  const statuses = [
    ...(await faults(process.url, organization, clientId)),
    ...(await mixOfRequests(process.url, organization, clientId)),
  ]
  expect(statuses).toContain(500)
  // An answer may arrive before its line is printed.
  const isTold = (line: string) => line.includes('"msg":"request"') && !line.includes('readyz')
  await fact('its lines', () => process.lines.filter(isTold).length >= statuses.length)
  process.kill('SIGTERM')
  expect(await process.exited).toBe(0)
  const text = process.lines.join('\n')
  expect(leaksIn(text, organization)).toEqual([])
  const parsed = process.lines.map((line): Record<string, unknown> => JSON.parse(line))
  expect(parsed.filter(({ msg }) => msg === 'request').length).toBeGreaterThanOrEqual(
    statuses.length,
  )
  const errors = parsed.filter(({ level }) => level === 'error')
  expect(errors.length).toBeGreaterThan(0)
  for (const line of errors) expect(line['request_id']).toMatch(/^req_/)
})

describe('an error of the database that quotes its input', () => {
  // The second line looks like a place in a program.
  const value = `${PRIVATE.note}\n    at ${PRIVATE.cpf} (${PRIVATE.email})`

  const FAILURES: Readonly<Record<string, () => Promise<unknown>>> = {
    'of the driver': () => api.connection.pool.query('SELECT $1::text::int', [value]),
    'of a raw query': () => api.db.$queryRaw`SELECT ${value}::text::int`,
    'of a raw statement': () => api.db.$executeRaw`SELECT ${value}::text::timestamptz`,
    'inside a transaction': () =>
      api.db.$transaction((tx) => tx.$queryRaw`SELECT ${value}::text::int`),
    'of a constraint, with its detail': async () => {
      const { id } = (await api.organization()).row
      const text =
        'INSERT INTO client (organization_id, first_name, cpf, search_text) VALUES ($1, $2, $3, $2)'
      await api.connection.pool.query(text, [id, value, PRIVATE.cpf])
      await api.connection.pool.query(text, [id, value, PRIVATE.cpf])
    },
    'of a model, with its arguments': async () => {
      const { id } = (await api.organization()).row
      const cpf = `${PRIVATE.cpf}-${PRIVATE.note}`
      await api.db.client.create({
        data: { organizationId: id, firstName: value, searchText: value, cpf },
      })
    },
    'of a value that no column takes': async () => {
      const { id } = (await api.organization()).row
      await api.db.client.update({ where: { id }, data: { firstName: { set: Object(value) } } })
    },
    'of the adapter, unwrapped': async () => {
      throw Object.assign(new Error(`invalid input syntax for type integer: "${value}"`), {
        name: 'DriverAdapterError',
        cause: { originalCode: '22P02', originalMessage: value },
      })
    },
    'of JSON that could not be read': async () => JSON.parse(`${value}}`),
  }

  it.each(Object.entries(FAILURES))(
    '%s is told by its kind and place alone',
    async (_name, fail) => {
      const error: unknown = await fail().then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(error).toBeInstanceOf(Error)
      const lines: string[] = []
      const log = createLog('debug', 'test', { write: (line) => lines.push(line) })
      log.error({ request_id: 'req_1', err: error }, 'call failed')
      log.warn({ err: error }, 'tried again')
      log.info({ err: error }, 'so what')
      expect(lines).toHaveLength(3)
      const text = lines.join('')
      for (const secret of [
        ...Object.values(PRIVATE),
        ...Object.values(PRIVATE).map(encodeURIComponent),
      ]) {
        expect(text).not.toContain(secret)
      }
      const { err } = JSON.parse(lines[0] ?? '') as { err: Record<string, unknown> }
      expect(Object.keys(err)).not.toContain('message')
      expect(err['name']).toEqual(expect.any(String))
      expect(err['stack']).toEqual(
        expect.arrayContaining([expect.stringMatching(/^at .*:\d+:\d+\)?$/)]),
      )
    },
  )

  it('says its state, and what is ours says its message', async () => {
    const lines: string[] = []
    const log = createLog('debug', 'test', { write: (line) => lines.push(line) })
    for (const name of ['of the driver', 'of a raw query', 'of the adapter, unwrapped']) {
      await FAILURES[name]?.().catch((error: unknown) => log.error({ err: error }, name))
    }
    log.error({ err: new TypeError('No desk of this name.') }, 'ours')
    log.error({ err: PRIVATE.note }, 'no error at all')
    const errors = lines.map((line) => (JSON.parse(line) as { err: object }).err)
    expect(errors).toMatchObject([
      { name: 'error', code: '22P02' },
      { code: 'P2010', sql_state: '22P02' },
      { name: 'DriverAdapterError', sql_state: '22P02' },
      { name: 'TypeError', message: 'No desk of this name.' },
      { name: 'string' },
    ])
    expect(lines.join('')).not.toContain(PRIVATE.note)
  })
})
