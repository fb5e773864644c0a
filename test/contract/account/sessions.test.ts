/** Who is signed in, and where. */
import { openSession } from '@scheduling/core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, type TestOrganization, useSharedApi } from '../../support/api.ts'
import {
  createUser,
  openBrowser,
  SESSION_COOKIE,
  signIn,
  type Browser,
} from '../../support/dashboard.ts'

const PASSWORD = 'correct horse battery staple'
const MINUTE_MS = 60_000

const api = useSharedApi()
let organization: TestOrganization

beforeAll(async () => {
  organization = await api.organization()
})
beforeEach(() => api.setNow(TEST_NOW))

type User = Awaited<ReturnType<typeof createUser>>

/** One more browser of a user. */
async function browserOf(user: User, headers: Record<string, string> = {}): Promise<Browser> {
  const browser = openBrowser(api, headers)
  browser.cookies.set(SESSION_COOKIE, (await openSession(api.service, user.id)).token)
  return browser
}

const notesOf = (user: User, action: string) =>
  api.db.auditEntry.findMany({
    where: { organizationId: user.organizationId, action, recordId: String(user.id) },
  })

describe('account.me', () => {
  it('200: says who is signed in, a collaborator too', async () => {
    const user = await createUser(api, organization, { access: 'manager' })
    const { status, body } = await (await browserOf(user)).query('account.me')
    expect(status).toBe(200)
    expect(body).toEqual({
      object: 'user',
      id: user.id,
      name: 'Dona',
      email: user.email,
      access: 'manager',
      professional_id: user.professionalId,
      organization: {
        id: organization.row.id,
        name: organization.row.name,
        slug: organization.row.slug,
        timezone: organization.row.timeZone,
        language: organization.row.language,
        livemode: true,
        is_suspended: false,
        not_connected: ['number'],
        country: 'BR',
        now: '2026-11-20T08:00:00-03:00',
      },
    })
  })

  it('200: says that an organization is a test', async () => {
    const test = await api.organization({ livemode: false })
    const { body } = await (await signIn(api, test)).query('account.me')
    expect(body.organization.livemode).toBe(false)
  })

  it('401: no user is signed in', async () => {
    expect((await openBrowser(api).query('account.me')).status).toBe(401)
  })
})

