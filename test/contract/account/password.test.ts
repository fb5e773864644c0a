import { createRateLimits } from '@scheduling/api'
import { isPassword, sendPasswordReset } from '@scheduling/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailsTo, runResetJobs, tokenFor } from '../../support/account-mails.ts'
import { startTestApi, TEST_NOW, type TestApi, type TestOrganization } from '../../support/api.ts'
import { createUser, openStranger, SESSION_COOKIE, type Browser } from '../../support/dashboard.ts'
import { overtaken } from '../../support/overtaking.ts'

const PASSWORD = 'correct horse battery staple'
const NEW = 'another horse another staple'
const MINUTE_MS = 60_000

let api: TestApi
let team: TestOrganization
let clock = TEST_NOW

beforeAll(async () => {
  api = await startTestApi({
    trustedProxies: 1,
    limits: () => createRateLimits({ scale: 1, now: () => clock }),
  })
  team = await api.organization({ language: 'en' })
})
afterAll(() => api.close())
beforeEach(() => moveTo(clock + 2 * 60 * MINUTE_MS))

function moveTo(now: number): void {
  clock = now
  api.setNow(now)
}

const stranger = () => openStranger(api)

const enter = (browser: Browser, email: string, password = PASSWORD) =>
  browser.mutate('account.signIn', { email, password })

async function signedIn(email: string): Promise<Browser> {
  const browser = stranger()
  expect((await enter(browser, email)).status).toBe(200)
  return browser
}

const change = (browser: Browser, current_password: string, new_password = NEW) =>
  browser.mutate('account.changePassword', { current_password, new_password })

const ask = (email: string, browser = stranger()) =>
  browser.mutate('account.requestPasswordReset', { email })

const reset = (token: string, password = NEW, browser = stranger()) =>
  browser.mutate('account.resetPassword', { token, password })

const notes = (organizationId: number, action: string) =>
  api.db.auditEntry.findMany({ where: { organizationId, action } })

/** A token for a new password, by the way of the mail. */
async function tokenOf(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(200)
  await runResetJobs(api)
  return tokenFor(api, email)
}

describe('account.changePassword', () => {
  it.each(['owner', 'manager'] as const)(
    '200: of %s, ends all other sessions, and links that were mailed',
    async (role) => {
      const { id, email } = await createUser(api, team, { access: role, password: PASSWORD })
      const [here, there] = [await signedIn(email), await signedIn(email)]
      const token = await tokenOf(email)
      const reply = await change(here, PASSWORD)
      expect(reply.body).toEqual({ changed: true, ended_sessions: 1 })
      expect((await here.query('account.me')).status).toBe(200)
      expect((await there.query('account.me')).status).toBe(401)
      expect((await enter(stranger(), email)).status).toBe(401)
      expect((await enter(stranger(), email, NEW)).status).toBe(200)
      expect((await reset(token)).problem.code).toBe('not_found')
      const [note] = (await notes(team.row.id, 'user.password_changed')).slice(-1)
      expect(note).toMatchObject({ recordId: String(id), actorId: String(id), changes: null })
    },
  )

  it('400 validation_error: names what is wrong, and changes nothing', async () => {
    const { email } = await createUser(api, team, { password: PASSWORD })
    const browser = await signedIn(email)
    const faults = async (current: string, wanted: string) =>
      (await change(browser, current, wanted)).problem.errors.map(
        ({ field, code }: any) => `${field} ${code}`,
      )
    expect(await faults('wrong', NEW)).toEqual(['current_password invalid_value'])
    expect(await faults(PASSWORD, 'short')).toEqual(['new_password too_short'])
    expect(await faults(PASSWORD, 'x'.repeat(201))).toEqual(['new_password too_long'])
    expect(await faults('x'.repeat(201), NEW)).toEqual(['current_password too_long'])
    expect((await enter(stranger(), email)).status).toBe(200)
  })

  it('429 rate_limited: guesses count with those of signing in, in either direction', async () => {
    const { email } = await createUser(api, team, { password: PASSWORD })
    const { cookies } = await signedIn(email)
    // A thief has the session, not the cookie of the browser.
    const thief = () => {
      const browser = stranger()
      browser.cookies.set(SESSION_COOKIE, cookies.get(SESSION_COOKIE) ?? '')
      return browser
    }
    for (let time = 0; time < 5; time += 1) {
      expect((await change(thief(), `guess ${time}`)).status).toBe(400)
      expect((await enter(stranger(), email, `guess ${time}`)).status).toBe(401)
    }
    const refused = await change(thief(), PASSWORD)
    expect(refused.problem.code).toBe('rate_limited')
    expect(refused.headers.get('retry-after')).toBe('900')
    expect((await enter(stranger(), email)).status).toBe(429)
  })

  it('429 rate_limited: more than 10 attempts of an address in a minute', async () => {
    const { email } = await createUser(api, team, { password: PASSWORD })
    const browser = await signedIn(email)
    const statuses = []
    for (let time = 0; time < 10; time += 1) statuses.push((await change(browser, 'x')).status)
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 400), 429])
  })

  it('400, 401: of many at once with the same password, one changes it', async () => {
    const { id, email } = await createUser(api, team, { password: PASSWORD })
    const browser = await signedIn(email)
    const replies = await Promise.all(
      Array.from({ length: 3 }, (_, index) => change(browser, PASSWORD, `${NEW} ${index}`)),
    )
    const changed = replies.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    expect(changed).toHaveLength(1)
    const { passwordHash } = await api.db.user.findUniqueOrThrow({ where: { id } })
    expect(await isPassword(`${NEW} ${changed[0]}`, async () => passwordHash)).toBe(true)
  })

  it('401: no user is signed in', async () => {
    expect((await change(stranger(), PASSWORD)).status).toBe(401)
  })
})

