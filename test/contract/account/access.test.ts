/** What a user may do once an owner has said so: who joins without being a professional, and whose access changes. */
import { beforeEach, describe, expect, it } from 'vitest'
import { useSharedApi, type TestOrganization } from '../../support/api.ts'
import { tokenFor } from '../../support/account-mails.ts'
import { at, mondayOf, openClinic } from '../../support/booking.ts'
import {
  createAppointmentRow,
  createClientRow,
  createProfessional,
  workingHours,
} from '../../support/clinic.ts'
import { cookieOf, createUser, openBrowser, signIn, type Browser } from '../../support/dashboard.ts'
import { download } from '../../support/downloads.ts'
import { openStream } from '../../support/live.ts'

const api = useSharedApi({ now: Date.now() })
let team: TestOrganization
let owner: Browser

beforeEach(async () => {
  team = await api.organization()
  owner = await signIn(api, team)
})

const PASSWORD = 'correct horse battery staple'
const anyone = () => `${crypto.randomUUID()}@example.com`
const faultsOf = ({ problem }: { problem: any }) =>
  problem?.errors.map((one: any) => `${one.field} ${one.code}`)

async function joined(input: object): Promise<Browser> {
  const email = anyone()
  const reply = await owner.mutate('account.inviteUser', { email, ...input })
  expect(reply.problem).toBeUndefined()
  const browser = openBrowser(api)
  const accepted = await browser.mutate('account.acceptInvite', {
    token: await tokenFor(api, email),
    password: PASSWORD,
  })
  expect(accepted.status).toBe(200)
  return browser
}

const NOT_SERVING = { name: 'Rita Luz', access: 'reception', is_professional: false }

describe('account.inviteUser: a person who serves no clients', () => {
  it('200: signs in under the own name, and is in no list of professionals', async () => {
    const browser = await joined(NOT_SERVING)
    expect((await browser.query('account.me')).body).toMatchObject({
      name: 'Rita Luz',
      access: 'reception',
      professional_id: null,
    })
    const { data, invites } = (await owner.query('account.listUsers')).body
    expect([data.length, invites]).toEqual([2, []])
    const { body } = await browser.query('professionals.list', {})
    expect(body.data.map((one: any) => one.name)).not.toContain('Rita Luz')
    const [entry] = await api.db.auditEntry.findMany({
      where: { organizationId: team.row.id, action: 'user.joined' },
    })
    expect(entry).toMatchObject({ actorName: 'Rita Luz' })
  })

  it('400 validation_error: the access of a professional needs one', async () => {
    const invite = (input: object) =>
      owner.mutate('account.inviteUser', { email: anyone(), ...NOT_SERVING, ...input })
    expect(faultsOf(await invite({ access: 'professional' }))).toEqual([
      'is_professional invalid_value',
    ])
    const { name: _, ...unnamed } = { ...NOT_SERVING, professional_id: 1 }
    const both = await owner.mutate('account.inviteUser', { email: anyone(), ...unnamed })
    expect(faultsOf(both)).toEqual(['is_professional mutually_exclusive'])
  })

  it('200: an owner can be one, and is asked for as the last owner', async () => {
    const other = await joined({ ...NOT_SERVING, access: 'owner' })
    const { id } = (await owner.query('account.me')).body
    expect((await other.mutate('account.removeUser', { user_id: id })).status).toBe(200)
    const me = (await other.query('account.me')).body
    const refusal = async (name: string, input: object) =>
      (await other.mutate(name, { user_id: me.id, ...input })).problem.code
    expect(await refusal('account.updateUser', { access: 'manager' })).toBe('action_not_allowed')
    expect(await refusal('account.removeUser', {})).toBe('action_not_allowed')
  })
})

