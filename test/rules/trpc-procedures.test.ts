/** A request over tRPC: who calls is checked before anything of it is read, and its path is compared exactly. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { replyIn, signIn, type Dashboard } from '../support/dashboard.ts'

let api: TestApi
let owner: Dashboard

beforeAll(async () => {
  api = await startTestApi()
  owner = await signIn(api, await api.organization())
})
afterAll(() => api.close())

type Refusal = { status: number; problem: any; headers: Headers }

async function refusalOf(response: Response): Promise<Refusal> {
  const [first] = [await replyIn(response)].flat()
  const problem = first.error?.data.problem
  return { status: problem?.status ?? response.status, problem, headers: response.headers }
}

describe('401: without a session, nothing is told of what is wrong with the request', () => {
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

  it('400: but a sign-in is told', async () => {
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
