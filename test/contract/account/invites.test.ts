/** How someone joins the team. */
import { createRateLimits } from '@scheduling/api'
import { dropExpired } from '@scheduling/core'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailsTo, runResetJobs, tokenFor } from '../../support/account-mails.ts'
import { startTestApi, TEST_NOW, type TestApi, type TestOrganization } from '../../support/api.ts'
import { createProfessional } from '../../support/clinic.ts'
import {
  createUser,
  openBrowser,
  openStranger,
  SESSION_COOKIE,
  signIn,
  type Browser,
} from '../../support/dashboard.ts'
import { overtaken } from '../../support/overtaking.ts'
import { rounds } from '../../support/sample.ts'

const PASSWORD = 'correct horse battery staple'
const DAY_MS = 86_400_000

let api: TestApi
let team: TestOrganization
let owner: Browser
let clock = TEST_NOW

beforeAll(async () => {
  api = await startTestApi({
    trustedProxies: 1,
    limits: () => createRateLimits({ scale: 1, now: () => clock }),
  })
})
afterAll(() => api.close())
beforeEach(async () => {
  moveTo(TEST_NOW)
  team = await api.organization({ language: 'en' })
  owner = await signIn(api, team)
})

function moveTo(now: number): void {
  clock = now
  api.setNow(now)
}

const stranger = () => openStranger(api)

const anyone = () => `${crypto.randomUUID()}@example.com`

const invite = (input: object, by = owner) =>
  by.mutate('account.inviteUser', { access: 'manager', ...input })

const accept = (token: string, browser = stranger(), password = PASSWORD) =>
  browser.mutate('account.acceptInvite', { token, password })

const read = (token: string) => stranger().mutate('account.readInvite', { token })

/** Invites someone new, and reads the mail. */
async function invited(input: object = {}) {
  const email = anyone()
  const reply = await invite({ email, name: 'Ana Lima', ...input })
  expect(reply.problem).toBeUndefined()
  return { email, invite: reply.body, token: await tokenFor(api, email) }
}

const listed = async (by = owner) => (await by.query('account.listUsers')).body

const notes = (action: string, organization = team) =>
  api.db.auditEntry.findMany({ where: { organizationId: organization.row.id, action } })

const eventsOf = async (organization = team) =>
  (await api.call('GET', '/v1/events?limit=200', { key: organization.key })).body.data

