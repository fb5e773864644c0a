/** The team's own procedures for messages. No worker runs, so nothing is sent. */
import { inTransaction, PATIENCE } from '@scheduling/database'
import { forgetMessagesOf, LIMITS } from '@scheduling/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'
import { openClinic, type Clinic } from '../../support/messages.ts'
import { ACCESS_TOKEN, APP_SECRET, CENTRAL_NUMBER, connectNumber } from '../../support/whatsapp.ts'

const api = useSharedApi()
let clinic: Clinic
let owner: Dashboard
let collaborator: Dashboard

beforeEach(async () => {
  clinic = await openClinic(api)
  owner = await signIn(api, clinic.organization)
  collaborator = await signIn(api, clinic.organization, 'manager')
})

const notes = async () =>
  (
    await api.db.auditEntry.findMany({
      where: {
        organizationId: clinic.organization.row.id,
        OR: [{ action: { startsWith: 'messag' } }],
      },
      orderBy: { id: 'asc' },
    })
  ).map(({ action }) => action)
const refused = (status: number, code: string) => ({ status, problem: { code } })
const NUMBER = {
  phone: '(11) 3333-4444',
  phone_number_id: '123456',
  access_token: ACCESS_TOKEN,
  app_secret: APP_SECRET,
}

describe('messaging.connect', () => {
  it('200: seals the secrets, tells of it, and shows them nowhere', async () => {
    const { status, body } = await owner.mutate('messaging.connect', NUMBER)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      object: 'messaging_connection',
      channel: 'own',
      status: 'CONNECTED',
      phone: '+551133334444',
      phone_number_id: '123456',
      hook_url: expect.stringMatching(/^http:\/\/api\.test\/messaging\/whatsapp\/[\w-]{32}$/),
      verify_token: expect.stringMatching(/^[\w-]{32}$/),
    })
    const again = await owner.mutate('messaging.connect', { ...NUMBER, access_token: 'EAAother' })
    expect(again.body.hook_url).toBe(body.hook_url)
    const [events, audit, shown, row, me] = await Promise.all([
      api.db.event.findMany({ where: { organizationId: clinic.organization.row.id } }),
      api.db.auditEntry.findMany({ where: { organizationId: clinic.organization.row.id } }),
      owner.query('messaging.getConnection'),
      api.db.whatsappAccount.findFirstOrThrow({
        where: { organizationId: clinic.organization.row.id },
      }),
      api.call('GET', '/v1/me', { key: clinic.organization.key }),
    ])
    expect(events.map(({ type }) => type)).toEqual(['messaging.connection.updated'])
    const [event] = events.map(({ payload }): any => payload)
    expect(event.changes).toEqual({
      status: { from: null, to: 'CONNECTED' },
      phone: { from: null, to: '+551133334444' },
    })
    expect(me.body.whatsapp).toEqual({
      channel: 'own',
      status: 'CONNECTED',
      phone: '+551133334444',
    })
    const everything = JSON.stringify([events, audit, shown.body, api.logged], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    for (const secret of [ACCESS_TOKEN, APP_SECRET, 'EAAother', body.verify_token]) {
      expect(everything).not.toContain(secret)
      expect(Buffer.from(row.credentialsSealed).toString('latin1')).not.toContain(secret)
    }
  })

  it('403 forbidden_scope: for a collaborator', async () => {
    expect(await collaborator.mutate('messaging.connect', NUMBER)).toMatchObject(
      refused(403, 'forbidden_scope'),
    )
    const organizationId = clinic.organization.row.id
    expect(await api.db.whatsappAccount.count({ where: { organizationId } })).toBe(0)
  })

  it('403 feature_not_enabled: without the feature', async () => {
    const without = await api.organization({ planFeatures: ['api'] })
    const user = await signIn(api, without)
    expect(await user.mutate('messaging.connect', NUMBER)).toMatchObject(
      refused(403, 'feature_not_enabled'),
    )
  })

  it('400 validation_error: names the field, and changes nothing', async () => {
    for (const [field, value] of [
      ['phone', '123'],
      ['phone_number_id', 'abc'],
      ['access_token', 'with space'],
      ['app_secret', 'x'.repeat(LIMITS.messagingSecretCharacters + 1)],
    ] as const) {
      const reply = await owner.mutate('messaging.connect', { ...NUMBER, [field]: value })
      expect([reply.status, reply.problem.errors[0].field]).toEqual([400, field])
    }
    expect(await notes()).toEqual([])
  })
})