describe('account.updateUser: access and professional', () => {
  const update = (user: { id: number }, input: object) =>
    owner.mutate('account.updateUser', { user_id: user.id, ...input })

  it('200: who may do less has no session or stream any more, and who may do more keeps them', async () => {
    const user = await createUser(api, team, { access: 'manager', password: PASSWORD })
    const browser = openBrowser(api)
    const enter = () => browser.mutate('account.signIn', { email: user.email, password: PASSWORD })
    expect((await enter()).body.access).toBe('manager')
    const stream = await openStream(api, { cookie: cookieOf(browser) })
    await stream.until(({ messages }) => messages.length > 0)
    expect((await update(user, { access: 'reception' })).status).toBe(200)
    expect((await browser.query('account.me')).status).toBe(401)
    await stream.closed
    expect(stream.problem.code).toBe('unauthorized')
    expect((await enter()).body.access).toBe('reception')
    expect((await browser.query('audit.list', {})).status).toBe(403)
    expect((await update(user, { access: 'manager' })).status).toBe(200)
    expect((await browser.query('audit.list', {})).status).toBe(200)
    const entries = await api.db.auditEntry.findMany({
      where: { organizationId: team.row.id, action: 'user.updated' },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ changes }) => changes)).toEqual([
      { access: { from: 'manager', to: 'reception' } },
      { access: { from: 'reception', to: 'manager' } },
    ])
  })

  it('200: a user becomes no professional and one again; the professional of an owner is shown as one', async () => {
    const user = await createUser(api, team, { access: 'owner' })
    const roleOf = async () =>
      (await owner.query('professionals.get', { professional_id: user.professionalId })).body.role
    expect(await roleOf()).toBe('owner')
    const without = await update(user, { professional_id: null })
    expect(without.body).toMatchObject({ name: 'Dona', access: 'owner', professional_id: null })
    expect(await roleOf()).toBe('collaborator')
    const again = await update(user, { professional_id: user.professionalId })
    expect(again.body).toMatchObject({ professional_id: user.professionalId })
    expect(await roleOf()).toBe('owner')
  })

  it('400 validation_error: a professional who cannot be, and then nothing changes', async () => {
    const [user, other] = [
      await createUser(api, team, { access: 'reception' }),
      await createUser(api, team, { access: 'manager' }),
    ]
    const foreign = await createProfessional(api.db, (await api.organization()).row)
    const left = await createProfessional(api.db, team.row, { isActive: false })
    for (const [input, fault] of [
      [{ access: 'professional', professional_id: null }, 'professional_id required'],
      [{ professional_id: other.professionalId }, 'professional_id already_in_use'],
      [{ professional_id: foreign.id }, 'professional_id not_found'],
      [{ professional_id: left.id }, 'professional_id inactive'],
      [{ access: 'collaborator' }, 'access invalid_value'],
    ] as const) {
      expect(faultsOf(await update(user, input))).toEqual([fault])
    }
    const { data } = (await owner.query('account.listUsers')).body
    expect(data.find((one: any) => one.id === user.id)).toMatchObject({
      access: 'reception',
      professional_id: user.professionalId,
    })
  })
})

describe('the access `reception`', () => {
  it('403 forbidden_scope: no price, no export, no import', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const reception = await signIn(api, clinic.organization, 'reception')
    const appointment = await createAppointmentRow(api.db, row, {
      professional: clinic.professional,
      client: await createClientRow(api.db, row),
      services: [clinic.service],
      start: new Date(api.service.now() + 86_400_000).toISOString(),
    })
    const services = { appointment_id: appointment.id, service_ids: [clinic.service.id] }
    const change = (more: object) =>
      reception.mutate('appointments.changeServices', { ...services, ...more })
    expect((await change({ price: '1.00' })).problem).toMatchObject({
      code: 'forbidden_scope',
      detail: 'This needs the access `manager` or `owner`. Yours is `reception`.',
    })
    expect((await change({})).status).toBe(200)
    expect((await download(api, reception, 'clients')).status).toBe(403)
    expect((await download(api, reception, 'appointments')).status).toBe(200)
  })
})