describe('account.inviteUser', () => {
  it('200: a new professional, with the event and the mail; who accepts is signed in', async () => {
    const email = anyone()
    const reply = await invite({
      email: ` ${email.toUpperCase()} `,
      name: 'Ana Lima',
      access: 'owner',
    })
    expect(reply.body).toMatchObject({
      object: 'invite',
      email,
      access: 'owner',
      professional: { name: 'Ana Lima' },
      email_in_use: false,
    })
    expect(Date.parse(reply.body.expires_at)).toBe(Math.floor(TEST_NOW / 1000) * 1000 + 7 * DAY_MS)
    const { id } = reply.body.professional
    const [event] = await eventsOf()
    expect(event).toMatchObject({
      type: 'professional.created',
      data: { object: { id, name: 'Ana Lima', email, role: 'collaborator', is_active: true } },
      context: { actor: { type: 'user' }, source: 'dashboard' },
    })
    expect(await notes('user.invited')).toMatchObject([
      {
        record: 'invite',
        recordId: String(reply.body.id),
        changes: {
          email: { from: null, to: email },
          access: { from: null, to: 'owner' },
          professional_id: { from: null, to: id },
        },
      },
    ])
    const [mail] = await mailsTo(api, email)
    expect(mail?.subject).toBe(`Invitation to the team of ${team.row.name}`)
    expect(mail?.body).toContain(`${api.service.publicBaseUrl}/app/invite#${mail?.token}`)
    const token = mail?.token ?? ''
    expect((await read(token)).body).toEqual({
      organization_name: team.row.name,
      email,
      access: 'owner',
      name: 'Ana Lima',
    })
    const browser = stranger()
    const accepted = await accept(token, browser)
    expect(accepted.body).toEqual({ name: 'Ana Lima', access: 'owner' })
    expect(accepted.headers.getSetCookie()).toHaveLength(2)
    const me = (await browser.query('account.me')).body
    expect(me).toMatchObject({ email, access: 'owner', professional_id: id })
    const entered = await stranger().mutate('account.signIn', { email, password: PASSWORD })
    expect(entered.status).toBe(200)
    expect(await listed()).toMatchObject({
      data: [
        { access: 'owner' },
        { object: 'user', id: me.id, name: 'Ana Lima', email, is_active: true },
      ],
      invites: [],
    })
    expect(await notes('user.joined')).toMatchObject([
      { record: 'user', recordId: String(me.id), actorId: String(me.id), actorName: 'Ana Lima' },
    ])
    expect(await notes('professional.updated')).toMatchObject([
      { recordId: String(id), changes: { role: { from: 'collaborator', to: 'owner' } } },
    ])
  })

  it('200: a professional of the team without a login, in the language of the organization', async () => {
    const pt = await api.organization({ language: 'pt' })
    const professional = await createProfessional(api.db, pt.row, { name: 'João' })
    const email = anyone()
    const by = await signIn(api, pt)
    const reply = await invite({ email, professional_id: professional.id }, by)
    expect(reply.body.professional).toEqual({ id: professional.id, name: 'João' })
    expect(await eventsOf(pt)).toEqual([])
    expect((await mailsTo(api, email))[0]?.subject).toBe(`Convite para a equipe da ${pt.row.name}`)
    const browser = stranger()
    expect((await accept(await tokenFor(api, email), browser)).status).toBe(200)
    expect((await browser.query('account.me')).body.professional_id).toBe(professional.id)
  })

  it('200: invited again, the first invite is dead, and no one is made twice', async () => {
    const first = await invited()
    const again = await invite({ email: first.email, name: 'Ana Lima', access: 'owner' })
    expect(again.body.professional).toEqual(first.invite.professional)
    const other = await invite({
      email: anyone(),
      professional_id: first.invite.professional.id,
    })
    expect(other.status).toBe(200)
    expect((await listed()).invites).toEqual([other.body])
    expect((await accept(first.token)).problem.code).toBe('not_found')
    expect((await accept(await tokenFor(api, first.email))).problem.code).toBe('not_found')
    expect(await api.db.professional.count({ where: { organizationId: team.row.id } })).toBe(2)
    expect(await notes('user.invite_revoked')).toHaveLength(2)
  })

  it('200: at the same time to the same e-mail, one invite is left', async () => {
    const email = anyone()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => invite({ email, name: 'Ana Lima' })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await listed()).invites).toHaveLength(1)
    expect(await api.db.professional.count({ where: { organizationId: team.row.id } })).toBe(2)
    const tokens = (await mailsTo(api, email)).map(({ token }) => token)
    const statuses = await Promise.all(tokens.map(async (token) => (await read(token)).status))
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 404)])
  })

  it('400 validation_error: names the field, and writes nothing', async () => {
    const member = await createUser(api, team)
    const gone = await createProfessional(api.db, team.row, { isActive: false })
    const free = await createProfessional(api.db, team.row)
    const theirs = await createProfessional(api.db, (await api.organization()).row)
    const before = await api.db.professional.count()
    const mails = await api.db.mail.count()
    for (const [input, fault] of [
      [{ email: 'no one' }, 'email invalid_format'],
      [{ email: 'a@b@example.com' }, 'email invalid_format'],
      [{ email: 'a@example.com, b@example.com' }, 'email invalid_format'],
      [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'email invalid_format'],
      [{ email: `${'a'.repeat(250)}@example.com` }, 'email too_long'],
      [{ email: member.email }, 'email already_in_use'],
      [{ name: 'Ana\r\nBcc: b@example.com' }, 'name invalid_format'],
      [{ name: 'Ana\u202e' }, 'name invalid_format'],
      [{ name: 'x'.repeat(121) }, 'name too_long'],
      [{ name: '  ' }, 'name too_short'],
      [{ name: undefined }, 'professional_id required'],
      [{ professional_id: free.id }, 'professional_id mutually_exclusive'],
      [{ name: undefined, professional_id: gone.id }, 'professional_id inactive'],
      [{ name: undefined, professional_id: theirs.id }, 'professional_id not_found'],
      [
        { name: undefined, professional_id: member.professionalId },
        'professional_id already_in_use',
      ],
      [{ access: 'admin' }, 'access invalid_value'],
    ] as const) {
      const { problem } = await invite({ email: anyone(), name: 'Ana', ...input })
      const faults = problem.errors.map(({ field, code }: any) => `${field} ${code}`)
      expect([problem.code, faults]).toEqual(['validation_error', [fault]])
    }
    expect(await api.db.professional.count()).toBe(before)
    expect(await api.db.mail.count()).toBe(mails)
    expect(await listed()).toMatchObject({ invites: [] })
  })

  it('403 forbidden_scope, 401: a collaborator and a stranger, for everything of the team', async () => {
    const collaborator = await signIn(api, team, 'manager')
    const { invite: pending } = await invited()
    const user = await createUser(api, team)
    for (const [name, input] of [
      ['inviteUser', { email: anyone(), access: 'owner', name: 'Ana' }],
      ['revokeInvite', { invite_id: pending.id }],
      ['resendInvite', { invite_id: pending.id }],
      ['updateUser', { user_id: user.id, access: 'manager' }],
      ['removeUser', { user_id: user.id }],
    ] as const) {
      const reply = await collaborator.mutate(`account.${name}`, input)
      expect([name, reply.status, reply.problem.code]).toEqual([name, 403, 'forbidden_scope'])
      expect((await stranger().mutate(`account.${name}`, input)).status).toBe(401)
    }
    expect((await collaborator.query('account.listUsers')).status).toBe(403)
    expect((await stranger().query('account.listUsers')).status).toBe(401)
    expect(await listed()).toMatchObject({ invites: [pending] })
  })

  it('409 action_not_allowed: more than 50 that no one accepted', async () => {
    const rows = Array.from({ length: 50 }, async (_, index) => {
      const { id } = await createProfessional(api.db, team.row)
      await api.db.userInvite.create({
        data: {
          organizationId: team.row.id,
          professionalId: id,
          email: anyone(),
          access: 'manager',
          tokenHash: new Uint8Array([team.row.id >> 8, team.row.id, index]),
          expiresAt: new Date(TEST_NOW + (index === 0 ? DAY_MS : 2 * DAY_MS)),
        },
      })
    })
    await Promise.all(rows)
    const { problem } = await invite({ email: anyone(), name: 'Ana' })
    expect(problem).toMatchObject({ status: 409, code: 'action_not_allowed' })
    moveTo(TEST_NOW + DAY_MS)
    expect((await invite({ email: anyone(), name: 'Ana' })).status, 'one expired').toBe(200)
  })

  it('429 rate_limited: 50 mails in an hour, over all owners', async () => {
    const { invite: pending } = await invited()
    for (let sent = 1; sent < 50; sent += 1) {
      const again = await owner.mutate('account.resendInvite', { invite_id: pending.id })
      expect(again.status).toBe(200)
      clock += 100
    }
    const other = await signIn(api, team)
    const refused = await invite({ email: anyone(), name: 'Ana' }, other)
    expect(refused.problem.code).toBe('rate_limited')
    expect(refused.headers.get('retry-after')).toMatch(/^3\d{3}$/)
    const elsewhere = await signIn(api, await api.organization())
    expect((await invite({ email: anyone(), name: 'Ana' }, elsewhere)).status).toBe(200)
  }, 30_000)

  it('keeps no token that could be used in the database, nor in the log', async () => {
    const { token } = await invited()
    await accept(token, stranger(), 'short')
    const { rows } = await api.connection.pool.query<{ text: string }>(
      `SELECT m::text AS text FROM mail m UNION ALL SELECT i::text FROM user_invite i
       UNION ALL SELECT a::text FROM audit_entry a UNION ALL SELECT e::text FROM event e`,
    )
    const stored = rows.map(({ text }) => text).join()
    for (const form of [
      token,
      Buffer.from(token, 'utf8').toString('hex'),
      Buffer.from(token, 'base64url').toString('hex'),
    ]) {
      expect(stored).not.toContain(form)
    }
    expect(JSON.stringify(api.logged)).not.toContain(token)
  })
})