describe('messaging.connectCentral', () => {
  beforeEach(() => void Object.assign(api.service, { centralNumber: CENTRAL_NUMBER }))
  afterEach(() => void Object.assign(api.service, { centralNumber: null }))
  const eventsOfConnection = () =>
    api.db.event.count({
      where: {
        organizationId: clinic.organization.row.id,
        type: 'messaging.connection.updated',
      },
    })

  it('200: needs no feature, has no event, and is told once', async () => {
    const organizationId = clinic.organization.row.id
    await api.db.organization.update({
      where: { id: organizationId },
      data: { switchedOff: ['messaging_own_number'] },
    })
    const { status, body } = await owner.mutate('messaging.connectCentral')
    const { phone } = CENTRAL_NUMBER
    expect([status, body]).toMatchObject([
      200,
      { channel: 'central', status: 'CONNECTED', phone, central_phone: phone, hook_url: null },
    ])
    await owner.mutate('messaging.connectCentral')
    const me = await api.call('GET', '/v1/me', { key: clinic.organization.key })
    expect(me.body.whatsapp).toEqual({ channel: 'central', status: 'CONNECTED', phone })
    await owner.mutate('messaging.disconnect')
    expect((await collaborator.query('messaging.getConnection')).body).toMatchObject({
      channel: 'central',
      status: 'DISCONNECTED',
    })
    expect(await notes()).toEqual(['messaging.central_connected', 'messaging.central_disconnected'])
    expect(await eventsOfConnection()).toBe(0)
  })

  it('200: an own number replaces it, which is told', async () => {
    await owner.mutate('messaging.connectCentral')
    const { body } = await owner.mutate('messaging.connect', NUMBER)
    expect([body.channel, body.phone]).toEqual(['own', '+551133334444'])
    expect(await eventsOfConnection()).toBe(1)
  })

  it('409 action_not_allowed: while a number of its own is connected', async () => {
    await owner.mutate('messaging.connect', NUMBER)
    const reply = await owner.mutate('messaging.connectCentral')
    expect(reply).toMatchObject(refused(409, 'action_not_allowed'))
    expect(reply.problem.detail).toMatch(/Disconnect it first/)
    await owner.mutate('messaging.disconnect')
    expect((await owner.mutate('messaging.connectCentral')).status).toBe(200)
  })

  it('409 action_not_allowed: where the service has no such number', async () => {
    Object.assign(api.service, { centralNumber: null })
    const reply = await owner.mutate('messaging.connectCentral')
    expect(reply).toMatchObject(refused(409, 'action_not_allowed'))
    expect(reply.problem.detail).toMatch(/no central WhatsApp number/)
    const hook = await fetch(`${api.url}/messaging/whatsapp/central`)
    expect(hook.status).toBe(404)
  })

  it('403 forbidden_scope: for a collaborator', async () => {
    expect(await collaborator.mutate('messaging.connectCentral')).toMatchObject(
      refused(403, 'forbidden_scope'),
    )
  })
})

describe('messaging.disconnect', () => {
  it('200: deletes the secrets and tells of it; a second time there is nothing to tell', async () => {
    await owner.mutate('messaging.connect', NUMBER)
    const { body } = await owner.mutate('messaging.disconnect')
    expect(body).toMatchObject({ status: 'DISCONNECTED', hook_url: null, phone_number_id: null })
    await owner.mutate('messaging.disconnect')
    const organizationId = clinic.organization.row.id
    expect(await api.db.whatsappAccount.count({ where: { organizationId } })).toBe(0)
    expect(
      await api.db.event.count({ where: { organizationId, type: 'messaging.connection.updated' } }),
    ).toBe(2)
    expect(await collaborator.mutate('messaging.disconnect')).toMatchObject(
      refused(403, 'forbidden_scope'),
    )
  })
})

describe('messaging.getConnection', () => {
  it('200: null where there never was one', async () => {
    const { body } = await collaborator.query('messaging.getConnection')
    expect(body).toEqual({
      object: 'messaging_connection',
      channel: null,
      status: null,
      phone: null,
      phone_number_id: null,
      hook_url: null,
      central_phone: null,
      updated_at: null,
    })
  })
})

