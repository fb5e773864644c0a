/** What must stay secret is in no entry of the audit, whatever is done with it. */
import { appRouter, proceduresOf } from '@scheduling/core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { accountAt, banksPerTest } from '../../support/bank.ts'
import { at, COMING_MONDAY, openClinic } from '../../support/booking.ts'
import { createProfessional } from '../../support/clinic.ts'
import { createUser, openBrowser, openStranger, type Browser } from '../../support/dashboard.ts'
import { bookAs, joinAs, tokenOf } from '../../support/public-booking.ts'
import { openQueue } from '../../support/queue.ts'
import { attemptRow, resolveNames, writtenEvents } from '../../support/webhooks.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000

/** Stands in every value that is sent as a secret, and in nothing else. */
const MARK = 'QkMARKEDzW'
const PASSWORD = `${MARK}-password-1`

const api = useSharedApi({ now: NOW })
const bankOfTest = banksPerTest(() => api)
let organization: TestOrganization
let owner: Browser
let email: string
/** Secrets that the service made. */
const made: string[] = []

beforeAll(async () => {
  resolveNames(api)
  organization = await api.organization()
  made.push(organization.key)
  const user = await createUser(api, organization, { password: PASSWORD })
  email = user.email
  owner = openBrowser(api)
})
beforeEach(() => api.setNow(NOW))

const TEMPLATE = {
  body: `{"${MARK}": {{ secret_ref("crm") | json }}, "id": {{ id | json }}}`,
  content_type: 'application/json',
  headers: { 'X-Custom': MARK },
  query: { custom: MARK },
}
const SENT = {
  url: `https://${MARK}.example.com/${MARK}?key=${MARK}`,
  headers: { Authorization: `Bearer ${MARK}`, 'X-Team': MARK },
}

/** Does it, and collects every secret that the answer shows. */
async function done(procedure: string, input: object): Promise<any> {
  const { status, body, problem } = await owner.mutate(procedure, input)
  expect([procedure, status, problem]).toEqual([procedure, 200, undefined])
  for (const field of ['value', 'secret']) {
    if (typeof body[field] === 'string') made.push(body[field])
  }
  return body
}

const webhook = (more: object = {}) =>
  done('webhooks.create', { name: 'CRM', events: ['client.*'], ...SENT, ...more })

const openProfessional = async () => ({
  professional: await createProfessional(api.db, organization.row),
})

/** What handles secrets, each called so that it succeeds. */
const WALKS: Readonly<Record<string, () => Promise<unknown>>> = {
  'account.signIn': async () => {
    await owner.mutate('account.signIn', { email, password: `${MARK}-wrong` })
    await done('account.signIn', { email, password: PASSWORD })
  },
  'account.changePassword': () =>
    done('account.changePassword', {
      current_password: PASSWORD,
      new_password: `${PASSWORD}-new`,
    }),
  'apiKeys.create': () => done('apiKeys.create', { name: 'CRM', scopes: ['read'] }),
  'apiKeys.update': async () => {
    const { id } = await done('apiKeys.create', { name: 'CRM', scopes: ['read'] })
    await done('apiKeys.update', { api_key_id: id, name: 'ERP' })
  },
  'apiKeys.revoke': async () => {
    const { id } = await done('apiKeys.create', { name: 'CRM', scopes: ['read'] })
    await done('apiKeys.revoke', { api_key_id: id })
  },
  'webhooks.create': async () => {
    await webhook({ secret: `whsec_${Buffer.from(`${MARK}${MARK}${MARK}`).toString('base64')}` })
    await webhook({ format: 'custom', template: TEMPLATE, secrets: { crm: MARK } })
    await webhook({
      format: 'slack',
      url: `https://hooks.slack.com/services/T0001/B0001/${MARK}`,
      headers: {},
      message_template: `${MARK} {{ type }}`,
    })
  },
  'webhooks.update': async () => {
    const { id } = await webhook({
      format: 'custom',
      template: TEMPLATE,
      secrets: { crm: MARK },
    })
    await done('webhooks.update', {
      webhook_id: id,
      url: `${SENT.url}2`,
      headers: { Authorization: `Basic ${MARK}`, 'X-Team': `${MARK}2` },
      secrets: { crm: `${MARK}2`, other: MARK },
      template: { ...TEMPLATE, query: { custom: `${MARK}2` } },
    })
    await done('webhooks.update', { webhook_id: id, active: false })
  },
  'webhooks.rotateSecret': async () => {
    const { id } = await webhook()
    const secret = `whsec_${Buffer.from(`${MARK}${MARK}${MARK}2`).toString('base64')}`
    await done('webhooks.rotateSecret', { webhook_id: id, secret })
    await done('webhooks.rotateSecret', { webhook_id: id, revoke_previous: true })
  },
  'webhooks.preview': async () => {
    await owner.mutate('webhooks.preview', {
      events: ['client.*'],
      event_type: 'client.created',
      template: TEMPLATE,
      secrets: { crm: MARK },
    })
  },
  'webhooks.redeliver': async () => {
    const { id } = await webhook()
    const [eventId = ''] = await writtenEvents(api, organization, 1)
    const delivery = await attemptRow(api, { id }, { eventId })
    await done('webhooks.redeliver', { webhook_id: id, delivery_id: delivery })
  },
  'webhooks.recover': async () => {
    const { id } = await webhook()
    await writtenEvents(api, organization, 1)
    await done('webhooks.recover', { webhook_id: id, since: new Date(NOW - 3_600_000) })
  },
  'messaging.connect': () =>
    done('messaging.connect', {
      phone: '(11) 3333-4444',
      phone_number_id: '123456',
      access_token: `EAA${MARK}`,
      app_secret: `${MARK}-app`,
    }),
  'calendars.createFeed': async () => {
    const { professional } = await openProfessional()
    const input = { professional_id: professional.id, kind: 'full' }
    const { url, id } = await done('calendars.createFeed', input)
    made.push(tokenOf(url))
    await done('calendars.revokeFeed', { feed_id: id })
  },
  'calendars.connectBusy': async () => {
    const { professional } = await openProfessional()
    const input = { professional_id: professional.id }
    await done('calendars.connectBusy', { ...input, url: SENT.url })
    await done('calendars.connectBusy', { ...input, url: `${SENT.url}2` })
    await done('calendars.disconnectBusy', input)
  },
  'payments.connect': async () => {
    const bank = bankOfTest()
    // Of what was made, the characters from the tenth on are looked for.
    made.push(`${'-'.repeat(9)}${bank.clientSecret}`)
    await done('payments.connect', accountAt(bank))
  },
  'webhooks.delete': async () => {
    const { id } = await webhook()
    await owner.mutate('webhooks.delete', { webhook_id: id })
  },
}

