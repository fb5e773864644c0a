import { cookieNames, createRateLimits, type RateLimits } from '@scheduling/api'
import { availableParallelism } from 'node:os'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi, type TestOrganization } from '../../support/api.ts'
import { createUser, openBrowser, openStranger, type Browser } from '../../support/dashboard.ts'

const PASSWORD = 'correct horse battery staple'
const DEVICE = cookieNames(false).device
const SESSION = cookieNames(false).session
const MINUTE_MS = 60_000
/** A process remembers a refusal for a second of real time. */
const FORGOTTEN = { timeout: 10_000, interval: 200 }
/** The real cost of a password is paid where no account is found. */
const SLOW = 120_000

let api: TestApi
/** A second process on the same counters. */
let second: TestApi
let team: TestOrganization
/** One clock for the service and its counters. */
let clock = TEST_NOW

function counters(databaseUrl: string): RateLimits {
  const pool = new Pool({ connectionString: databaseUrl, max: 2 })
  const limits = createRateLimits({ scale: 1, pool, now: () => clock, timeoutMs: 20_000 })
  return {
    ...limits,
    async close() {
      await limits.close()
      await pool.end()
    },
  }
}

beforeAll(async () => {
  const behindProxy = { limits: counters, trustedProxies: 1 }
  api = await startTestApi(behindProxy)
  second = await startTestApi({ ...behindProxy, beside: api })
  team = await api.organization()
})
afterAll(async () => {
  await second.close()
  await api.close()
})

// A new hour for each test: what the ones before have counted is over.
beforeEach(() => moveTo(clock + 60 * MINUTE_MS))

function moveTo(now: number): void {
  clock = now
  api.setNow(now)
  second.setNow(now)
}

const stranger = (at = api) => openStranger(at)

const enter = (browser: Browser, email: string, password = PASSWORD) =>
  browser.mutate('account.signIn', { email, password })

/** Fails from so many addresses, one after another. */
async function failMany(email: string, times: number): Promise<number[]> {
  const statuses = []
  for (let time = 0; time < times; time += 1) {
    statuses.push((await enter(stranger(), email, `wrong ${time}`)).status)
  }
  return statuses
}

const count = (statuses: readonly number[], status: number): number =>
  statuses.filter((one) => one === status).length