describe('messaging.list', () => {
  it('200: the outbox by its filters, page by page, of this organization alone', async () => {
    const first = await clinic.book({ email: 'a@example.com' })
    const second = await clinic.book({ email: 'b@example.com' })
    await (await openClinic(api)).book({ email: 'c@example.com' })
    const all = await collaborator.query('messaging.list')
    expect(all.body.data.map((row: any) => [row.purpose, row.record_id, row.status])).toEqual([
      ['booked', second.id, 'QUEUED'],
      ['booked', first.id, 'QUEUED'],
    ])
    expect(all.body.data[0]).toMatchObject({
      recipient: 'b@example.com',
      channel: 'email',
      record: 'appointment',
      client: { id: second.client_id, name: 'Ana' },
    })
    const page = await owner.query('messaging.list', { limit: 1 })
    const next = await owner.query('messaging.list', { limit: 1, cursor: page.body.next_cursor })
    expect([page.body.data[0].record_id, next.body.data[0].record_id, next.body.has_more]).toEqual([
      second.id,
      first.id,
      false,
    ])
    const filtered = async (input: object) =>
      (await owner.query('messaging.list', input)).body.data.map((row: any) => row.record_id)
    expect(await filtered({ client_id: first.client_id })).toEqual([first.id])
    expect(await filtered({ record: 'appointment', record_id: second.id })).toEqual([second.id])
    expect(await filtered({ status: ['SENT'] })).toEqual([])
    expect(await filtered({ purpose: ['reminder'] })).toEqual([])
    expect(await filtered({ channel: 'whatsapp' })).toEqual([])
  })

  it('400 validation_error: an id without its kind', async () => {
    const { status, problem } = await owner.query('messaging.list', { record_id: 1 })
    expect([status, problem.errors[0].field]).toEqual([400, 'record'])
  })
})

describe('messaging.listConversations', () => {
  it('200: the last message of each client', async () => {
    const one = await clinic.book({ email: 'a@example.com' })
    const other = await clinic.book({ email: 'b@example.com' })
    await clinic.call('POST', `/v1/appointments/${one.id}/cancel`, {})
    const { body } = await owner.query('messaging.listConversations')
    expect(body.data.map((row: any) => [row.client_id, row.purpose])).toEqual([
      [one.client_id, 'cancelled'],
      [other.client_id, 'booked'],
    ])
  })
})

describe('messaging.resend', () => {
  it('200: is a message of its own', async () => {
    const { id } = await clinic.book({ email: 'a@example.com' })
    const [row] = await clinic.messagesOf(id)
    await api.db.message.update({ where: { id: row?.id ?? '' }, data: { status: 'UNKNOWN' } })
    const { status, body } = await collaborator.mutate('messaging.resend', { message_id: row?.id })
    expect([status, body.purpose, body.status]).toEqual([200, 'booked', 'QUEUED'])
    const rows = await clinic.messagesOf(id)
    expect(rows.map((one) => one.status)).toEqual(['UNKNOWN', 'QUEUED'])
    expect(await notes()).toEqual(['message.resent'])
  })

  it('404 not_found: what is not there, or another organization has', async () => {
    const other = await openClinic(api)
    const { id } = await other.book({ email: 'a@example.com' })
    const [row] = await other.messagesOf(id)
    for (const message_id of [row?.id, 'msg_none']) {
      expect(await owner.mutate('messaging.resend', { message_id })).toMatchObject(
        refused(404, 'not_found'),
      )
    }
  })

  it('409 action_not_allowed: what has not been sent yet', async () => {
    const { id } = await clinic.book({ email: 'a@example.com' })
    const [row] = await clinic.messagesOf(id)
    expect(await owner.mutate('messaging.resend', { message_id: row?.id })).toMatchObject(
      refused(409, 'action_not_allowed'),
    )
  })
})

