/** tRPC as a dashboard uses it: with tRPC's own client, with types, over real HTTP. */
import { createTRPCClient, httpBatchLink, httpBatchStreamLink } from '@trpc/client'
import type { AppRouter } from '@scheduling/core'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import { createUser } from '../support/dashboard.ts'
import { refusalOf } from '@scheduling/client'
import { enter, messageOf } from '../support/dashboard-sample.ts'

const PASSWORD = 'correct horse battery staple'
const ORIGIN = 'https://app.example.com'

let api: TestApi
let team: TestOrganization
let email: string

beforeAll(async () => {
  api = await startTestApi({
    publicBaseUrl: 'https://api.example.com',
    dashboardOrigins: [ORIGIN],
  })
  team = await api.organization()
  email = (await createUser(api, team, { password: PASSWORD })).email
})
afterAll(() => api.close())

/** `fetch` of a page at `origin`: with the cookies of a browser, and the address of the API under test. */
function pageFetch(origin: string) {
  const cookies = new Map<string, string>()
  const sent: string[] = []
  const page = async (address: unknown, options: RequestInit = {}): Promise<Response> => {
    const url = String(address).replace('http://localhost:3000', api.url)
    sent.push(new URL(url).pathname)
    const headers = new Headers(options.headers)
    headers.set('origin', origin)
    if (options.credentials === 'include') {
      headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    }
    const response = await realFetch(url, { ...options, headers })
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      cookies.set(name, value)
    }
    return response
  }
  return { page, sent }
}
const realFetch = globalThis.fetch

function linkOf(origin: string) {
  const { page } = pageFetch(origin)
  return {
    url: 'http://localhost:3000/trpc',
    fetch: (address: unknown, options: object = {}) =>
      page(address, { ...options, credentials: 'include' }),
  }
}

function clientOf(origin = ORIGIN) {
  return createTRPCClient<AppRouter>({ links: [httpBatchLink(linkOf(origin))] })
}

it('the sample of the guide stands there as it is, and works', async () => {
  const sample = readFileSync(new URL('../support/dashboard-sample.ts', import.meta.url), 'utf8')
  const guide = readFileSync(new URL('../../docs/trpc.md', import.meta.url), 'utf8')
  expect(guide).toContain(`\`\`\`ts\n${sample}\`\`\``)
  const { page, sent } = pageFetch(ORIGIN)
  vi.stubGlobal('fetch', page)
  onTestFinished(() => void vi.unstubAllGlobals())
  await api.call('POST', '/v1/clients', {
    key: team.key,
    body: { first_name: 'Maria', email: 'maria@example.com' },
  })
  const shown = await enter(email, PASSWORD)
  expectTypeOf(shown.clients).toExtend<readonly { id: number; first_name: string }[]>()
  expect(shown.clients.map(({ first_name }) => first_name)).toEqual(['Maria'])
  expect(shown.services).toEqual([])
  expect(sent.filter((path) => path.startsWith('/trpc'))).toEqual([
    '/trpc/account.signIn',
    '/trpc/clients.list,services.list',
  ])
  const refusal = refusalOf(await enter(email, 'wrong').catch((error: unknown) => error))
  expect(refusal).toMatchObject({ code: 'unauthorized', status: 401 })
  expectTypeOf(refusal).toExtend<{ readonly request_id: string | null } | null>()
  expect(messageOf(new Error('no network'))).toBe('The service cannot be reached.')
  expect(refusalOf(new Error('no network'))).toBeNull()
})

it('each call of a batch has its own answer; a batch that is refused says the same to all', async () => {
  const client = clientOf()
  await client.account.signIn.mutate({ email, password: PASSWORD })
  const [me, missing] = await Promise.allSettled([
    client.account.get.query({}),
    client.clients.get.query({ client_id: 2_000_000_000 }),
  ])
  expect(me).toMatchObject({ status: 'fulfilled', value: { object: 'organization' } })
  expect(missing.status === 'rejected' && refusalOf(missing.reason)).toMatchObject({
    code: 'not_found',
  })
  const foreign = clientOf('https://other.example.com')
  const made = await Promise.allSettled([
    foreign.clients.create.mutate({ first_name: 'Ana', email: 'ana@example.com' }),
    foreign.account.signOut.mutate(),
  ])
  for (const result of made) {
    expect(result.status === 'rejected' && refusalOf(result.reason)).toMatchObject({
      code: 'unauthorized',
      detail: expect.stringContaining('https://other.example.com'),
    })
  }
})

it('a client that streams is told what to use instead', async () => {
  const links = [httpBatchStreamLink(linkOf(ORIGIN))]
  const client = createTRPCClient<AppRouter>({ links })
  const signedIn = await client.account.signIn
    .mutate({ email, password: PASSWORD })
    .catch((error: unknown) => error)
  expect(refusalOf(signedIn)).toMatchObject({
    code: 'validation_error',
    errors: [{ field: 'trpc-accept', message: expect.stringContaining('httpBatchLink') }],
  })
})