describe('account.signIn', () => {
  it('opens a session that only its cookie carries, until it is signed out', async () => {
    const { email } = await createUser(api, team, { password: PASSWORD })
    const browser = stranger()
    const entered = await enter(browser, ` ${email.toUpperCase()} `)
    expect(entered.status).toBe(200)
    expect(entered.body).toEqual({ name: 'Dona', access: 'owner' })
    const set = entered.headers.getSetCookie()
    expect(set.map((text) => text.split('=')[0])).toEqual([SESSION, DEVICE])
    for (const text of set) expect(text).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Expires=/)
    expect((await browser.query('clients.list')).status).toBe(200)
    const cookie = `${SESSION}=${browser.cookies.get(SESSION)}`
    const rest = await fetch(`${api.url}/v1/clients`, { headers: { cookie } })
    expect(rest.status, 'the session is not an API key').toBe(401)
    expect((await browser.mutate('account.signOut')).status).toBe(200)
    expect([...browser.cookies.keys()], 'the browser stays known').toEqual([DEVICE])
    browser.cookies.set(SESSION, cookie.slice(SESSION.length + 1))
    expect((await browser.query('clients.list')).status, 'a copy of the cookie too').toBe(401)

    await enter(browser, email)
    const before = browser.cookies.get(SESSION) ?? ''
    await enter(browser, email)
    expect((await browser.query('clients.list')).status).toBe(200)
    browser.cookies.set(SESSION, before)
    expect((await browser.query('clients.list')).status, 'replaced by the next').toBe(401)
  })

  it('401: a wrong password, an unknown address and someone deactivated, in the same words', async () => {
    const { email } = await createUser(api, team, { password: PASSWORD })
    const gone = await createUser(api, team, { password: PASSWORD })
    await api.db.professional.update({
      where: { id: gone.professionalId },
      data: { isActive: false },
    })
    const replies = [
      await enter(stranger(), email, 'x'),
      await enter(stranger(), 'no-one@example.com'),
      await enter(stranger(), gone.email),
    ]
    for (const { status, problem, headers } of replies) {
      expect(status).toBe(401)
      expect(problem).toMatchObject({
        code: 'unauthorized',
        title: 'No user is signed in',
        detail: 'The e-mail or the password is wrong.',
      })
      expect(headers.getSetCookie()).toEqual([])
    }
  })

  it('400: names the field that is too long, or that cannot be stored', async () => {
    const refused = async (credentials: object) =>
      (await stranger().mutate('account.signIn', credentials)).problem
    const fault = (field: string, code: string) => ({
      code: 'validation_error',
      errors: [{ field, code }],
    })
    const password = PASSWORD
    expect(await refused({ email: 'a\0@example.com', password })).toMatchObject(
      fault('email', 'invalid_value'),
    )
    expect(await refused({ email: 'a\ud800@example.com', password })).toMatchObject(
      fault('email', 'invalid_value'),
    )
    expect(await refused({ email: `${'a'.repeat(243)}@example.com`, password })).toMatchObject(
      fault('email', 'too_long'),
    )
    // Blanks count: nothing is trimmed before it was measured.
    expect(await refused({ email: ' '.repeat(200_000), password })).toMatchObject(
      fault('email', 'too_long'),
    )
    expect(await refused({ email: 'a@example.com', password: 'ﷺ'.repeat(201) })).toMatchObject(
      fault('password', 'too_long'),
    )
    const longest = { email: `${'a'.repeat(242)}@example.com`, password: 'ﷺ'.repeat(200) }
    expect(await refused(longest)).toMatchObject({ code: 'unauthorized' })
  })

  it('429: more than 10 attempts of an address in a minute, right or wrong, on every process', async () => {
    const { email } = await createUser(api, team, { password: PASSWORD })
    const from = { 'x-forwarded-for': '203.0.113.77' }
    const statuses = []
    for (let time = 0; time < 10; time += 1) {
      const browser = openBrowser(time % 2 === 0 ? api : second, from)
      const reply = await (time === 0 ? enter(browser, email) : enter(browser, email, 'x'))
      statuses.push(reply.status)
    }
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 401)])
    for (const at of [api, second]) {
      const refused = await enter(openBrowser(at, from), email)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
      expect(refused.problem.detail).toBe(
        'Too many sign-in attempts came from this address. Try again in 60 seconds.',
      )
    }
    expect((await enter(stranger(), email)).status, 'from elsewhere').toBe(200)
    moveTo(clock + MINUTE_MS - 1000)
    await expect
      .poll(async () => {
        const { status, headers } = await enter(openBrowser(api, from), email)
        return [status, headers.get('retry-after')]
      }, FORGOTTEN)
      .toEqual([429, '1'])
    moveTo(clock + 1000)
    await expect
      .poll(async () => (await enter(openBrowser(api, from), email)).status, FORGOTTEN)
      .toBe(200)
  })

  it('429: each call of a batch is an attempt', async () => {
    const { email } = await createUser(api, team, { password: PASSWORD })
    const calls = Array.from({ length: 20 }, (_, index) => [index, { email, password: 'x' }])
    const response = await fetch(
      `${api.url}/trpc/${Array.from({ length: 20 }, () => 'account.signIn').join(',')}?batch=1`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.78' },
        body: JSON.stringify(Object.fromEntries(calls)),
      },
    )
    const replies: any = await response.json()
    const statuses = replies.map(({ error }: any) => error.data.problem.status)
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 10])
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
  })
})