describe('messaging.sendText', () => {
  it('200: within a day after the client has written', async () => {
    const number = await connectNumber(api, clinic.organization)
    const { client_id } = await clinic.book({ phone: '+5511991112222' })
    await number.write('+5511991112222', 'Oi')
    const { status, body } = await collaborator.mutate('messaging.sendText', {
      client_id,
      text: ' Olá!\nTudo bem? ',
    })
    expect([status, body.purpose, body.text]).toEqual([200, 'text', 'Olá!\nTudo bem?'])
    expect(await notes()).toContain('message.written')
  })

  it('404 not_found: no such client', async () => {
    const { client_id } = await (await openClinic(api)).book({ phone: '+5511991112223' })
    expect(await owner.mutate('messaging.sendText', { client_id, text: 'Oi' })).toMatchObject(
      refused(404, 'not_found'),
    )
  })

  it('409 action_not_allowed: without a connection, and outside of a conversation', async () => {
    const { client_id } = await clinic.book({ phone: '+5511991112224' })
    const send = () => owner.mutate('messaging.sendText', { client_id, text: 'Oi' })
    expect(await send()).toMatchObject(refused(409, 'action_not_allowed'))
    await connectNumber(api, clinic.organization)
    expect((await send()).problem.detail).toMatch(/24 hours/)
  })

  it('400 validation_error: an empty text', async () => {
    const { status, problem } = await owner.mutate('messaging.sendText', {
      client_id: 1,
      text: ' ',
    })
    expect([status, problem.errors[0].field]).toEqual([400, 'text'])
  })
})

describe('messaging.setOptIn', () => {
  it('200: then messages go by WhatsApp, and by e-mail without it', async () => {
    await connectNumber(api, clinic.organization)
    const both = { phone: '+5511991113333', email: 'a@example.com' }
    const first = await clinic.book(both)
    const input = { client_id: first.client_id, opted_in: true }
    expect((await collaborator.mutate('messaging.setOptIn', input)).body).toEqual(input)
    await owner.mutate('messaging.setOptIn', input)
    const second = await clinic.book(both)
    const channels = [
      ...(await clinic.messagesOf(first.id)),
      ...(await clinic.messagesOf(second.id)),
    ]
    expect(channels.map(({ channel }) => channel)).toEqual(['email', 'whatsapp'])
    expect((await notes()).filter((one) => one === 'messaging_contact.updated')).toHaveLength(1)
  })

  it('404 not_found: no such client', async () => {
    expect(
      await owner.mutate('messaging.setOptIn', { client_id: 2_000_000, opted_in: true }),
    ).toMatchObject(refused(404, 'not_found'))
  })

  it('409 action_not_allowed: a client without a phone', async () => {
    const { client_id } = await clinic.book({ email: 'a@example.com' })
    expect(await owner.mutate('messaging.setOptIn', { client_id, opted_in: true })).toMatchObject(
      refused(409, 'action_not_allowed'),
    )
  })
})

describe('messaging.getContact', () => {
  it('200: what the client agreed to, and whether it wrote today', async () => {
    const number = await connectNumber(api, clinic.organization)
    const { client_id } = await clinic.book({ phone: '+5511991117777', email: 'a@example.com' })
    const read = async () => (await collaborator.query('messaging.getContact', { client_id })).body
    const nothing = {
      client_id,
      has_phone: true,
      opted_in: false,
      reminders_stopped: false,
      in_conversation: false,
    }
    expect(await read()).toEqual(nothing)
    await owner.mutate('messaging.setOptIn', { client_id, opted_in: true })
    expect(await read()).toEqual({ ...nothing, opted_in: true })
    await number.write('+5511991117777', 'Oi')
    await api.db.messagingContact.updateMany({
      where: { organizationId: clinic.organization.row.id },
      data: { remindersStoppedAt: new Date() },
    })
    expect(await read()).toEqual({
      ...nothing,
      opted_in: true,
      reminders_stopped: true,
      in_conversation: true,
    })
  })

  it('200: a client without a phone', async () => {
    const { client_id } = await clinic.book({ email: 'a@example.com' })
    const { body } = await owner.query('messaging.getContact', { client_id })
    expect([body.has_phone, body.opted_in]).toEqual([false, false])
  })

  it('404 not_found: no such client, and one of another organization', async () => {
    const { client_id } = await (await openClinic(api)).book({ phone: '+5511991118888' })
    for (const id of [client_id, 2_000_000]) {
      expect(await owner.query('messaging.getContact', { client_id: id })).toMatchObject(
        refused(404, 'not_found'),
      )
    }
  })
})

