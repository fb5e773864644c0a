/** What holds on every procedure over tRPC: who calls is checked before the input is read. */
import { appRouter, proceduresOf, type Procedure } from '@scheduling/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { callAs, replyIn, signIn, type Dashboard } from '../support/dashboard.ts'

const PROCEDURES = proceduresOf(appRouter)
const CLOSED = PROCEDURES.filter(({ isOpen }) => !isOpen)

let api: TestApi
let collaborator: Dashboard
let owner: Dashboard

beforeAll(async () => {
  api = await startTestApi()
  const organization = await api.organization()
  owner = await signIn(api, organization)
  collaborator = await signIn(api, organization, 'collaborator')
})
afterAll(() => api.close())

type Refusal = { status: number; problem: any; headers: Headers }

/** @param input as it goes over the wire */
async function call({ name, kind }: Procedure, input: string, type = 'application/json') {
  const reads = kind !== 'mutation'
  const query = reads ? `?input=${encodeURIComponent(input)}` : ''
  return refusalOf(
    await fetch(`${api.url}/trpc/${name}${query}`, {
      method: reads ? 'GET' : 'POST',
      headers: { 'content-type': type },
      ...(reads ? {} : { body: input }),
    }),
  )
}

async function refusalOf(response: Response): Promise<Refusal> {
  const [first] = [await replyIn(response)].flat()
  const problem = first.error?.data.problem
  return { status: problem?.status ?? response.status, problem, headers: response.headers }
}

it('401: nobody is told what is wrong with an input, by any procedure', async () => {
  expect(CLOSED.length).toBeGreaterThan(40)
  for (const procedure of CLOSED) {
    for (const input of ['{}', '{', '[]', '{"limit":0,"webhook_id":1}', 'null', '"\\u0000"']) {
      const { status, problem } = await call(procedure, input)
      const answered = [procedure.name, input, status, problem.code, problem.errors]
      expect(answered).toEqual([procedure.name, input, 401, 'unauthorized', []])
    }
  }
})

describe('401: nor what is wrong with the request', () => {
  const anonymous = async (path: string, init: RequestInit = {}) =>
    refusalOf(await fetch(`${api.url}/trpc/${path}`, init))
  const post = (type: string, body: string): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })

  it.each<[string, string, RequestInit]>([
    ['a body of another type', 'clients.create', post('text/plain', '{}')],
    ['a form', 'clients.create', post('multipart/form-data; boundary=x', '--x--')],
    ['a body without a type', 'clients.create', { method: 'POST', body: new Blob(['{}']) }],
    ['a body that is too long', 'clients.create', post('application/json', 'x'.repeat(300_000))],
    ['too many calls', `${Array.from({ length: 30 }, () => 'clients.list').join()}?batch=1`, {}],
    ['a batch that is no object', 'clients.list,clients.get?batch=1&input=1', {}],
    ['a name that is not encoded', 'clients.list%', {}],
    ['connection parameters', 'clients.list?connectionParams={', {}],
  ])('%s', async (_, path, init) => {
    const { status, problem, headers } = await anonymous(path, init)
    expect([status, problem.code, problem.errors]).toEqual([401, 'unauthorized', []])
    expect(problem.request_id).toBe(headers.get('x-request-id'))
  })

  it('400: but whoever signs in is told', async () => {
    for (const init of [
      post('text/plain', '{}'),
      post('application/json', '{'),
      post('application/json', `{"email":"${'a'.repeat(300_000)}","password":"x"}`),
      post('application/json', '{"email":"a\\u0000@example.com","password":"x"}'),
      post('application/json', `{"email":"a@example.com","password":"${'x'.repeat(500)}"}`),
    ]) {
      const { status, problem } = await anonymous('account.signIn', init)
      expect([status, problem.code]).toEqual([400, 'validation_error'])
    }
  })
})

/** Routers with procedures of the owner alone; in `account`, `clients` and `messaging` everybody has some. */
const ROOMS_OF_THE_OWNER = [
  'account',
  'apiKeys',
  'clients',
  'messaging',
  'organization',
  'payments',
  'testClock',
  'webhooks',
]