/** No one of another organization reaches an invite of this one. */
async function expectUnknown(name: 'revokeInvite' | 'resendInvite'): Promise<void> {
  const { invite: pending, token } = await invited()
  const other = await signIn(api, await api.organization())
  for (const invite_id of [pending.id, 2_000_000_000]) {
    const { problem } = await other.mutate(`account.${name}`, { invite_id })
    expect(problem).toMatchObject({ status: 404, code: 'not_found' })
  }
  expect((await read(token)).status).toBe(200)
}

describe('account.listUsers', () => {
  it('200: who signs in and who is invited, of this organization alone', async () => {
    const left = await createUser(api, team, { access: 'manager' })
    await api.db.professional.update({
      where: { id: left.professionalId },
      data: { isActive: false },
    })
    const { invite: pending } = await invited()
    await createUser(api, await api.organization())
    const { body } = await owner.query('account.listUsers')
    const me = (await owner.query('account.me')).body
    expect(body).toEqual({
      data: [
        {
          object: 'user',
          id: me.id,
          name: 'Dona',
          email: me.email,
          new_email: null,
          access: 'owner',
          professional_id: me.professional_id,
          is_active: true,
          created_at: expect.any(String),
        },
        expect.objectContaining({ id: left.id, access: 'manager', is_active: false }),
      ],
      invites: [pending],
    })
    expect(JSON.stringify(body)).not.toMatch(/hash|token|password/i)
  })
})

