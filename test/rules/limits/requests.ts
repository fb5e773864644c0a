/** Windows, sign-ins, heads and bodies of requests, with every limit changed. */
import { itFollows, to } from '../../support/changed-limits.ts'
import { cookieNames, createHttpServer, createRateLimits, type RateLimits } from '@scheduling/api'
import { isPassword, noticeAddress, NoPlaceError } from '@scheduling/core'
import { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi, type TestOrganization } from '../../support/api.ts'
import {
  createUser,
  openBrowser,
  SESSION_COOKIE,
  sessionCookie,
  signIn,
  type Browser,
} from '../../support/dashboard.ts'
import { fileFaults, sendFile } from '../../support/imports.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const PASSWORD = 'correct horse battery staple'

/** The clock of the counters: at the start of a minute. */
let clock = 0
let limits: RateLimits
let api: TestApi
let organization: TestOrganization

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  clock = TEST_NOW
  limits = createRateLimits({ scale: 1, now: () => clock })
  api.setNow(TEST_NOW)
  organization = await api.organization()
})

type Request = Parameters<RateLimits['take']>[0]

/** How many of 40 requests pass, one every so many milliseconds. */
async function passed(
  everyMs: number,
  request: (index: number) => Partial<Request>,
): Promise<number> {
  let count = 0
  for (let index = 0; index < 40; index += 1) {
    const plain = {
      holder: 'key',
      address: null,
      keyId: 'k',
      organizationId: 1,
      calls: 1,
      availabilityCalls: 0,
    } as const
    if ((await limits.take({ ...plain, ...request(index) })).allowed) count += 1
    clock += everyMs
  }
  return count
}

/** How many attempts are let through until one is refused, and the seconds to wait then. */
async function untilBlocked(
  count: () => Promise<{ allowed: boolean; retryAfterSeconds: number | null }>,
) {
  for (let allowed = 0; ; allowed += 1) {
    const decision = await count()
    if (!decision.allowed) return { allowed, seconds: decision.retryAfterSeconds }
  }
}

const invalidKey = () => limits.countInvalidKey('10.0.0.1', crypto.randomUUID())
const failure = () => limits.countAttempt('failed sign-in', 'ana')

async function browserOf(password = PASSWORD) {
  const { email } = await createUser(api, organization, { password })
  return { email, browser: openBrowser(api) }
}

/** Attributes of a cookie that an answer sets. */
function cookieOf(headers: Headers, name: string): string {
  return headers.getSetCookie().find((text) => text.startsWith(`${name}=`)) ?? ''
}

const expiryOf = (cookie: string): number => Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '')

/** `POST /v1/clients` with a body as it stands; the faults, as in `body too_long`. */
async function faultsOf(body: string): Promise<string[]> {
  const reply = await api.call('POST', '/v1/clients', { key: organization.key, body })
  return (reply.body.errors ?? []).map((error: any) => `${error.field} ${error.code}`)
}

/** Faults of a file of clients. */
async function importFaults(file: string): Promise<string[]> {
  const owner = await signIn(api, organization)
  return fileFaults(await sendFile(api, owner, 'clients', file, { dry_run: true }))
}

/** What the API answers to bytes as they stand. */
function answerTo(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  socket.write(bytes)
  return socket.setEncoding('utf8').reduce((text: string, piece: string) => text + piece, '')
}

