import { hashPassword, openSession, SESSION_COOKIE } from '@scheduling/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import { createClientRow, createProfessional } from '../support/clinic.ts'
import { signIn } from '../support/dashboard.ts'

let api: TestApi
let organization: TestOrganization
let email: string
const PASSWORD = 'correct horse battery staple'

beforeAll(async () => {
  api = await startTestApi()
  organization = await api.organization()
  const owner = await createProfessional(api.db, organization.row, { role: 'owner', name: 'Dona' })
  email = `${crypto.randomUUID()}@example.com`
  await api.db.user.create({
    data: {
      organizationId: organization.row.id,
      professionalId: owner.id,
      email,
      passwordHash: await hashPassword(PASSWORD),
    },
  })
})
afterAll(() => api.close())

/** The cookie of a member of the team. */
async function sessionOf(team: TestOrganization, role: 'owner' | 'collaborator' = 'owner') {
  const member = await createProfessional(api.db, team.row, { role, name: 'Dona' })
  const user = await api.db.user.create({
    data: {
      organizationId: team.row.id,
      professionalId: member.id,
      email: `${crypto.randomUUID()}@example.com`,
      passwordHash: 'none',
    },
  })
  return `${SESSION_COOKIE}=${(await openSession(api.service, user.id)).token}`
}

async function post(procedure: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.url}/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const reply: any = await response.json()
  return {
    status: response.status,
    cookie: response.headers.get('set-cookie'),
    body: reply.result?.data,
    problem: reply.error?.data?.problem,
    headers: response.headers,
  }
}

describe('account.signIn', () => {
  it('opens a session that only its cookie carries, until it is signed out', async () => {
    const entered = await post('account.signIn', {
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
    })
    expect(entered.status).toBe(200)
    expect(entered.body).toEqual({ name: 'Dona', role: 'owner' })
    expect(entered.cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Expires=/)
    const cookie = entered.cookie?.split(';')[0] ?? ''
    const list = () => fetch(`${api.url}/trpc/clients.list?input={}`, { headers: { cookie } })
    expect((await list()).status).toBe(200)
    const rest = await fetch(`${api.url}/v1/clients`, { headers: { cookie } })
    expect(rest.status, 'the session is no API key').toBe(401)
    expect((await post('account.signOut', {}, { cookie })).status).toBe(200)
    expect((await list()).status).toBe(401)
  })

  it('refuses a wrong password and an unknown address in the same words, and many attempts', async () => {
    const wrong = await post('account.signIn', { email, password: 'x' })
    const unknown = await post('account.signIn', { email: 'nobody@example.com', password: 'x' })
    for (const { status, problem, cookie } of [wrong, unknown]) {
      expect(status).toBe(401)
      expect(problem).toMatchObject({
        code: 'unauthorized',
        title: 'Nobody is signed in',
        detail: wrong.problem.detail,
      })
      expect(cookie).toBeNull()
    }
    const attempts = Array.from({ length: 12 }, () =>
      post('account.signIn', { email, password: 'x' }),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses).toContain(429)
    const last = await post('account.signIn', { email, password: PASSWORD })
    expect(last.problem.code, 'the right password too').toBe('rate_limited')
    const wait = Number(last.headers.get('retry-after'))
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(60)
    expect(last.problem.detail).toContain(`${wait} seconds`)
    api.setNow(api.service.now() + 60_000)
    expect((await post('account.signIn', { email, password: PASSWORD })).status).toBe(200)
  })

  it.each([
    ['text/plain', '{"email":"a@example.com","password":"x"}', 'invalid_type'],
    ['application/x-www-form-urlencoded', 'email=a&password=x', 'invalid_type'],
    ['application/json', `{"email":"${'a'.repeat(300_000)}","password":"x"}`, 'too_long'],
  ])(
    'refuses a body of %s that it cannot take, before anybody is known',
    async (type, body, code) => {
      const reply = await post('account.signIn', body, { 'content-type': type })
      expect(reply.status).toBe(400)
      expect(reply.problem).toMatchObject({
        code: 'validation_error',
        errors: [{ field: 'body', code }],
        request_id: reply.headers.get('x-request-id'),
      })
    },
  )
})