const OWN = {
  purpose: 'booked',
  language: 'pt',
  subject: 'Oi, {{ data.object.client_first_name }}',
  body: 'Dia {{ data.object.start | date("d/m") }}. {{ data.object.link }}',
}

describe('messaging.listTexts', () => {
  it('200: all purposes in both languages, as they stand for this organization', async () => {
    const { body } = await collaborator.query('messaging.listTexts')
    expect(body.data).toHaveLength(44)
    expect(body.data.every((one: any) => !one.is_own && one.body.length > 10)).toBe(true)
  })
})

describe('messaging.previewText', () => {
  it('200: every text of the catalogue can be made', async () => {
    const { body } = await owner.query('messaging.listTexts')
    for (const { purpose, language, subject, body: text } of body.data) {
      const input = { purpose, language, subject, body: text }
      const reply = await collaborator.mutate('messaging.previewText', input)
      expect([purpose, reply.status, reply.body?.text.includes('{')]).toEqual([purpose, 200, false])
    }
  })

  it('422 template_invalid: names the field and the nearest name', async () => {
    const { status, problem } = await owner.mutate('messaging.previewText', {
      ...OWN,
      body: '{{ data.object.client_fist_name }}',
    })
    expect([status, problem.code, problem.errors[0].field]).toEqual([
      422,
      'template_invalid',
      'body',
    ])
    expect(problem.errors[0].message).toContain('client_first_name')
  })
})

describe('messaging.setText', () => {
  it('200: holds for this organization and language, until it is reset', async () => {
    const { status, body } = await collaborator.mutate('messaging.setText', OWN)
    expect([status, body.is_own, body.subject]).toEqual([200, true, OWN.subject])
    const listed = (await owner.query('messaging.listTexts')).body.data
    expect(listed.filter((one: any) => one.is_own)).toHaveLength(1)
    expect(await notes()).toEqual(['message_text.updated'])
  })

  it('422 template_invalid: what cannot be read, is forbidden, or has no such name', async () => {
    for (const subject of ['{{ x', '{% include "a" %}', '{{ secret_ref("a") }}', '{{ data.x }}']) {
      expect(await owner.mutate('messaging.setText', { ...OWN, subject })).toMatchObject(
        refused(422, 'template_invalid'),
      )
    }
    const organizationId = clinic.organization.row.id
    expect(await api.db.messageText.count({ where: { organizationId } })).toBe(0)
  })
})

describe('messaging.resetText', () => {
  it('200: the text of the catalogue again', async () => {
    await owner.mutate('messaging.setText', OWN)
    const { purpose, language } = OWN
    const { body } = await collaborator.mutate('messaging.resetText', { purpose, language })
    expect(body.is_own).toBe(false)
    await owner.mutate('messaging.resetText', { purpose, language })
    expect(await notes()).toEqual(['message_text.updated', 'message_text.updated'])
  })
})

describe('forgetMessagesOf', () => {
  it('takes the client out of all messages, and leaves those of others', async () => {
    const number = await connectNumber(api, clinic.organization)
    const phone = '+5511991114444'
    await number.write(phone, 'Meu nome é Ana, estou com dor')
    const { id, client_id } = await clinic.book({ phone, email: 'ana@example.com' })
    await number.write(phone, 'Segredo')
    const other = await clinic.book({ email: 'bia@example.com' })
    const organizationId = clinic.organization.row.id
    await inTransaction(api.db, PATIENCE, (tx) => forgetMessagesOf(tx, organizationId, client_id))
    const rows = await api.db.message.findMany({ where: { organizationId } })
    const text = JSON.stringify(rows.filter(({ recordId }) => recordId !== other.id))
    expect(text).not.toMatch(/Ana|Segredo|99111|ana@example/)
    const forgotten = rows.find((row) => row.record === 'appointment' && row.recordId === id)
    expect(forgotten).toMatchObject({ status: 'SKIPPED', errorCode: 'erased', clientId: null })
    expect((await clinic.messagesOf(other.id))[0]).toMatchObject({ recipient: 'bia@example.com' })
    const contacts = await api.db.messagingContact.count({ where: { organizationId } })
    expect(contacts).toBe(0)
  })
})