describe('many passwords from many addresses', () => {
  it('429: all but 10 in 15 minutes, one after another or at once, on any process', async () => {
    const { email } = await createUser(api, team, { password: PASSWORD })
    const attempts = (times: number) =>
      Promise.all(
        Array.from({ length: times }, (_, index) =>
          enter(stranger(index % 2 === 0 ? api : second), email, `guess ${index}`),
        ),
      )
    const statuses = []
    for (let round = 0; round < 3; round += 1) {
      statuses.push(...(await attempts(50)).map(({ status }) => status))
    }
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 140])
    const refused = await enter(stranger(), email)
    expect(refused.problem).toMatchObject({
      code: 'rate_limited',
      detail: 'Too many attempts to sign in to this account failed. Try again in 900 seconds.',
    })
    expect(refused.headers.get('retry-after')).toBe('900')
    moveTo(clock + 15 * MINUTE_MS)
    await expect.poll(async () => (await enter(stranger(), email)).status, FORGOTTEN).toBe(200)
  }, 60_000)

  it('429: an account that does not exist is no different', async () => {
    // Two attempts instead of ten: each pays the real cost of a password.
    const few = await startTestApi({
      beside: api,
      trustedProxies: 1,
      limits: () => createRateLimits({ scale: 0.2, now: () => clock }),
    })
    onTestFinished(() => few.close())
    const { email } = await createUser(api, team, { password: PASSWORD })
    for (const one of [email, `${crypto.randomUUID()}@example.com`]) {
      const statuses = []
      for (const guess of ['first', 'second', 'third']) {
        statuses.push((await enter(stranger(few), one, guess)).status)
      }
      expect(statuses).toEqual([401, 401, 429])
      const refused = await enter(stranger(few), one)
      expect(refused.problem.detail).toBe(
        'Too many attempts to sign in to this account failed. Try again in 900 seconds.',
      )
    }
  })

  it('are forgotten by a success: 9 failures before it, and 9 after', async () => {
    const { email } = await createUser(api, team, { password: PASSWORD })
    for (let round = 0; round < 2; round += 1) {
      expect(count(await failMany(email, 9), 401)).toBe(9)
      expect((await enter(stranger(), email)).status).toBe(200)
    }
  })

  it('leave nothing of an e-mail in the counters', async () => {
    const user = await createUser(api, team, { password: PASSWORD })
    await failMany(user.email, 1)
    const { rows } = await api.connection.pool.query<{ whose: string }>(
      `SELECT whose FROM rate_limit_attempts`,
    )
    expect(rows.some(({ whose }) => whose.startsWith('failed sign-in '))).toBe(true)
    expect(JSON.stringify(rows)).not.toMatch(/@|example/)
  })
})