describe('account.requestPasswordReset', () => {
  it('200: a mail with a link, in the language of the organization, for who has an account', async () => {
    const pt = await api.organization({ language: 'pt' })
    const english = await createUser(api, team)
    const portuguese = await createUser(api, pt, { access: 'manager' })
    expect((await ask(` ${english.email.toUpperCase()} `)).body).toEqual({
      requested: true,
      sends_mail: true,
    })
    await ask(portuguese.email)
    await runResetJobs(api)
    const [one] = await mailsTo(api, english.email)
    expect(one?.subject).toBe(`New password for ${team.row.name}`)
    expect(one?.body).toContain(`${api.service.publicBaseUrl}/app/reset#${one?.token}`)
    expect((await mailsTo(api, portuguese.email))[0]?.subject).toBe(
      `Nova senha para ${pt.row.name}`,
    )
  })

  it('200: does the same for every e-mail, and nothing else: only the worker looks', async () => {
    const { email } = await createUser(api, team)
    const gone = await createUser(api, team)
    await api.db.professional.update({
      where: { id: gone.professionalId },
      data: { isActive: false },
    })
    const typed = [email, gone.email, 'no-one@example.com', 'no e-mail at all', '']
    await api.connection.pool.query('ALTER TABLE user_account RENAME TO user_account_away')
    const replies = []
    for (const one of typed) replies.push(await ask(one))
    await api.connection.pool.query('ALTER TABLE user_account_away RENAME TO user_account')
    for (const { status, body, headers } of replies) {
      expect([status, body]).toEqual([200, { requested: true, sends_mail: true }])
      expect(headers.getSetCookie()).toEqual([])
    }
    expect(await runResetJobs(api)).toEqual(typed)
    expect(await mailsTo(api, email)).toHaveLength(1)
    expect(await api.db.mail.count({ where: { recipient: { in: typed.slice(1) } } })).toBe(0)
  })

  it('keeps no token that could be used in the database', async () => {
    const { email } = await createUser(api, team)
    const token = await tokenOf(email)
    const { rows } = await api.connection.pool.query<{ text: string }>(
      `SELECT m::text AS text FROM mail m UNION ALL SELECT r::text FROM password_reset r
       UNION ALL SELECT a::text FROM audit_entry a UNION ALL SELECT j::text FROM graphile_worker._private_jobs j`,
    )
    const stored = rows.map(({ text }) => text).join()
    expect(rows.length).toBeGreaterThan(2)
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(Buffer.from(token, 'utf8').toString('hex'))
    expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
    expect(JSON.stringify(api.logged)).not.toContain(token)
  })

  it('400 validation_error: an e-mail that is too long', async () => {
    for (const email of [`${'a'.repeat(250)}@example.com`, ' '.repeat(200_000)]) {
      const { problem } = await ask(email)
      expect(problem).toMatchObject({ errors: [{ field: 'email', code: 'too_long' }] })
    }
    for (const email of ['a\0@example.com', 'a\ud800@example.com']) {
      const { problem } = await ask(email)
      expect(problem).toMatchObject({ errors: [{ field: 'email', code: 'invalid_value' }] })
    }
    expect(await runResetJobs(api)).toEqual([])
  })

  it('429 rate_limited: 3 for one e-mail in an hour, whether it exists or not', async () => {
    const { email } = await createUser(api, team)
    for (const one of [email, `${crypto.randomUUID()}@example.com`]) {
      const statuses = []
      for (let time = 0; time < 4; time += 1) statuses.push((await ask(one)).status)
      expect(statuses).toEqual([200, 200, 200, 429])
      expect((await ask(one)).headers.get('retry-after')).toBe('3600')
    }
  })

  it('429 rate_limited: 10 of one address in an hour', async () => {
    const browser = stranger()
    const statuses = []
    for (let time = 0; time < 11; time += 1) {
      statuses.push((await ask(`no one${time}@example.com`, browser)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})

describe('account.resetPassword', () => {
  it('200: sets the password, ends all sessions, signs no one in', async () => {
    const { id, email, organizationId } = await createUser(api, team, { password: PASSWORD })
    const [here, there] = [await signedIn(email), await signedIn(email)]
    const [first, second] = [await tokenOf(email), await tokenOf(email)]
    expect(first).not.toBe(second)
    const browser = stranger()
    const reply = await reset(first, NEW, browser)
    expect(reply.body).toEqual({ changed: true })
    expect(reply.headers.getSetCookie()).toEqual([])
    for (const one of [here, there]) expect((await one.query('account.me')).status).toBe(401)
    expect((await enter(stranger(), email)).status).toBe(401)
    expect((await enter(stranger(), email, NEW)).status).toBe(200)
    expect((await reset(second, PASSWORD)).problem.code, 'the other link').toBe('not_found')
    const found = await notes(organizationId, 'user.password_reset')
    expect(found.filter(({ recordId }) => recordId === String(id))).toMatchObject([
      { actorType: 'user', actorId: String(id), source: 'dashboard', changes: null },
    ])
  })

  it('200: once, of three at the same time', async () => {
    const { id, email } = await createUser(api, team)
    const token = await tokenOf(email)
    const replies = await Promise.all(
      Array.from({ length: 3 }, (_, index) => reset(token, `${NEW} ${index}`)),
    )
    const done = replies.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    expect(done).toHaveLength(1)
    for (const { status } of replies) expect([200, 404, 429]).toContain(status)
    expect((await reset(token)).problem.code).toBe('not_found')
    const { passwordHash } = await api.db.user.findUniqueOrThrow({ where: { id } })
    expect(await isPassword(`${NEW} ${done[0]}`, async () => passwordHash)).toBe(true)
  }, 30_000)

  it('404 not_found: a token that expired, of another kind, changed, or invented', async () => {
    const { email } = await createUser(api, team, { password: PASSWORD })
    const token = await tokenOf(email)
    const session = (await signedIn(email)).cookies.get(SESSION_COOKIE) ?? ''
    const flipped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
    for (const bad of [
      session,
      flipped,
      token.slice(1),
      `${token}A`,
      'x',
      '',
      '\u0130'.repeat(43),
    ]) {
      const { problem } = await reset(bad)
      expect([bad, problem.status, problem.code]).toEqual([bad, 404, 'not_found'])
    }
    moveTo(clock + 60 * MINUTE_MS)
    expect((await reset(token)).problem.code).toBe('not_found')
    expect((await enter(stranger(), email)).status, 'nothing was changed').toBe(200)
  })

  it('200: a second before it expires', async () => {
    const { email } = await createUser(api, team)
    const token = await tokenOf(email)
    moveTo(clock + 60 * MINUTE_MS - 1000)
    expect((await reset(token)).status).toBe(200)
  })

  it('404 not_found: for someone who left, or whose e-mail was changed', async () => {
    const gone = await createUser(api, team)
    const token = await tokenOf(gone.email)
    await api.db.professional.update({
      where: { id: gone.professionalId },
      data: { isActive: false },
    })
    expect((await reset(token)).problem.code).toBe('not_found')
    await sendPasswordReset(api.service, gone.email)
    expect(await mailsTo(api, gone.email)).toHaveLength(1)
  })

  it.each([
    [
      'the e-mail',
      (id: number) => `UPDATE user_account SET email = '${id}@x.test' WHERE id = ${id}`,
    ],
    ['the login', (id: number) => `DELETE FROM user_account WHERE id = ${id}`],
  ])('no link goes to who loses %s while the mail is written', async (_, change) => {
    const { id, email } = await createUser(api, team)
    await overtaken(api, {
      lock: (session) => session.query(`SELECT FROM user_account WHERE id = ${id} FOR UPDATE`),
      slow: () => sendPasswordReset(api.service, email),
      change: (session) => session.query(change(id)),
    })
    expect(await api.db.passwordReset.count({ where: { userId: id } })).toBe(0)
    expect(await mailsTo(api, email)).toEqual([])
  })

  it('400 validation_error: a bad password leaves the token as it was', async () => {
    const { email } = await createUser(api, team)
    const token = await tokenOf(email)
    const { problem } = await reset(token, 'short')
    expect(problem).toMatchObject({ errors: [{ field: 'password', code: 'too_short' }] })
    expect((await reset('x'.repeat(9000))).problem).toMatchObject({
      errors: [{ field: 'token', code: 'too_long' }],
    })
    expect((await reset(token)).status).toBe(200)
  })

  it('429 rate_limited: more than 10 attempts of an address in a minute, without a look at the tokens', async () => {
    const browser = stranger()
    const statuses = []
    for (let time = 0; time < 12; time += 1) statuses.push((await reset('x', NEW, browser)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429])
  })

  it('200: a user who was kept out by the failures of strangers can sign in at once', async () => {
    const { email } = await createUser(api, team, { password: PASSWORD })
    const token = await tokenOf(email)
    for (let time = 0; time < 11; time += 1) await enter(stranger(), email, `guess ${time}`)
    expect((await enter(stranger(), email)).status).toBe(429)
    expect((await reset(token)).status).toBe(200)
    expect((await enter(stranger(), email, NEW)).status).toBe(200)
  })
})