describe('account.revokeInvite', () => {
  it('200: the link is dead, the professional stays', async () => {
    const { invite: pending, token } = await invited()
    const reply = await owner.mutate('account.revokeInvite', { invite_id: pending.id })
    expect(reply.body).toEqual({ id: pending.id, revoked: true })
    expect((await read(token)).problem.code).toBe('not_found')
    expect((await accept(token)).problem.code).toBe('not_found')
    expect(await listed()).toMatchObject({ invites: [] })
    const { body } = await api.call('GET', `/v1/professionals/${pending.professional.id}`, {
      key: team.key,
    })
    expect(body.is_active).toBe(true)
    expect(await notes('user.invite_revoked')).toMatchObject([{ recordId: String(pending.id) }])
  })

  it('404 not_found: of another organization, or none', () => expectUnknown('revokeInvite'))
})

describe('account.resendInvite', () => {
  it('200: a new link for so many days, and the old one is dead', async () => {
    const { invite: pending, token, email } = await invited()
    moveTo(TEST_NOW + 6 * DAY_MS)
    const reply = await owner.mutate('account.resendInvite', { invite_id: pending.id })
    expect(reply.body.id).toBe(pending.id)
    expect(Date.parse(reply.body.expires_at) - Date.parse(pending.expires_at)).toBe(6 * DAY_MS)
    expect((await accept(token)).problem.code).toBe('not_found')
    moveTo(TEST_NOW + 12 * DAY_MS)
    expect((await accept(await tokenFor(api, email))).status).toBe(200)
    expect(await notes('user.invite_resent')).toMatchObject([{ recordId: String(pending.id) }])
  })

  it('404 not_found: of another organization, or none', () => expectUnknown('resendInvite'))
})

describe('account.readInvite', () => {
  it('404 not_found: the same for every token that opens nothing', async () => {
    const { token } = await invited()
    const user = await createUser(api, team, { password: PASSWORD })
    const browser = stranger()
    await browser.mutate('account.signIn', { email: user.email, password: PASSWORD })
    await browser.mutate('account.requestPasswordReset', { email: user.email })
    await runResetJobs(api)
    const details = new Set<string>()
    for (const bad of [
      browser.cookies.get(SESSION_COOKIE) ?? '',
      await tokenFor(api, user.email),
      `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`,
      `${token} `,
      '',
    ]) {
      for (const reply of [await read(bad), await accept(bad)]) {
        expect(reply.problem).toMatchObject({ status: 404, code: 'not_found' })
        details.add(reply.problem.detail)
      }
    }
    expect(details.size).toBe(1)
    const reset = await stranger().mutate('account.resetPassword', { token, password: PASSWORD })
    expect(reset.problem.code, 'nor is an invite a new password').toBe('not_found')
    expect((await read(token)).status).toBe(200)
  })

  it('405 method_not_allowed: a token never travels in an address', async () => {
    const { token } = await invited()
    const input = encodeURIComponent(JSON.stringify({ token }))
    const response = await fetch(`${api.url}/trpc/account.readInvite?input=${input}`)
    expect(response.status).toBe(405)
    expect(await response.text()).not.toContain('example.com')
    expect(JSON.stringify(api.logged)).not.toContain(token)
  })

  it('400 validation_error: a token of any size', async () => {
    const { problem } = await read('x'.repeat(200_000))
    expect(problem).toMatchObject({ errors: [{ field: 'token', code: 'too_long' }] })
  })
})