describe('account.listSessions', () => {
  it('200: tells where each session is used, and which one this is', async () => {
    const user = await createUser(api, organization, { password: PASSWORD })
    const phone = openBrowser(api, {
      'x-forwarded-for': '2001:db8:1:2:3:4:5:6',
      'user-agent': `Phone/1 \u00e9\u0085${'x'.repeat(500)}`,
    })
    await phone.mutate('account.signIn', { email: user.email, password: PASSWORD })
    api.setNow(TEST_NOW + 5 * MINUTE_MS)
    const desk = openBrowser(api, { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Desk/2' })
    await desk.mutate('account.signIn', { email: user.email, password: PASSWORD })
    const { body } = await desk.query('account.listSessions')
    expect(body.data).toMatchObject([
      { object: 'session', browser: 'Desk/2', address: '203.0.113.9', current: true },
      { address: '2001:db8:1:2::/64', current: false },
    ])
    const [, old] = body.data
    expect(old.browser).toHaveLength(200)
    expect(old.browser).toMatch(/^Phone\/1 \?[?x]+$/)
    expect(Date.parse(old.opened_at)).toBe(Math.floor(TEST_NOW / 1000) * 1000)
    expect(Date.parse(old.expires_at) - Date.parse(old.opened_at)).toBe(14 * 86_400_000)
    const cookie = desk.cookies.get(SESSION_COOKIE) ?? ''
    expect(JSON.stringify(body)).not.toContain(cookie.slice(0, 20))
  })

  it('200: writes when one was last used, and where, at most once a minute', async () => {
    const user = await createUser(api, organization)
    const browser = await browserOf(user, { 'x-forwarded-for': '203.0.113.5' })
    const lastUsed = async () => {
      const { lastUsedAt, address } = await api.db.userSession.findFirstOrThrow({
        where: { userId: user.id },
      })
      return [lastUsedAt.getTime() - TEST_NOW, address]
    }
    api.setNow(TEST_NOW + MINUTE_MS - 1)
    await browser.query('clients.list')
    expect(await lastUsed()).toEqual([0, null])
    api.setNow(TEST_NOW + MINUTE_MS)
    await browser.query('clients.list')
    expect(await lastUsed()).toEqual([MINUTE_MS, '203.0.113.5'])
    api.setNow(TEST_NOW + 2 * MINUTE_MS - 1)
    await browser.query('clients.list')
    expect(await lastUsed()).toEqual([MINUTE_MS, '203.0.113.5'])
  })

  it('200: leaves out what has expired, by the clock of the service and not of a test organization', async () => {
    const test = await api.organization({ livemode: false, clockAheadSeconds: 30 * 86_400 })
    const user = await createUser(api, test)
    const browser = await browserOf(user)
    await browserOf(user)
    const list = async () => (await browser.query('account.listSessions')).body.data
    expect(await list()).toHaveLength(2)
    await api.db.userSession.updateMany({
      where: { userId: user.id, id: (await list()).find((one: any) => !one.current).id },
      data: { expiresAt: new Date(TEST_NOW) },
    })
    expect(await list()).toHaveLength(1)
  })

  it('403 forbidden_scope, 404 not_found: the owner sees those of a member, and no one else', async () => {
    const owner = await signIn(api, organization)
    const member = await createUser(api, organization, { access: 'manager' })
    const browser = await browserOf(member)
    const shown = await owner.query('account.listSessions', { user_id: member.id })
    expect(shown.body.data).toMatchObject([{ current: false }])
    const stranger = await signIn(api, await api.organization())
    for (const call of ['query account.listSessions', 'mutate account.endOtherSessions']) {
      const [kind = '', name = ''] = call.split(' ')
      const ask = (who: Browser, id: number) =>
        kind === 'query' ? who.query(name, { user_id: id }) : who.mutate(name, { user_id: id })
      const other = await createUser(api, organization)
      expect((await ask(browser, other.id)).problem, call).toMatchObject({
        status: 403,
        code: 'forbidden_scope',
      })
      expect((await ask(browser, 2_000_000_000)).status, call).toBe(403)
      expect((await ask(stranger, member.id)).problem, call).toMatchObject({
        status: 404,
        code: 'not_found',
      })
    }
    expect((await browser.query('clients.list')).status).toBe(200)
  })
})

describe('account.endSession', () => {
  it('200: ends one of one’s own, also the present one', async () => {
    const user = await createUser(api, organization, { access: 'manager' })
    const [here, there] = [await browserOf(user), await browserOf(user)]
    const { body } = await here.query('account.listSessions')
    const idOf = (current: boolean) => body.data.find((one: any) => one.current === current).id
    const ended = await here.mutate('account.endSession', { session_id: idOf(false) })
    expect(ended.body).toEqual({ id: idOf(false), ended: true })
    expect((await there.query('clients.list')).status).toBe(401)
    expect((await here.mutate('account.endSession', { session_id: idOf(true) })).status).toBe(200)
    expect((await here.query('clients.list')).status).toBe(401)
    expect(await notesOf(user, 'user.sessions_ended')).toHaveLength(2)
  })

  it('404 not_found: of another member, for a collaborator; of another organization, for anyone', async () => {
    const owner = await createUser(api, organization)
    const browser = await browserOf(owner)
    const { body } = await browser.query('account.listSessions')
    const session_id = body.data[0].id
    for (const attacker of [
      await signIn(api, organization, 'manager'),
      await signIn(api, await api.organization()),
    ]) {
      const reply = await attacker.mutate('account.endSession', { session_id })
      expect(reply.problem).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect((await browser.query('clients.list')).status).toBe(200)
    const other = await signIn(api, organization)
    expect((await other.mutate('account.endSession', { session_id })).status).toBe(200)
    expect((await browser.query('clients.list')).status).toBe(401)
  })
})

describe('account.endOtherSessions', () => {
  it('200: ends all but this one; of a member, for the owner, all', async () => {
    const user = await createUser(api, organization)
    const member = await createUser(api, organization, { access: 'manager' })
    const here = await browserOf(user)
    const others = [await browserOf(user), await browserOf(user)]
    const theirs = [await browserOf(member), await browserOf(member)]
    const ended = await here.mutate('account.endOtherSessions')
    expect(ended.body).toEqual({ ended_sessions: 2 })
    for (const browser of others) expect((await browser.query('clients.list')).status).toBe(401)
    expect((await here.query('clients.list')).status).toBe(200)
    const all = await here.mutate('account.endOtherSessions', { user_id: member.id })
    expect(all.body).toEqual({ ended_sessions: 2 })
    for (const browser of theirs) expect((await browser.query('clients.list')).status).toBe(401)
    expect(await notesOf(member, 'user.sessions_ended')).toMatchObject([
      { record: 'user', changes: null, actorId: String(user.id), source: 'dashboard' },
    ])
    await here.mutate('account.endOtherSessions')
    expect(await notesOf(user, 'user.sessions_ended'), 'none was left').toHaveLength(1)
  })

  it('404 not_found: of a user of another organization', async () => {
    const foreign = await createUser(api, await api.organization())
    const browser = await browserOf(foreign)
    const owner = await signIn(api, organization)
    const { problem } = await owner.mutate('account.endOtherSessions', { user_id: foreign.id })
    expect(problem).toMatchObject({ status: 404, code: 'not_found' })
    expect((await browser.query('account.me')).status).toBe(200)
  })
})

describe('account.signIn', () => {
  it('200: is in the audit, with nothing of the password', async () => {
    const user = await createUser(api, organization, { password: PASSWORD })
    const reply = await openBrowser(api).mutate('account.signIn', {
      email: user.email,
      password: PASSWORD,
    })
    expect(await notesOf(user, 'user.signed_in')).toMatchObject([
      {
        record: 'user',
        actorType: 'user',
        actorId: String(user.id),
        actorName: 'Dona',
        source: 'dashboard',
        changes: null,
        requestId: reply.headers.get('x-request-id'),
      },
    ])
  })

  it('200: gives a session of its own, whatever cookie was planted before', async () => {
    const [thief, user] = [
      await createUser(api, organization),
      await createUser(api, organization, { password: PASSWORD }),
    ]
    const planted = await browserOf(thief)
    const token = planted.cookies.get(SESSION_COOKIE) ?? ''
    const browser = openBrowser(api)
    for (const value of [token, 'A'.repeat(43)]) {
      browser.cookies.set(SESSION_COOKIE, value)
      await browser.mutate('account.signIn', { email: user.email, password: PASSWORD })
      expect(browser.cookies.get(SESSION_COOKIE)).not.toBe(value)
      expect((await browser.query('account.me')).body.id).toBe(user.id)
    }
    expect((await planted.query('account.me')).status).toBe(401)
  })
})

describe('account.signOut', () => {
  it('200: ends this session and no other; without one, nothing happens', async () => {
    const user = await createUser(api, organization)
    const [here, there] = [await browserOf(user), await browserOf(user)]
    const copy = openBrowser(api)
    copy.cookies.set(SESSION_COOKIE, here.cookies.get(SESSION_COOKIE) ?? '')
    for (const browser of [here, here, openBrowser(api)]) {
      const reply = await browser.mutate('account.signOut')
      expect([reply.status, reply.body]).toEqual([200, { signed_out: true }])
    }
    expect((await copy.query('account.me')).status).toBe(401)
    expect((await there.query('account.me')).status).toBe(200)
  })
})