function isOf(procedures: readonly Procedure[], name: string): boolean {
  return procedures.some((procedure) => procedure.name === name)
}

it('403: what somebody may not do is told before what is wrong with it', async () => {
  const guarded = CLOSED.filter(
    ({ endpoint }) => endpoint?.roles.includes('collaborator') === false,
  )
  const rooms = new Set(guarded.map(({ name }) => name.split('.')[0]))
  expect([...rooms].toSorted()).toEqual(ROOMS_OF_THE_OWNER)
  for (const room of ['apiKeys', 'organization', 'payments', 'testClock', 'webhooks']) {
    const open = CLOSED.filter(({ name }) => name.startsWith(`${room}.`) && !isOf(guarded, name))
    expect(open.map(({ name }) => name)).toEqual([])
  }
  for (const procedure of guarded) {
    const { name } = procedure
    const reply = await callAs(collaborator, procedure, { webhook_id: 1, url: {}, limit: 0 })
    expect([name, reply.status, reply.problem.code]).toEqual([name, 403, 'forbidden_scope'])
  }
})

it('403 feature_not_enabled: what is switched off is off for the owner too, before any input', async () => {
  const organization = await api.organization()
  const browser = await signIn(api, organization)
  const rooms = { queue: 'online_queue', webhooks: 'webhooks' }
  await api.db.organization.update({
    where: { id: organization.row.id },
    data: { switchedOff: Object.values(rooms) },
  })
  const off = PROCEDURES.filter(({ name }) => Object.keys(rooms).includes(name.split('.')[0] ?? ''))
  expect(off.length).toBeGreaterThan(15)
  for (const procedure of off) {
    const { name } = procedure
    const reply = await callAs(browser, procedure)
    expect([name, reply.problem?.code]).toEqual([name, 'feature_not_enabled'])
  }
  expect((await browser.query('clients.list', {})).status).toBe(200)
})

describe('400: what is longer than it may be is named, as in a REST call', () => {
  const webhook = { url: 'https://example.com/', events: ['*'] }
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`K ${index}`, 1]))

  it.each<[string, object, string[]]>([
    ['webhooks.create', { ...webhook, secrets: keys(2000) }, ['secrets too_many']],
    ['clients.create', { first_name: 'A', cpf: '\uFDFA'.repeat(70_000) }, ['cpf too_long']],
    [
      'clients.create',
      { first_name: '', phone: '1'.repeat(9000) },
      ['phone too_long', 'first_name too_short'],
    ],
    ['clients.create', { first_name: 'A\0' }, ['first_name invalid_format']],
  ])('%s %#', async (procedure, input, expected) => {
    const { status, problem } = await owner.mutate(procedure, input)
    const faults = problem.errors.map((fault: any) => `${fault.field} ${fault.code}`)
    expect([status, faults]).toEqual([400, expected])
  })

  it('a body of more values than any, for all calls of a batch', async () => {
    const { status, problem } = await owner.mutate('clients.create', { ignored: keys(5001) })
    expect([status, problem.errors]).toMatchObject([400, [{ field: 'body', code: 'too_many' }]])
  })
})

describe('the path', () => {
  it('404: is compared exactly', async () => {
    const list = 'clients.list?input={}'
    for (const path of [
      `/TRPC/${list}`,
      `/Trpc/${list}`,
      `/trpc//${list}`,
      `/trpc/x/${list}`,
      '/trpc',
      '/trpc/',
    ]) {
      const response = await fetch(`${api.url}${path}`)
      expect(response.status, path).toBe(404)
      expect(response.headers.get('content-type'), path).toBe('application/problem+json')
    }
  })

  it('no-store: nothing of an answer is kept anywhere', async () => {
    for (const path of ['clients.list?input={}', 'nothing.here']) {
      const response = await fetch(`${api.url}/trpc/${path}`)
      expect(response.headers.get('cache-control'), path).toBe('no-store')
    }
  })
})