describe('account.acceptInvite', () => {
  it('200: once, of three at the same time', async () => {
    const { token, email } = await invited()
    const browsers = Array.from({ length: 3 }, () => stranger())
    const replies = await Promise.all(browsers.map((browser) => accept(token, browser)))
    const done = browsers.filter((_, index) => replies[index]?.status === 200)
    expect(done).toHaveLength(1)
    for (const { status } of replies) expect([200, 404, 429]).toContain(status)
    expect(await api.db.user.count({ where: { email } })).toBe(1)
    const signedIn = await Promise.all(
      browsers.map(async (browser) => (await browser.query('account.me')).status),
    )
    expect(signedIn.filter((status) => status === 200)).toHaveLength(1)
    expect(await notes('user.joined')).toHaveLength(1)
  }, 30_000)

  it('404 not_found: after seven days, by the clock and not by that of a test organization', async () => {
    const test = await api.organization({ livemode: false, clockAheadSeconds: 30 * 86_400 })
    const by = await signIn(api, test)
    const email = anyone()
    expect((await invite({ email, name: 'Ana' }, by)).status).toBe(200)
    expect((await mailsTo(api, email))[0]?.subject).toMatch(/^\[TEST\] Convite /)
    const token = await tokenFor(api, email)
    moveTo(TEST_NOW + 7 * DAY_MS - 1000)
    expect((await read(token)).status).toBe(200)
    expect((await listed(by)).invites).toHaveLength(1)
    moveTo(TEST_NOW + 7 * DAY_MS)
    expect((await read(token)).problem.code).toBe('not_found')
    expect((await accept(token)).problem.code).toBe('not_found')
    expect((await listed(by)).invites).toEqual([])
  })

  it('404 not_found: for a professional who left meanwhile', async () => {
    const { token, invite: pending } = await invited()
    await api.db.professional.update({
      where: { id: pending.professional.id },
      data: { isActive: false },
    })
    expect((await accept(token)).problem.code).toBe('not_found')
  })

  it('404 not_found: deactivating withdraws the invite, and a return does not bring it back', async () => {
    const { token, invite: pending } = await invited()
    const who = { professional_id: pending.professional.id }
    expect((await owner.mutate('professionals.deactivate', who)).status).toBe(200)
    expect((await listed()).invites).toEqual([])
    expect((await owner.mutate('professionals.reactivate', who)).status).toBe(200)
    expect((await accept(token)).problem?.code).toBe('not_found')
    expect((await read(token)).problem?.code).toBe('not_found')
    const { body } = await owner.query('audit.list', { record: 'invite' })
    expect(body.data).toMatchObject([
      { action: 'user.invite_revoked', record_id: String(pending.id) },
      { action: 'user.invited' },
    ])
  })

  it('404 not_found: at the same time as the deactivation, no one gets a login that outlives it', async () => {
    for (let round = 0; round < rounds(18); round += 1) {
      // No more than a user may ask in one second.
      moveTo(TEST_NOW + 1000 * round)
      const { token, invite: pending } = await invited()
      const who = { professional_id: pending.professional.id }
      const browser = stranger()
      const [accepted, left] = await Promise.all([
        accept(token, browser),
        setTimeout(40 * round).then(() => owner.mutate('professionals.deactivate', who)),
      ])
      expect(left.status).toBe(200)
      expect([200, 404]).toContain(accepted.status)
      expect((await owner.mutate('professionals.reactivate', who)).status).toBe(200)
      expect((await browser.query('account.me')).status).toBe(401)
      expect((await listed()).invites).toEqual([])
    }
  })

  it('404 not_found: when the professional leaves while the password is hashed', async () => {
    const { token, email, invite: pending } = await invited()
    const accepted = await overtaken(api, {
      lock: (session) => session.query(`SELECT pg_advisory_xact_lock(2, ${team.row.id})`),
      slow: () => accept(token),
      change: (session) =>
        session.query(
          `UPDATE professional SET is_active = false WHERE id = ${pending.professional.id}`,
        ),
    })
    expect(accepted.problem?.code).toBe('not_found')
    expect(await api.db.user.count({ where: { email } })).toBe(0)
  })

  it('409 action_not_allowed: an e-mail that signs in elsewhere; who invites learns it only then', async () => {
    const elsewhere = await createUser(api, await api.organization())
    const unused = await invited()
    const reply = await invite({ email: elsewhere.email, name: 'Ana Lima' })
    expect(reply.body).toEqual({
      ...unused.invite,
      id: reply.body.id,
      created_at: reply.body.created_at,
      email: elsewhere.email,
      professional: { id: reply.body.professional.id, name: 'Ana Lima' },
    })
    const token = await tokenFor(api, elsewhere.email)
    const browser = stranger()
    const refused = await accept(token, browser)
    expect(refused.problem).toMatchObject({
      status: 409,
      code: 'action_not_allowed',
      detail: 'A user already signs in with this e-mail. Ask for an invite to another e-mail.',
    })
    expect(refused.headers.getSetCookie()).toEqual([])
    expect(await listed()).toMatchObject({
      data: [{}],
      invites: [{ email_in_use: false }, { email: elsewhere.email, email_in_use: true }],
    })
    expect((await read(token)).status, 'the invite stays').toBe(200)
  })

  it('400 validation_error: a bad password leaves the invite as it was', async () => {
    const { token } = await invited()
    for (const [password, code] of [
      ['short', 'too_short'],
      ['x'.repeat(201), 'too_long'],
    ] as const) {
      const { problem } = await accept(token, stranger(), password)
      expect(problem).toMatchObject({ errors: [{ field: 'password', code }] })
    }
    expect((await accept(token)).status).toBe(200)
  })

  it('401: from a page of another origin', async () => {
    const { token } = await invited()
    const page = openBrowser(api, { origin: 'https://evil.example' })
    for (const [name, input] of [
      ['readInvite', { token }],
      ['acceptInvite', { token, password: PASSWORD }],
      ['resetPassword', { token, password: PASSWORD }],
      ['requestPasswordReset', { email: 'a@example.com' }],
    ] as const) {
      expect((await page.mutate(`account.${name}`, input)).status, name).toBe(401)
    }
  })

  it('429 rate_limited: more than 10 attempts of an address in a minute', async () => {
    const browser = stranger()
    const statuses = []
    for (let time = 0; time < 11; time += 1) statuses.push((await accept('x', browser)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429])
  })

  it('200: replaces the session that this browser had', async () => {
    const { token } = await invited()
    const browser = await signIn(api, team, 'manager')
    const before = browser.cookies.get(SESSION_COOKIE) ?? ''
    expect((await accept(token, browser)).status).toBe(200)
    expect((await browser.query('account.me')).body.name).toBe('Ana Lima')
    const copy = stranger()
    copy.cookies.set(SESSION_COOKIE, before)
    expect((await copy.query('account.me')).status).toBe(401)
  })
})

describe('retention', () => {
  it('drops invites, links and mails once they are of no use', async () => {
    const { email } = await invited()
    const user = await createUser(api, team)
    await stranger().mutate('account.requestPasswordReset', { email: user.email })
    await runResetJobs(api)
    const rows = async () => [
      await api.db.userInvite.count({ where: { email } }),
      await api.db.passwordReset.count({ where: { userId: user.id } }),
      await api.db.mail.count({ where: { recipient: { in: [email, user.email] } } }),
    ]
    const dropAt = async (now: number) => {
      moveTo(now)
      await dropExpired(api.service, api.connection.pool)
      return rows()
    }
    expect(await dropAt(TEST_NOW + 3_599_000)).toEqual([1, 1, 2])
    expect(await dropAt(TEST_NOW + 3_600_000)).toEqual([1, 0, 1])
    expect(await dropAt(TEST_NOW + 7 * DAY_MS)).toEqual([0, 0, 0])
  })
})
