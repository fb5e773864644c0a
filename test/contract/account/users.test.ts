/** Roles, and leaving the team: who loses rights, and what ends then. */
import { openSession } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { mailsTo, runResetJobs, tokenFor } from '../../support/account-mails.ts'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { createUser, openBrowser, SESSION_COOKIE, type Browser } from '../../support/dashboard.ts'
import { overtaken, untilWaiting } from '../../support/overtaking.ts'

const PASSWORD = 'correct horse battery staple'

const api = useSharedApi()
let team: TestOrganization

beforeEach(async () => {
  team = await api.organization()
})

type User = Awaited<ReturnType<typeof createUser>>

async function member(access: 'owner' | 'manager' = 'owner') {
  const user = await createUser(api, team, { access, password: PASSWORD })
  return { user, browser: await browserOf(user) }
}

async function browserOf(user: User): Promise<Browser> {
  const browser = openBrowser(api)
  browser.cookies.set(SESSION_COOKIE, (await openSession(api.service, user.id)).token)
  return browser
}

const update = (by: Browser, user: User, input: object) =>
  by.mutate('account.updateUser', { user_id: user.id, ...input })

const remove = (by: Browser, user: User) => by.mutate('account.removeUser', { user_id: user.id })

const enter = ({ email }: User) =>
  openBrowser(api).mutate('account.signIn', { email, password: PASSWORD })

const confirm = (token: string) => openBrowser(api).mutate('account.confirmEmail', { token })

const statusOf = async (browser: Browser) => (await browser.query('account.me')).status

const notes = (action: string) =>
  api.db.auditEntry.findMany({ where: { organizationId: team.row.id, action } })

const owners = () => api.db.user.count({ where: { organizationId: team.row.id, access: 'owner' } })