/** In what they answer, `template` is the name of a text. */
const NO_SECRETS: ReadonlySet<string> = new Set(['messaging.resend', 'messaging.sendText'])

const MUTATIONS = proceduresOf(appRouter).filter(({ kind }) => kind === 'mutation')

const SECRET_FIELD =
  /^(url|headers|secrets?|template|message_template|value|.*(password|token|_secret))$/

/** Whether one of the fields, at any depth, can hold a secret. */
function handlesSecrets(schema: z.ZodType | null | undefined, io: 'input' | 'output'): boolean {
  if (schema == null) return false
  const found: string[] = []
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  JSON.parse(text, (name: string, value: unknown) => {
    if (name === 'properties') found.push(...Object.keys(Object(value)))
    return value
  })
  return found.some((name) => SECRET_FIELD.test(name))
}

it('walks every procedure that takes or shows a secret', () => {
  const names = MUTATIONS.filter(
    ({ input, endpoint }) =>
      handlesSecrets(input, 'input') || handlesSecrets(endpoint?.output, 'output'),
  ).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['account.signIn', 'apiKeys.create']))
  const others = names.filter(
    (name) => !name.startsWith('account.') && !name.startsWith('publicBooking.'),
  )
  expect(others.filter((name) => !Object.hasOwn(WALKS, name) && !NO_SECRETS.has(name))).toEqual([])
})

it('no token of a link is in an entry', async () => {
  const [clinic, queue] = [await openClinic(api), await openQueue(api)]
  const stranger = openStranger(api)
  const start = (clock: string) => at(clock, COMING_MONDAY)
  const booked = await bookAs(api, clinic, { start: start('09:00') }, stranger)
  const joined = await joinAs(api, queue, {}, stranger)
  const [token, place] = [tokenOf(booked.body.url), tokenOf(joined.body.url)]
  for (const [name, input] of [
    ['rescheduleAppointment', { token, start: start('10:00') }],
    ['cancelAppointment', { token }],
    ['leaveQueue', { token: place }],
  ] as const) {
    const { status } = await stranger.mutate(`publicBooking.${name}`, input)
    expect([name, status]).toEqual([name, 200])
  }
  const ids = [clinic, queue].map((one) => one.organization.row.id)
  const { rows } = await api.connection.pool.query<{ entry: string }>(
    'SELECT a::text AS entry FROM audit_entry a WHERE organization_id = ANY($1)',
    [ids],
  )
  const audit = rows.map(({ entry }) => entry).join('\n')
  expect(audit).toContain('public_booking')
  for (const secret of [token, place]) expect(audit).not.toContain(secret.slice(9, 25))
})

it('none of the secrets is in an entry, nor is a hash of a key', async () => {
  const there = new Set(MUTATIONS.map(({ name }) => name))
  for (const [name, walk] of Object.entries(WALKS)) if (there.has(name)) await walk()
  const { rows } = await api.connection.pool.query<{ entry: string }>(
    'SELECT a::text AS entry FROM audit_entry a WHERE organization_id = $1',
    [organization.row.id],
  )
  expect(rows.length).toBeGreaterThan(20)
  const audit = rows.map(({ entry }) => entry).join('\n')
  expect(audit).toContain('***')
  const { rows: hashes } = await api.connection.pool.query<{ hash: string }>(
    `SELECT encode(key_hash, 'hex') AS hash FROM api_key
     UNION ALL SELECT password_hash FROM user_account
     UNION ALL SELECT encode(token_hash, 'hex') FROM user_session`,
  )
  expect(made.length).toBeGreaterThan(10)
  const secrets = [
    MARK,
    MARK.toLowerCase(),
    Buffer.from(MARK).toString('base64').slice(0, 12),
    ...made.map((secret) => secret.slice(9, 25)),
    ...hashes.map(({ hash }) => hash),
  ]
  expect(secrets.filter((secret) => audit.includes(secret))).toEqual([])
  // The list shows what is stored, and no more.
  const listed = JSON.stringify((await owner.query('audit.list', { limit: 200 })).body)
  expect(secrets.filter((secret) => listed.includes(secret))).toEqual([])
})