describe('the access `professional`', () => {
  async function two() {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const colleague = await createProfessional(api.db, row, { name: 'Colega' })
    await workingHours(api.db, row, colleague)
    const visit = async (professional: { id: number }, name: string, start: string) => {
      const client = await createClientRow(api.db, row, { first_name: name })
      const parts = { professional, client, services: [clinic.service], start }
      return { client, appointment: await createAppointmentRow(api.db, row, parts) }
    }
    const mine = await visit(clinic.professional, 'Minha', at('09:00', mondayOf(api)))
    const theirs = await visit(colleague, 'Alheia', at('10:00', mondayOf(api)))
    const browser = await signIn(api, clinic.organization, 'professional', clinic.professional.id)
    return { clinic, colleague, mine, theirs, browser }
  }

  it('200: reads no client but the own, by search and in files too', async () => {
    const { browser, mine } = await two()
    const names = async (input: object) =>
      (await browser.query('clients.list', input)).body.data.map((one: any) => one.id)
    expect(await names({})).toEqual([mine.client.id])
    expect(await names({ q: 'Alheia' })).toEqual([])
    const csv = await (await download(api, browser, 'appointments')).text()
    expect(csv).toContain('Minha')
    expect(csv).not.toContain('Alheia')
  })

  it('403 forbidden_scope: blocks the own time, not that of all', async () => {
    const { browser, clinic } = await two()
    const block = (professional_id: number | null) =>
      browser.mutate('schedule.createBlockedTime', {
        professional_id,
        start: '2027-03-01',
        end: '2027-03-01',
        all_day: true,
      })
    expect((await block(clinic.professional.id)).status).toBe(200)
    expect((await block(null)).problem.code).toBe('forbidden_scope')
  })

  it('changes of a series leave what a colleague has of it', async () => {
    const { browser, mine, theirs } = await two()
    const ids = [mine.appointment.id, theirs.appointment.id]
    await api.db.appointment.updateMany({
      where: { id: { in: ids } },
      data: { recurrenceId: 'rec_shared' },
    })
    const cancel = { appointment_id: mine.appointment.id, scope: 'all' }
    const reply = await browser.mutate('appointments.cancelSeries', cancel)
    expect(reply.problem).toBeUndefined()
    expect(reply.body.appointments.map((one: any) => one.id)).toEqual([mine.appointment.id])
    const left = await api.db.appointment.findUniqueOrThrow({
      where: { id: theirs.appointment.id },
    })
    expect(left.status).toBe('CONFIRMED')
  })

  it('the stream tells of the own appointments, and of others nothing but what may have gone', async () => {
    const { browser, mine, theirs, clinic, colleague } = await two()
    const manager = await signIn(api, clinic.organization, 'manager')
    const stream = await openStream(api, { cookie: cookieOf(browser) })
    await stream.until(({ messages }) => messages.length > 0)
    const act = async (name: string, input: object) =>
      expect((await manager.mutate(name, input)).problem).toBeUndefined()
    await act('appointments.update', { appointment_id: theirs.appointment.id, notes: 'alheio' })
    await act('clients.update', { client_id: theirs.client.id, last_name: 'Alheia' })
    await act('appointments.update', { appointment_id: mine.appointment.id, notes: 'meu' })
    await stream.until(({ events, notes }) => events.length === 1 && notes.length === 1)
    await api.db.professionalService.create({
      data: {
        organizationId: clinic.organization.row.id,
        professionalId: colleague.id,
        serviceId: clinic.service.id,
      },
    })
    await act('appointments.reschedule', {
      appointment_id: mine.appointment.id,
      start: mine.appointment.startsAt.toISOString(),
      professional_id: colleague.id,
      allow_overbook: true,
    })
    await stream.until(({ notes }) => notes.length === 2)
    expect(stream.events.map((one: any) => one.data.object.id)).toEqual([mine.appointment.id])
    expect(stream.notes).toEqual([
      { object: 'note', room: 'clients', id: null },
      { object: 'note', room: 'appointments', id: null },
    ])
    expect(JSON.stringify(stream.messages)).not.toMatch(/alhei/i)
  })
})