describe('a browser that has signed in before', () => {
  async function known(email: string): Promise<Browser> {
    const browser = stranger()
    expect((await enter(browser, email)).status).toBe(200)
    await browser.mutate('account.signOut')
    return browser
  }

  it('signs in while strangers have blocked the account, and they do not profit', async () => {
    const { email } = await createUser(api, team, { password: PASSWORD })
    const browser = await known(email)
    expect(count(await failMany(email, 12), 429)).toBe(2)
    expect((await enter(browser, email, 'mistyped')).status).toBe(401)
    expect((await enter(browser, email)).status).toBe(200)
    expect((await enter(stranger(), email)).status, 'the block stands').toBe(429)
  })

  it('429: fails 10 times in 15 minutes itself, which blocks no one else', async () => {
    const { email } = await createUser(api, team, { password: PASSWORD })
    const browser = await known(email)
    const statuses = []
    for (let time = 0; time < 12; time += 1) {
      moveTo(clock + MINUTE_MS)
      statuses.push((await enter(browser, email, 'guess')).status)
    }
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 2])
    expect((await enter(browser, email)).status).toBe(429)
    expect((await enter(stranger(), email)).status).toBe(200)
  })

  it('is known to that account alone, by a cookie that no one can make, and for a year', async () => {
    const mine = await createUser(api, team, { password: PASSWORD })
    const yours = await createUser(api, team, { password: PASSWORD })
    const browser = await known(mine.email)
    const cookie = browser.cookies.get(DEVICE) ?? ''
    expect(cookie.length).toBeGreaterThan(60)
    const other = (await known(yours.email)).cookies.get(DEVICE) ?? ''
    await failMany(yours.email, 10)
    const tries: [string, string][] = [
      [yours.email, cookie],
      [yours.email, cookie.replace(/^\w+/, 'zzzzzz')],
      [
        yours.email,
        other.replace(/\.(.)([^.]*)$/, (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`),
      ],
      [yours.email, other.replace(/^(\w+)/, (end) => (Number.parseInt(end, 36) + 1).toString(36))],
      [yours.email, other.split('~')[0]?.split('.').slice(0, 2).join('.') ?? ''],
      [yours.email, 'x'.repeat(8000)],
      [yours.email, `${'~'.repeat(3000)}${other}`],
    ]
    for (const [email, value] of tries) {
      const holder = stranger()
      holder.cookies.set(DEVICE, value)
      expect((await enter(holder, email)).status, value.slice(0, 100)).toBe(429)
    }
    const holder = stranger()
    holder.cookies.set(DEVICE, `not-a-mark~${cookie}~${other}`)
    expect((await enter(holder, yours.email)).status).toBe(200)
    expect((await holder.query('clients.list')).status).toBe(200)
    holder.cookies.delete(SESSION)
    expect((await holder.query('clients.list')).status, 'it is no session').toBe(401)

    moveTo(clock + 365 * 24 * 60 * MINUTE_MS)
    await failMany(mine.email, 10)
    expect((await enter(browser, mine.email)).status).toBe(429)
  })

  it('is known to all who sign in on it, the last eight', async () => {
    const browser = stranger()
    const users = []
    for (let index = 0; index < 9; index += 1) {
      const user = await createUser(api, team, { password: PASSWORD })
      users.push(user)
      expect((await enter(browser, user.email)).status).toBe(200)
      // Again: no second mark of the same account.
      if (index === 8) expect((await enter(browser, user.email)).status).toBe(200)
    }
    expect(browser.cookies.get(DEVICE)?.split('~')).toHaveLength(8)
    const statuses = []
    for (const { email } of [users[0], users[1], users[8]].flatMap((user) => user ?? [])) {
      await failMany(email, 10)
      const holder = stranger()
      holder.cookies.set(DEVICE, browser.cookies.get(DEVICE) ?? '')
      statuses.push((await enter(holder, email)).status)
    }
    expect(statuses).toEqual([429, 200, 200])
  }, 60_000)
})

describe('a flood of sign-ins', () => {
  it(
    '429: waits for its turn, not all of it; others are served, and a known browser gets in',
    async () => {
      const { email } = await createUser(api, team, { password: PASSWORD })
      const browser = stranger()
      await enter(browser, email)
      // As many wait as have a chance, for each password that is looked at at once.
      const size = 50 * Math.max(1, Math.min(availableParallelism() - 1, 3))
      let settled = 0
      const flood = Array.from({ length: size }, async (_, index) => {
        const reply = await enter(stranger(), `flood${index}@example.com`)
        settled += 1
        return reply
      })
      await expect.poll(() => settled, { interval: 1, timeout: 20_000 }).toBeGreaterThan(size / 5)
      const owner = enter(browser, email)
      let servedMeanwhile = 0
      for (let time = 0; time < 20; time += 1) {
        expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
        expect((await api.call('GET', '/v1/me')).status).toBe(401)
        if (settled < size) servedMeanwhile += 1
      }
      expect(servedMeanwhile).toBeGreaterThan(0)
      expect((await owner).status).toBe(200)
      const replies = await Promise.all(flood)
      const refused = replies.filter(({ status }) => status === 429)
      expect(refused.length).toBeGreaterThan(size / 5)
      expect(replies.filter(({ status }) => status === 401).length).toBeGreaterThan(0)
      for (const { problem, headers } of refused) {
        expect(problem.detail).toBe(
          'Too many people are signing in right now. Try again in 5 seconds.',
        )
        expect(headers.get('retry-after')).toBe('5')
      }
    },
    SLOW,
  )
})