describe('account.updateUser', () => {
  it('200: a new owner keeps all sessions, and may do more at once', async () => {
    const [owner, other] = [await member(), await member('manager')]
    expect((await other.browser.query('account.listUsers')).status).toBe(403)
    const { body } = await update(owner.browser, other.user, { access: 'owner' })
    expect(body).toMatchObject({ object: 'user', id: other.user.id, access: 'owner' })
    expect((await other.browser.query('account.listUsers')).status).toBe(200)
    expect(await notes('user.updated')).toMatchObject([
      {
        recordId: String(other.user.id),
        actorId: String(owner.user.id),
        changes: { access: { from: 'manager', to: 'owner' } },
      },
    ])
    expect(await notes('professional.updated')).toMatchObject([
      { recordId: String(other.user.professionalId) },
    ])
  })

  it('200: who is an owner no more loses all sessions, links and invites, and can sign in again', async () => {
    const [owner, other] = [await member(), await member()]
    const email = `${crypto.randomUUID()}@example.com`
    await other.browser.mutate('account.inviteUser', { email, access: 'owner', name: 'Mallory' })
    const token = await tokenFor(api, email)
    await openBrowser(api).mutate('account.requestPasswordReset', { email: other.user.email })
    await runResetJobs(api)
    const { body } = await update(owner.browser, other.user, { access: 'manager' })
    expect(body.access).toBe('manager')
    expect(await statusOf(other.browser)).toBe(401)
    const joining = await openBrowser(api).mutate('account.acceptInvite', {
      token,
      password: PASSWORD,
    })
    expect(joining.problem.code, 'by an invite of their own').toBe('not_found')
    const reset = await openBrowser(api).mutate('account.resetPassword', {
      token: await tokenFor(api, other.user.email),
      password: PASSWORD,
    })
    expect(reset.problem.code).toBe('not_found')
    expect((await enter(other.user)).body.access).toBe('manager')
    expect(await statusOf(owner.browser)).toBe(200)
  })

  it('200: an owner may step down while another is there', async () => {
    const [owner, other] = [await member(), await member()]
    expect((await update(owner.browser, owner.user, { access: 'manager' })).status).toBe(200)
    expect(await statusOf(owner.browser)).toBe(401)
    expect(await statusOf(other.browser)).toBe(200)
  })

  it('200: the answer is the same whether another user signs in with the e-mail or not', async () => {
    const [owner, other] = [await member(), await member('manager')]
    const foreign = await createUser(api, await api.organization())
    const answers = []
    for (const email of [owner.user.email, foreign.email, `free-${foreign.email}`]) {
      const reply = await update(owner.browser, other.user, { email, password: PASSWORD })
      answers.push([reply.status, reply.body.new_email === email])
    }
    expect(answers).toEqual([
      [200, true],
      [200, true],
      [200, true],
    ])
    // Only who reads the mails of the address learns that it is taken. The last request counts.
    const [first] = await mailsTo(api, foreign.email)
    expect((await confirm(first?.token ?? '')).problem.code).toBe('not_found')
  })

  it('400 validation_error: a new e-mail without the password of the owner, or with another one', async () => {
    const [owner, other] = [await member(), await member('manager')]
    const email = `new-${other.user.email}`
    const faultsOf = async (more: object) => {
      const { problem } = await update(owner.browser, other.user, { email, ...more })
      return problem.errors.map((one: any) => `${one.field} ${one.code}`)
    }
    expect(await faultsOf({})).toEqual(['password required'])
    expect(await faultsOf({ password: 'not this one at all' })).toEqual(['password invalid_value'])
    expect(await mailsTo(api, email)).toEqual([])
  })

  it('200: nothing new is no change, and in no audit', async () => {
    const { user, browser } = await member()
    const same = { access: 'owner', email: user.email, password: PASSWORD }
    expect((await update(browser, user, same)).status).toBe(200)
    expect((await update(browser, user, {})).status).toBe(200)
    expect(await notes('user.updated')).toEqual([])
    expect(await statusOf(browser)).toBe(200)
  })

  it('404 not_found: a user of another organization, or none', async () => {
    const { browser } = await member()
    const foreign = await createUser(api, await api.organization())
    for (const user of [foreign, { ...foreign, id: 2_000_000_000 }]) {
      const { problem } = await update(browser, user, { access: 'manager' })
      expect(problem).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect((await api.db.user.findUnique({ where: { id: foreign.id } }))?.id).toBe(foreign.id)
  })

  it('409 action_not_allowed: the last owner who can sign in', async () => {
    const [owner, gone] = [await member(), await member()]
    await api.db.professional.update({
      where: { id: gone.user.professionalId },
      data: { isActive: false },
    })
    await member('manager')
    const { problem } = await update(owner.browser, owner.user, { access: 'manager' })
    expect(problem).toMatchObject({ status: 409, code: 'action_not_allowed' })
    expect(await statusOf(owner.browser), 'the session too').toBe(200)
    expect(await notes('user.updated')).toEqual([])
  })
})

describe('account.confirmEmail', () => {
  it('409 action_not_allowed: another user signs in with it', async () => {
    const [owner, other] = [await member(), await member('manager')]
    const { email } = await createUser(api, await api.organization())
    await update(owner.browser, other.user, { email, password: PASSWORD })
    const { problem } = await confirm(await tokenFor(api, email))
    expect(problem.code).toBe('action_not_allowed')
    expect((await enter(other.user)).status).toBe(200)
  })

  it('200: a new e-mail counts once its link is used; links to the old one are dead, sessions stay', async () => {
    const [owner, other] = [await member(), await member('manager')]
    await openBrowser(api).mutate('account.requestPasswordReset', { email: other.user.email })
    await runResetJobs(api)
    const reset = await tokenFor(api, other.user.email)
    const email = `new-${other.user.email}`
    const asked = { email: email.toUpperCase(), password: PASSWORD }
    const { body } = await update(owner.browser, other.user, asked)
    expect(body).toMatchObject({ email: other.user.email, new_email: email })
    expect((await mailsTo(api, other.user.email)).at(-1)).toMatchObject({
      subject: 'Troca do seu e-mail em Clínica Aurora',
      token: '',
    })
    expect((await enter({ ...other.user, email })).status).toBe(401)
    expect((await enter(other.user)).status).toBe(200)
    const token = await tokenFor(api, email)
    expect((await confirm(token)).body).toEqual({ email })
    expect(await statusOf(other.browser)).toBe(200)
    expect((await enter(other.user)).status).toBe(401)
    expect((await enter({ ...other.user, email })).status).toBe(200)
    for (const dead of [
      await openBrowser(api).mutate('account.resetPassword', { token: reset, password: PASSWORD }),
      await confirm(token),
    ]) {
      expect(dead.problem.code).toBe('not_found')
    }
    const changes = { email: { from: other.user.email, to: email } }
    expect(await notes('user.email_asked')).toMatchObject([{ changes }])
    expect(await notes('user.updated')).toMatchObject([{ actorId: String(other.user.id), changes }])
  })

  it('404 not_found: after a new password, the old e-mail again or the end of the login', async () => {
    const owner = await member()
    const ends: ((of: Awaited<ReturnType<typeof member>>) => Promise<unknown>)[] = [
      ({ browser }) =>
        browser.mutate('account.changePassword', {
          current_password: PASSWORD,
          new_password: `${PASSWORD} again`,
        }),
      ({ user }) => update(owner.browser, user, { email: user.email, password: PASSWORD }),
      ({ user }) =>
        owner.browser.mutate('professionals.deactivate', { professional_id: user.professionalId }),
    ]
    for (const end of ends) {
      const other = await member('manager')
      const email = `new-${other.user.email}`
      await update(owner.browser, other.user, { email, password: PASSWORD })
      const token = await tokenFor(api, email)
      await end(other)
      expect((await confirm(token)).problem.code).toBe('not_found')
    }
  })
})

describe('account.removeUser', () => {
  it('200: takes the login, the sessions and the links; the professional stays', async () => {
    const [owner, other] = [await member(), await member()]
    const browsers = [other.browser, await browserOf(other.user)]
    const email = `${crypto.randomUUID()}@example.com`
    await other.browser.mutate('account.inviteUser', { email, access: 'owner', name: 'Mallory' })
    const token = await tokenFor(api, email)
    const { body } = await remove(owner.browser, other.user)
    expect(body).toEqual({ id: other.user.id, removed: true })
    for (const browser of browsers) expect(await statusOf(browser)).toBe(401)
    expect((await enter(other.user)).status).toBe(401)
    const read = await openBrowser(api).mutate('account.readInvite', { token })
    expect(read.problem.code).toBe('not_found')
    await openBrowser(api).mutate('account.requestPasswordReset', { email: other.user.email })
    await runResetJobs(api)
    expect(await mailsTo(api, other.user.email)).toEqual([])
    const left = await api.db.professional.findUniqueOrThrow({
      where: { id: other.user.professionalId },
    })
    expect(left).toMatchObject({ isActive: true, role: 'collaborator' })
    expect(await notes('user.removed')).toMatchObject([
      {
        recordId: String(other.user.id),
        actorId: String(owner.user.id),
        changes: { email: { from: other.user.email, to: null } },
      },
    ])
    const again = await owner.browser.mutate('account.inviteUser', {
      email: other.user.email,
      access: 'manager',
      professional_id: other.user.professionalId,
    })
    expect(again.status, 'and can be invited again').toBe(200)
  })

  it('404 not_found: a user of another organization, or none', async () => {
    const { browser } = await member()
    const foreign = await createUser(api, await api.organization())
    for (const user of [foreign, { ...foreign, id: 2_000_000_000 }]) {
      const { problem } = await remove(browser, user)
      expect(problem).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect((await api.db.user.findUnique({ where: { id: foreign.id } }))?.id).toBe(foreign.id)
  })

  it('409 action_not_allowed: the last owner who can sign in', async () => {
    const owner = await member()
    await member('manager')
    const { problem } = await remove(owner.browser, owner.user)
    expect(problem).toMatchObject({ status: 409, code: 'action_not_allowed' })
    expect(await statusOf(owner.browser), 'the session too').toBe(200)
    expect(await notes('user.removed')).toEqual([])
  })

  it('200, 401: of two owners who remove or demote each other at the same time, one is left', async () => {
    for (let round = 0; round < 6; round += 1) {
      team = await api.organization()
      const [one, other] = [await member(), await member()]
      const act = (by: Browser, user: User) =>
        round % 2 === 0 ? remove(by, user) : update(by, user, { access: 'manager' })
      const replies = await Promise.all([
        act(one.browser, other.user),
        act(other.browser, one.user),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401])
      expect(await owners()).toBe(1)
    }
  }, 60_000)

  it('200, 409: of all owners who step down at the same time, one is left', async () => {
    const all = [await member(), await member(), await member(), await member()]
    const replies = await Promise.all(
      all.map(({ browser, user }, index) =>
        index % 2 === 0 ? remove(browser, user) : update(browser, user, { access: 'manager' }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409])
    expect(await owners()).toBe(1)
  })
})

describe('a change that is under way when its user loses the rights', () => {
  /** Something that a test holds, so that a change waits for it. */
  async function holding<Result>(
    lock: string,
    work: (
      release: () => Promise<void>,
      waiting: (count: number) => Promise<void>,
    ) => Promise<Result>,
  ): Promise<Result> {
    const session = await api.connection.pool.connect()
    try {
      await session.query('BEGIN')
      await session.query(lock)
      return await work(
        async () => void (await session.query('COMMIT')),
        (count) => untilWaiting(api, count),
      )
    } finally {
      session.release(true)
    }
  }

  it('finishes first: the removal waits for it', async () => {
    const [owner, other] = [await member(), await member()]
    await holding(`SELECT pg_advisory_xact_lock(2, ${team.row.id})`, async (release, waiting) => {
      const change = other.browser.mutate('account.inviteUser', {
        email: `${crypto.randomUUID()}@example.com`,
        access: 'owner',
        name: 'Mallory',
      })
      await waiting(1)
      const removal = remove(owner.browser, other.user)
      await waiting(2)
      await release()
      expect((await change).status).toBe(200)
      expect((await removal).status).toBe(200)
    })
    expect(await statusOf(other.browser)).toBe(401)
    const { body } = await owner.browser.query('account.listUsers')
    expect(body.invites, 'and takes back what it did for its user').toEqual([])
  })

  it('401: is refused when it comes later', async () => {
    const [owner, other] = [await member(), await member()]
    await holding(`SELECT pg_advisory_xact_lock(2, ${team.row.id})`, async (release, waiting) => {
      const demotion = update(owner.browser, other.user, { access: 'manager' })
      await waiting(1)
      const late = [
        other.browser.mutate('account.updateUser', {
          user_id: owner.user.id,
          access: 'manager',
        }),
        other.browser.mutate('clients.create', { first_name: 'Ana', phone: '11987654321' }),
      ]
      await waiting(3)
      await release()
      expect((await demotion).status).toBe(200)
      for (const reply of late) expect((await reply).problem.code).toBe('unauthorized')
    })
    expect(await api.db.client.count({ where: { organizationId: team.row.id } })).toBe(0)
    expect(await owners()).toBe(1)
  })

  it('401: a sign-in with the password that is being replaced opens nothing', async () => {
    const { user } = await member()
    const held = `SELECT FROM user_account WHERE id = ${user.id} FOR NO KEY UPDATE`
    await holding(held, async (release, waiting) => {
      const late = enter(user)
      await waiting(1)
      await api.connection.pool.query('DELETE FROM user_session WHERE user_id = $1', [user.id])
      await release()
      expect((await late).status, 'nothing was replaced').toBe(200)
    })
    const late = await overtaken(api, {
      lock: (session) =>
        session.query(`UPDATE user_account SET password_hash = 'none' WHERE id = ${user.id};
          DELETE FROM user_session WHERE user_id = ${user.id}`),
      slow: () => enter(user),
    })
    expect(late.status).toBe(401)
    expect(await api.db.userSession.count({ where: { userId: user.id } })).toBe(0)
  })

  it('401: a session that a sign-in opens while the password is reset ends too', async () => {
    const other = await member()
    await openBrowser(api).mutate('account.requestPasswordReset', { email: other.user.email })
    await runResetJobs(api)
    const token = await tokenFor(api, other.user.email)
    const late = await openSession(api.service, other.user.id)
    const { tokenHash } = await api.db.userSession.findFirstOrThrow({
      where: { userId: other.user.id },
      orderBy: { id: 'desc' },
    })
    await api.db.userSession.delete({ where: { tokenHash } })
    // As a sign-in does: the row of the user first, and then the session.
    const held = `SELECT FROM user_account WHERE id = ${other.user.id} FOR SHARE;
      INSERT INTO user_session (token_hash, user_id, expires_at)
      VALUES ('\\x${Buffer.from(tokenHash).toString('hex')}', ${other.user.id}, 'infinity')`
    await holding(held, async (release, waiting) => {
      const reset = openBrowser(api).mutate('account.resetPassword', { token, password: PASSWORD })
      await waiting(1)
      await release()
      expect((await reset).status).toBe(200)
    })
    const browser = openBrowser(api)
    browser.cookies.set(SESSION_COOKIE, late.token)
    expect(await statusOf(browser)).toBe(401)
  })

  it('401: a sign-in that meets the removal opens no session that outlives it', async () => {
    const owner = await member()
    for (let round = 0; round < 8; round += 1) {
      const other = await member('manager')
      const [entered, removed] = await Promise.all([
        enter(other.user),
        remove(owner.browser, other.user),
      ])
      expect(removed.status).toBe(200)
      expect([200, 401]).toContain(entered.status)
      expect(await api.db.userSession.count({ where: { userId: other.user.id } })).toBe(0)
    }
  })

  it('401: a sign-in that meets the deactivation opens no session that a return brings back', async () => {
    const { user } = await member('manager')
    await api.db.userSession.deleteMany({ where: { userId: user.id } })
    const late = await overtaken(api, {
      lock: (session) =>
        session.query(`SELECT FROM user_account WHERE id = ${user.id} FOR NO KEY UPDATE`),
      slow: () => enter(user),
      change: (session) =>
        session.query(
          `UPDATE professional SET is_active = false WHERE id = ${user.professionalId}`,
        ),
    })
    expect([late.status, late.problem?.code]).toEqual([401, 'unauthorized'])
    expect(await api.db.userSession.count({ where: { userId: user.id } })).toBe(0)
  })

  it('goes on while its session is written to have been used', async () => {
    const { user, browser } = await member()
    await holding(`SELECT pg_advisory_xact_lock(2, ${team.row.id})`, async (release, waiting) => {
      const change = browser.mutate('account.inviteUser', {
        email: `${crypto.randomUUID()}@example.com`,
        access: 'owner',
        name: 'Ana',
      })
      await waiting(1)
      await api.db.userSession.updateMany({
        where: { userId: user.id },
        data: { lastUsedAt: new Date(0) },
      })
      expect(await statusOf(browser), 'another request of the session does not wait').toBe(200)
      await release()
      expect((await change).status).toBe(200)
    })
  })
})