describe('any request', () => {
  it('is named by its id, also where no call of it is ever looked at', async () => {
    const many = Array.from({ length: 21 }, () => 'clients.list').join(',')
    for (const path of [
      `${many}?batch=1`,
      'nothing.here',
      'clients.list',
      'clients.list?input={',
    ]) {
      const response = await fetch(`${api.url}/trpc/${path}`)
      const text = await response.text()
      const id = response.headers.get('x-request-id')
      expect(text, path).toContain(`"request_id":"${id}"`)
      expect(response.status).toBeGreaterThanOrEqual(400)
    }
  })

  it('429: of a user beyond 10 in a second, in windows that integrations do not share', async () => {
    const strict = await startTestApi({ limitsScale: 1, beside: api })
    try {
      const team = await api.organization()
      const owner = await sessionOf(team)
      const other = await sessionOf(team, 'collaborator')
      const list = (cookie: string) =>
        fetch(`${strict.url}/trpc/clients.list?input={}`, { headers: { cookie } })
      const replies = await Promise.all(Array.from({ length: 25 }, () => list(owner)))
      const allowed = replies.filter(({ status }) => status === 200)
      const refused = replies.filter(({ status }) => status === 429)
      expect([allowed.length, refused.length]).toEqual([10, 15])
      expect(allowed[0]?.headers.get('x-ratelimit-limit')).toBe('120')
      for (const response of refused) {
        expect(response.headers.get('retry-after')).toBe('1')
        expect(response.headers.get('x-ratelimit-limit')).toBe('10')
        const reply: any = await response.json()
        expect(reply.error.data.problem).toMatchObject({ code: 'rate_limited', status: 429 })
        expect(reply.error.data.problem.request_id).toBe(response.headers.get('x-request-id'))
      }
      expect((await list(other)).status).toBe(200)
      const me = await strict.call('GET', '/v1/me', { key: team.key })
      expect(me.headers.get('x-ratelimit-remaining')).toBe('119')
    } finally {
      await strict.close()
    }
  })

  it('429: of an address where nobody is signed in', async () => {
    const strict = await startTestApi({ limitsScale: 1, beside: api })
    try {
      const anonymous = () => fetch(`${strict.url}/trpc/clients.list?input={}`)
      const statuses = (await Promise.all(Array.from({ length: 25 }, anonymous))).map(
        ({ status }) => status,
      )
      expect(new Set(statuses)).toEqual(new Set([401, 429]))
      const user = await sessionOf(await api.organization())
      const signedIn = await fetch(`${strict.url}/trpc/clients.list?input={}`, {
        headers: { cookie: user },
      })
      expect(signedIn.status).toBe(200)
    } finally {
      await strict.close()
    }
  })

  it('500: while the database cannot be asked who calls, as every other failure', async () => {
    const rename = (from: string, to: string) =>
      api.connection.pool.query(`ALTER TABLE ${from} RENAME TO ${to}`)
    await rename('user_session', 'user_session_away')
    const response = await fetch(`${api.url}/trpc/clients.list?input={}`, {
      headers: { cookie: `${SESSION_COOKIE}=x` },
    }).finally(() => rename('user_session_away', 'user_session'))
    const reply: any = await response.json()
    expect([response.status, reply.error.data.problem.code]).toEqual([500, 'internal_error'])
    expect(reply.error.data.problem.request_id).toBe(response.headers.get('x-request-id'))
    expect(JSON.stringify(reply)).not.toMatch(/user_session|prisma|relation/i)
    const logged = api.logged.filter(({ level }) => level === 'error')
    expect(logged.map(({ fields }) => Reflect.get(fields, 'request_id'))).toEqual([
      response.headers.get('x-request-id'),
    ])
  })
})

describe('a session', () => {
  it('is nobody on a request from another origin', async () => {
    const { cookie } = await post('account.signIn', { email, password: PASSWORD })
    const headers = { cookie: cookie?.split(';')[0] ?? '', origin: 'https://evil.example' }
    const client = { first_name: 'Ana', email: 'other-origin@example.com' }
    expect((await post('clients.create', client, headers)).status).toBe(401)
    expect(await api.db.client.count({ where: { email: client.email } })).toBe(0)
    expect(
      (await post('clients.create', client, { ...headers, origin: api.service.publicBaseUrl }))
        .status,
    ).toBe(200)
  })

  it('of a collaborator works with clients and appointments, and sees its own organization only', async () => {
    const collaborator = await signIn(api, organization, 'collaborator')
    const made = await collaborator.mutate('clients.create', {
      first_name: 'Bia',
      email: 'bia@example.com',
    })
    expect(made.status).toBe(200)
    const { body } = await api.call('GET', '/v1/events?limit=200', { key: organization.key })
    const event = body.data.find((candidate: any) => candidate.data.object.id === made.body.id)
    expect(event.context).toMatchObject({
      actor: { type: 'user', name: 'Dona' },
      source: 'dashboard',
    })
    expect((await collaborator.query('appointments.list')).status).toBe(200)
    expect((await collaborator.query('webhooks.list')).problem.code).toBe('forbidden_scope')
    const stranger = await createClientRow(api.db, (await api.organization()).row, {})
    const seen = await collaborator.query('clients.get', { client_id: stranger.id })
    expect(seen.problem).toMatchObject({ status: 404, code: 'not_found' })
  })
})