describe('a request follows', () => {
  itFollows('requests', {
    async requestsPerKeyPerSecond() {
      expect(await passed(0, () => ({}))).toBe(to('requestsPerKeyPerSecond'))
    },
    async requestsPerKeyPerMinute() {
      expect(await passed(1000, () => ({}))).toBe(to('requestsPerKeyPerMinute'))
    },
    async requestsPerOrganizationPerMinute() {
      const count = await passed(1000, (index) => ({ keyId: `k${index % 3}` }))
      expect(count).toBe(to('requestsPerOrganizationPerMinute'))
    },
    async availabilityRequestsPerKeyPerMinute() {
      const count = await passed(1000, () => ({ availabilityCalls: 1 }))
      expect(count).toBe(to('availabilityRequestsPerKeyPerMinute'))
    },
    async callsPerUserPerSecond() {
      expect(await passed(0, () => ({ holder: 'session' }))).toBe(to('callsPerUserPerSecond'))
    },
    async callsPerUserPerMinute() {
      expect(await passed(1000, () => ({ holder: 'session' }))).toBe(to('callsPerUserPerMinute'))
    },
    async availabilityCallsPerUserPerMinute() {
      const count = await passed(1000, () => ({ holder: 'session', availabilityCalls: 1 }))
      expect(count).toBe(to('availabilityCallsPerUserPerMinute'))
    },
    async callsPerTeamPerMinute() {
      const count = await passed(1000, (index) => ({ holder: 'session', keyId: `u${index % 3}` }))
      expect(count).toBe(to('callsPerTeamPerMinute'))
    },
    async invalidKeysPerAddress() {
      expect(await untilBlocked(invalidKey)).toMatchObject({ allowed: to('invalidKeysPerAddress') })
    },
    async invalidKeyWindowMinutes() {
      await invalidKey()
      clock += to('invalidKeyWindowMinutes') * MINUTE_MS - 1000
      expect((await invalidKey()).remaining).toBe(to('invalidKeysPerAddress') - 2)
      clock += 2000
      expect((await invalidKey()).remaining).toBe(to('invalidKeysPerAddress') - 2)
    },
    async invalidKeyBlockMinutes() {
      expect((await untilBlocked(invalidKey)).seconds).toBe(to('invalidKeyBlockMinutes') * 60)
    },
    unknownPathsPerAddressPerMinute() {
      let allowed = 0
      while (limits.countUnknownPath('10.0.0.1').allowed) allowed += 1
      expect(allowed).toBe(to('unknownPathsPerAddressPerMinute'))
    },
    async signInsPerAddressPerMinute() {
      const attempt = () => limits.countAttempt('sign-in', '10.0.0.1')
      expect(await untilBlocked(attempt)).toMatchObject({
        allowed: to('signInsPerAddressPerMinute'),
      })
    },
    async failedSignInsPerAccount() {
      expect(await untilBlocked(failure)).toMatchObject({ allowed: to('failedSignInsPerAccount') })
    },
    async failedSignInWindowMinutes() {
      await failure()
      clock += to('failedSignInWindowMinutes') * MINUTE_MS - 1000
      expect((await failure()).remaining).toBe(to('failedSignInsPerAccount') - 2)
      clock += 2000
      expect((await failure()).remaining).toBe(to('failedSignInsPerAccount') - 2)
    },
    async failedSignInBlockMinutes() {
      expect((await untilBlocked(failure)).seconds).toBe(to('failedSignInBlockMinutes') * 60)
    },
    async signInWaitSeconds() {
      const waited: number[] = []
      const began = performance.now()
      const checks = Array.from({ length: 20 }, () =>
        isPassword('x', async () => null).catch((error: unknown) => {
          expect(error).toBeInstanceOf(NoPlaceError)
          waited.push((performance.now() - began) / 1000)
        }),
      )
      await Promise.all(checks)
      expect(waited.length).toBeGreaterThan(0)
      // A busy machine is a little late.
      expect(Math.max(...waited)).toBeLessThan(to('signInWaitSeconds') + 2)
    },
    async sessionDays() {
      const { email, browser } = await browserOf()
      const { headers } = await browser.mutate('account.signIn', { email, password: PASSWORD })
      const expiry = expiryOf(cookieOf(headers, SESSION_COOKIE))
      expect((expiry - TEST_NOW) / DAY_MS).toBe(to('sessionDays'))
      api.setNow(expiry - 1000)
      expect((await browser.query('account.get')).status).toBe(200)
      api.setNow(expiry)
      expect((await browser.query('account.get')).status).toBe(401)
    },
    async sessionsPerUser() {
      const { email, browser } = await browserOf()
      const enter = (from: Browser) => from.mutate('account.signIn', { email, password: PASSWORD })
      await enter(browser)
      for (let other = 0; other < to('sessionsPerUser'); other += 1) {
        expect((await browser.query('account.get')).status).toBe(200)
        api.setNow(TEST_NOW + (other + 1) * 1000)
        await enter(openBrowser(api))
      }
      expect((await browser.query('account.get')).status).toBe(401)
    },
    async browserCharacters() {
      const { email } = await browserOf()
      const browser = openBrowser(api, { 'user-agent': 'x'.repeat(300) })
      await browser.mutate('account.signIn', { email, password: PASSWORD })
      const { body } = await browser.query('account.listSessions')
      expect(body.data[0].browser).toHaveLength(to('browserCharacters'))
    },
    async passwordResetsPerAddressPerHour() {
      const attempt = () => limits.countAttempt('password reset address', '10.0.0.1')
      expect(await untilBlocked(attempt)).toMatchObject({
        allowed: to('passwordResetsPerAddressPerHour'),
        seconds: 3600,
      })
    },
    async passwordResetsPerAccountPerHour() {
      const attempt = () => limits.countAttempt('password reset', 'someone')
      expect(await untilBlocked(attempt)).toMatchObject({
        allowed: to('passwordResetsPerAccountPerHour'),
        seconds: 3600,
      })
    },
    async invitesPerOrganizationPerHour() {
      const attempt = () => limits.countAttempt('invite', '7')
      expect(await untilBlocked(attempt)).toMatchObject({
        allowed: to('invitesPerOrganizationPerHour'),
        seconds: 3600,
      })
    },
    async paymentNoticesPerAddressPerMinute() {
      const attempt = () => limits.countAttempt('payment notice', '10.0.0.1')
      expect(await untilBlocked(attempt)).toMatchObject({
        allowed: to('paymentNoticesPerAddressPerMinute'),
        seconds: 60,
      })
    },
    async noticesPerHookPerMinute() {
      const attempt = () => limits.countAttempt('hook notice', 'bank 1')
      expect(await untilBlocked(attempt)).toMatchObject({
        allowed: to('noticesPerHookPerMinute'),
        seconds: 60,
      })
    },
    async sandboxActionsPerAddressPerMinute() {
      const attempt = () => limits.countAttempt('sandbox', '10.0.0.1')
      expect(await untilBlocked(attempt)).toMatchObject({
        allowed: to('sandboxActionsPerAddressPerMinute'),
        seconds: 60,
      })
    },
    async paymentsPerNotice() {
      const { id } = await api.db.paymentConnection.create({
        data: {
          organizationId: organization.row.id,
          provider: 'pix',
          bank: 'sol',
          accountSealed: Buffer.from('sealed'),
        },
      })
      const { pathname } = new URL(noticeAddress(api.service, id))
      const send = async (count: number) => {
        const body = { pix: Array.from({ length: count }, () => ({})) }
        return (await api.call('POST', pathname, { body })).status
      }
      expect(await send(to('paymentsPerNotice'))).toBe(200)
      expect(await send(to('paymentsPerNotice') + 1)).toBe(400)
    },
    async deviceDays() {
      const { email, browser } = await browserOf()
      const { headers } = await browser.mutate('account.signIn', { email, password: PASSWORD })
      const expiry = expiryOf(cookieOf(headers, cookieNames(false).device))
      expect((expiry - TEST_NOW) / DAY_MS).toBe(to('deviceDays'))
    },
    async deviceAccounts() {
      const { browser } = await browserOf()
      for (let account = 0; account <= to('deviceAccounts'); account += 1) {
        const { email } = await browserOf()
        await browser.mutate('account.signIn', { email, password: PASSWORD })
      }
      const marks = browser.cookies.get(cookieNames(false).device)?.split('~')
      expect(marks).toHaveLength(to('deviceAccounts'))
    },
    async keyRevocationSeconds() {
      let passedMs = 0
      const process = await startTestApi({ cachesKeys: true, monotonic: () => passedMs })
      const { pool } = process.connection
      const { row, key } = await process.organization()
      const me = async () => (await process.call('GET', '/v1/me', { key })).status
      try {
        expect(await me()).toBe(200)
        // No one is told of it.
        await pool.query('ALTER TABLE api_key DISABLE TRIGGER USER')
        const revokedAt = new Date(TEST_NOW)
        await process.db.apiKey.updateMany({
          where: { organizationId: row.id },
          data: { revokedAt },
        })
        expect(await me()).toBe(200)
        passedMs = (to('keyRevocationSeconds') - 1) * 1000 + 1
        expect(await me()).toBe(401)
      } finally {
        await process.close()
      }
    },
    async callsPerBatch() {
      const user = await createUser(api, organization)
      const cookie = await sessionCookie(api, user)
      const batch = async (calls: number) => {
        const names = Array.from({ length: calls }, () => 'account.get')
        const input = encodeURIComponent(JSON.stringify({ ...names.map(() => ({})) }))
        const url = `${api.url}/trpc/${names}?batch=1&input=${input}`
        return (await fetch(url, { headers: { cookie } })).status
      }
      expect(await batch(to('callsPerBatch'))).toBe(200)
      expect(await batch(to('callsPerBatch') + 1)).toBe(400)
    },

    async requestHeadBytes() {
      const asked = async (bytes: number) => {
        const headers = { 'x-long': 'x'.repeat(bytes) }
        return api.call('GET', '/v1/me', { key: organization.key, headers })
      }
      expect((await asked(to('requestHeadBytes') - 1024)).status).toBe(200)
      const refused = await asked(to('requestHeadBytes') + 1)
      expect(refused.body.errors).toMatchObject([{ field: 'headers', code: 'too_long' }])
      expect(refused.body.detail).toContain(`${to('requestHeadBytes') / 1024} KB`)
    },
    requestSeconds() {
      const app = { answer: () => undefined, classes: { IncomingMessage, ServerResponse } }
      expect(createHttpServer(app).requestTimeout).toBe(to('requestSeconds') * 1000)
    },
    async bodyBytes() {
      const most = to('bodyBytes')
      const body = (bytes: number) => `{"first_name":"${'x'.repeat(bytes - 17)}"}`
      expect(body(most)).toHaveLength(most)
      expect(await faultsOf(body(most))).not.toContain('body too_long')
      expect(await faultsOf(body(most + 1))).toEqual(['body too_long'])
    },
    async importBytes() {
      const most = to('importBytes')
      const file = (bytes: number) => {
        const rows = 'external_id,first_name\n1,Ana\n'
        return rows + '\n'.repeat(bytes - rows.length)
      }
      expect(await importFaults(file(most))).toEqual([])
      expect(await importFaults(file(most + 1))).toEqual(['file too_long'])
    },
    async importRows() {
      const file = (rows: number) =>
        `external_id,first_name\n${Array.from({ length: rows }, (_, row) => `${row},Ana\n`).join('')}`
      expect(await importFaults(file(to('importRows')))).toEqual([])
      expect(await importFaults(file(to('importRows') + 1))).toEqual(['file too_many'])
    },
    async importColumns() {
      const names = ['external_id', 'first_name', 'last_name', 'email', 'phone', 'cpf']
      const most = to('importColumns')
      expect(await importFaults(`${names.slice(0, most).join(',')}\n`)).toEqual([])
      expect(await importFaults(`${names.slice(0, most + 1).join(',')}\n`)).toEqual([
        'file too_many',
      ])
    },
    async importRowBytes() {
      const most = to('importRowBytes')
      const file = (bytes: number) =>
        `external_id,first_name,last_name\n1,Ana,"${'x'.repeat(bytes)}"\n`
      expect(await importFaults(file(most - 20))).toEqual([])
      expect(await importFaults(file(most + 20))).toEqual(['file[2] too_long'])
    },
    async bodyPieces() {
      const most = to('bodyPieces')
      const head = [
        'POST /v1/clients HTTP/1.1',
        `Authorization: Bearer ${organization.key}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        'Connection: close',
      ].join('\r\n')
      const inPieces = (body: string) =>
        `${head}\r\n\r\n${[...body].map((letter) => `1\r\n${letter}\r\n`).join('')}0\r\n\r\n`
      const blank = (pieces: number) => `{${' '.repeat(pieces - 2)}}`
      expect(await answerTo(inPieces(blank(most)))).toContain('first_name')
      expect(await answerTo(inPieces(blank(most + 1)))).toContain(`more than ${most} pieces`)
    },
    async bodyValues() {
      const body = (values: number) =>
        `{"first_name":[${Array(values - 1)
          .fill(0)
          .join(',')}]}`
      expect(await faultsOf(body(to('bodyValues')))).not.toContain('body too_many')
      expect(await faultsOf(body(to('bodyValues') + 1))).toEqual(['body too_many'])
    },
    async bodyDepth() {
      const body = (depth: number) =>
        `{"first_name":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
      expect(await faultsOf(body(to('bodyDepth')))).not.toContain('body invalid_format')
      expect(await faultsOf(body(to('bodyDepth') + 1))).toEqual(['body invalid_format'])
    },
    async compressionBytes() {
      const asked = async (name: string) => {
        await api.db.organization.update({ where: { id: organization.row.id }, data: { name } })
        const authorization = `Bearer ${organization.key}`
        const response = await fetch(`${api.url}/v1/me`, {
          headers: { authorization, 'accept-encoding': 'gzip' },
        })
        return { text: await response.text(), encoding: response.headers.get('content-encoding') }
      }
      const { text } = await asked('')
      const room = to('compressionBytes') - text.length
      expect((await asked('x'.repeat(room))).encoding).toBeNull()
      expect((await asked('x'.repeat(room + 1))).encoding).toBe('gzip')
    },
    async idempotencyKeyCharacters() {
      const sent = (characters: number) =>
        api.call('POST', '/v1/clients', {
          key: organization.key,
          headers: { 'Idempotency-Key': 'x'.repeat(characters) },
          body: { first_name: 'Ana', phone: '11987654321' },
        })
      expect((await sent(to('idempotencyKeyCharacters'))).status).toBe(201)
      const refused = await sent(to('idempotencyKeyCharacters') + 1)
      expect(refused.body.errors).toMatchObject([{ field: 'Idempotency-Key', code: 'too_long' }])
    },
    async idempotencyHours() {
      const sent = async (phone: string) => {
        const headers = { 'Idempotency-Key': 'once' }
        const call = { key: organization.key, headers, body: { first_name: 'Ana', phone } }
        return api.call('POST', '/v1/clients', call)
      }
      await sent('11987654321')
      api.setNow(TEST_NOW + to('idempotencyHours') * HOUR_MS - 1000)
      const refused = await sent('11987650000')
      expect(refused.body.code).toBe('duplicate_request')
      expect(refused.body.detail).toContain(`the last ${to('idempotencyHours')} hours`)
      api.setNow(TEST_NOW + to('idempotencyHours') * HOUR_MS)
      expect((await sent('11987650000')).status).toBe(201)
    },
    idempotencyWaitSeconds() {
      expect(api.service.patience.keyMs).toBe(to('idempotencyWaitSeconds') * 1000)
    },
  })
})
