import { describe, expect, it } from 'vitest'
import { type Call, useSharedApi } from '../../support/api.ts'
import { appointmentWith, move } from '../../support/appointment-actions.ts'
import {
  createProfessional,
  createService,
  EVERY_DAY,
  performs,
  workingHours,
} from '../../support/clinic.ts'
import { faultsOf, openDashboard, testEveryTeamChange, told } from '../../support/team-changes.ts'

const api = useSharedApi()

const ROOM = 'https://meet.example/sala-7'
const OTHER = 'https://meet.example/sala-8'
const ONLINE = { type: 'TELEMEDICINE' } as const

const openOnline = (more: Parameters<typeof openDashboard>[1] = {}) =>
  openDashboard(api, { ...more, service: { serviceType: 'TELEMEDICINE', ...more.service } })

type Clinic = Awaited<ReturnType<typeof openOnline>>

/** Sets the rooms of the professional and of the service in the dashboard. */
async function setRooms(clinic: Clinic, rooms: { professional?: string; service?: string }) {
  const { professional, service } = clinic
  const of = { professional, service }
  for (const record of ['professional', 'service'] as const) {
    const meeting_url = rooms[record]
    if (meeting_url === undefined) continue
    const input = { [`${record}_id`]: of[record].id, meeting_url }
    const reply = await clinic.owner.mutate(`${record}s.update`, input)
    expect([reply.status, reply.problem]).toEqual([200, undefined])
  }
}

describe('a telemedicine booking', () => {
  it.each([
    ['of the service', { professional: ROOM, service: OTHER }, OTHER],
    ['of the professional, if the service has none', { professional: ROOM }, ROOM],
  ])('takes over the room %s', async (_case, rooms, expected) => {
    const clinic = await openOnline()
    await setRooms(clinic, rooms)
    const reply = await clinic.book(ONLINE)
    expect(reply.body).toMatchObject({ type: 'TELEMEDICINE', meeting_url: expected })
    const [event] = await told(api, clinic)
    expect(event?.payload.object).toMatchObject({ meeting_url: expected })
  })

  it('in person has none', async () => {
    const clinic = await openDashboard(api)
    await setRooms(clinic, { professional: ROOM })
    expect((await clinic.book()).body).toMatchObject({ type: 'IN_PERSON', meeting_url: null })
  })

  it('takes over the room of the first of its services that has one', async () => {
    const clinic = await openOnline()
    const { row } = clinic.organization
    const columns = { serviceType: 'TELEMEDICINE', performedBy: [clinic.professional] } as const
    const second = await createService(api.db, row, { ...columns, meetingUrl: ROOM })
    const third = await createService(api.db, row, { ...columns, meetingUrl: OTHER })
    const ids = [clinic.service.id, third.id, second.id]
    expect((await clinic.book({ ...ONLINE, service_ids: ids })).body.meeting_url).toBe(OTHER)
  })

  it.each([
    ['copied again', false, OTHER],
    ['kept, since it was set by hand', true, ROOM],
  ])('that another professional takes over has its room %s', async (_case, byHand, expected) => {
    const clinic = await openOnline()
    const { row } = clinic.organization
    const other = await createProfessional(api.db, row, { meetingUrl: OTHER })
    await workingHours(api.db, row, other, { weekdays: EVERY_DAY })
    await performs(api.db, row, other, clinic.service)
    const { id } = (await clinic.book(ONLINE)).body
    const path = `/v1/appointments/${id}/meeting-url`
    if (byHand) await clinic.call('POST', path, { body: { meeting_url: ROOM } })
    const moved = await move(clinic, id, { professional_id: other.id })
    expect(moved.body).toMatchObject({ professional_id: other.id, meeting_url: expected })
    const last = (await told(api, clinic)).at(-1)
    expect(last?.payload.changes).toEqual({
      professional_id: { from: clinic.professional.id, to: other.id },
      ...(byHand ? {} : { meeting_url: { from: null, to: OTHER } }),
    })
  })

  it('that gets other services has their room, and none in person', async () => {
    const clinic = await openOnline()
    const { row } = clinic.organization
    const performedBy = [clinic.professional]
    const next = await createService(api.db, row, {
      serviceType: 'TELEMEDICINE',
      meetingUrl: ROOM,
      performedBy,
    })
    const inPerson = await createService(api.db, row, { performedBy })
    const { id } = (await clinic.book(ONLINE)).body
    const give = async (service_id: number) => {
      const input = { appointment_id: id, service_ids: [service_id] }
      return (await clinic.owner.mutate('appointments.changeServices', input)).body.meeting_url
    }
    expect([await give(next.id), await give(inPerson.id)]).toEqual([ROOM, null])
  })
})

describe('rooms of services and professionals', () => {
  it('are shown to the team alone, emit no event, and are in the audit', async () => {
    const clinic = await openOnline()
    const { professional, service, owner, organization } = clinic
    const before = await api.db.service.findUniqueOrThrow({ where: { id: service.id } })
    await setRooms(clinic, { professional: ROOM, service: OTHER })
    const rules = await owner.query('services.getRules', { service_id: service.id })
    const own = { professional_id: professional.id }
    expect(rules.body.meeting_url).toBe(OTHER)
    expect((await owner.query('professionals.getMeetingUrl', own)).body).toEqual({
      object: 'professional_meeting_url',
      meeting_url: ROOM,
    })
    for (const path of [`/v1/services/${service.id}`, `/v1/professionals/${professional.id}`]) {
      expect((await clinic.call('GET', path)).text).not.toContain('meet')
    }
    expect(await told(api, clinic)).toEqual([])
    const after = await api.db.service.findUniqueOrThrow({ where: { id: service.id } })
    expect(after.updatedAt).toEqual(before.updatedAt)
    const entries = await api.db.auditEntry.findMany({
      where: { organizationId: organization.row.id },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ action, changes }) => [action, changes]).slice(-2)).toEqual([
      ['professional.meeting_url_changed', { meeting_url: { from: null, to: ROOM } }],
      ['service.meeting_url_changed', { meeting_url: { from: null, to: OTHER } }],
    ])
  })

  it.each(['services', 'professionals'])(
    '%s.create takes one, and refuses others',
    async (name) => {
      const clinic = await openDashboard(api)
      const input = { name: 'Novo', ...(name === 'services' && { duration_minutes: 30 }) }
      const create = (meeting_url: unknown) =>
        clinic.owner.mutate(`${name}.create`, { ...input, meeting_url })
      const { body } = await create(ROOM)
      const row =
        name === 'services'
          ? await api.db.service.findUnique({ where: { id: body.id } })
          : await api.db.professional.findUnique({ where: { id: body.id } })
      expect(row?.meetingUrl).toBe(ROOM)
      expect(faultsOf(await create('http://meet.example/x'))).toEqual([
        'meeting_url invalid_format',
      ])
    },
  )
})

describe('professionals.getMeetingUrl', () => {
  it('200: null where none is set', async () => {
    const clinic = await openDashboard(api)
    const input = { professional_id: clinic.professional.id }
    const reply = await clinic.owner.query('professionals.getMeetingUrl', input)
    expect([reply.status, reply.body.meeting_url]).toEqual([200, null])
  })

  it('404 not_found: a professional of another organization', async () => {
    const [clinic, other] = [await openDashboard(api), await openDashboard(api)]
    const input = { professional_id: other.professional.id }
    const reply = await clinic.owner.query('professionals.getMeetingUrl', input)
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })
})

describe('appointments.setMeetingUrl', () => {
  testEveryTeamChange(() => api, {
    procedure: 'appointments.setMeetingUrl',
    input: () => ({ meeting_url: ROOM }),
    columns: ONLINE,
  })

  it('409 appointment_not_editable: it is over', async () => {
    const clinic = await openOnline()
    const row = await appointmentWith(api, clinic, 'COMPLETED', ONLINE)
    const input = { appointment_id: row.id, meeting_url: ROOM }
    const reply = await clinic.owner.mutate('appointments.setMeetingUrl', input)
    expect(reply.problem.code).toBe('appointment_not_editable')
  })
})

describe('POST /v1/appointments/{appointment_id}/meeting-url', () => {
  const opened = async (columns: object = ONLINE) => {
    const clinic = await openOnline()
    const row = await appointmentWith(api, clinic, 'CONFIRMED', columns)
    const set = (meeting_url: unknown, call: Call = {}) =>
      clinic.call('POST', `/v1/appointments/${row.id}/meeting-url`, {
        body: { meeting_url },
        ...call,
      })
    return { clinic, row, set }
  }
  const messages = async ({ organization }: Clinic) =>
    api.db.message.findMany({
      where: { organizationId: organization.row.id },
      select: { purpose: true, recordId: true },
    })

  it('200: it is set and cleared, events say so, and the client is told', async () => {
    const { clinic, row, set } = await opened()
    const { client } = clinic
    await api.db.client.update({ where: { id: client.id }, data: { email: 'ana@example.com' } })
    expect((await set(ROOM)).body.meeting_url).toBe(ROOM)
    expect((await set(ROOM)).body.meeting_url).toBe(ROOM)
    expect((await set('')).body.meeting_url).toBe(null)
    expect((await told(api, clinic)).map(({ type, payload }) => [type, payload.changes])).toEqual([
      ['appointment.updated', { meeting_url: { from: null, to: ROOM } }],
      ['appointment.updated', { meeting_url: { from: ROOM, to: null } }],
    ])
    const room = { purpose: 'room', recordId: row.id }
    expect(await messages(clinic)).toEqual([room, room])
  })

  it('200: before the confirmation the client is told nothing', async () => {
    const { clinic, row, set } = await opened()
    const { id } = row
    await api.db.appointment.update({ where: { id }, data: { status: 'PENDING' } })
    expect((await set(ROOM)).status).toBe(200)
    expect(await messages(clinic)).toEqual([])
  })

  it('400 validation_error: no address of the web', async () => {
    const { row, set } = await opened()
    for (const [sent, code] of [
      ['http://meet.example/x', 'invalid_format'],
      ['HTTPS://meet.example/x', 'invalid_format'],
      ['javascript:alert(1)', 'invalid_format'],
      ['https://', 'invalid_format'],
      ['https:///x', 'invalid_format'],
      ['https://user:secret@meet.example/x', 'invalid_format'],
      ['https://meet.example/a b', 'invalid_format'],
      [`https://meet.example/${'x'.repeat(500)}`, 'too_long'],
      [7, 'invalid_type'],
      [undefined, 'required'],
    ]) {
      const { errors } = (await set(sent)).body
      expect([sent, errors]).toMatchObject([sent, [{ field: 'meeting_url', code }]])
    }
    expect(await api.db.appointment.findUnique({ where: { id: row.id } })).toEqual(row)
  })

  it('400 type_mismatch: an appointment in person', async () => {
    const { set } = await opened({ type: 'IN_PERSON' })
    const { body } = await set(ROOM)
    expect(body.errors).toMatchObject([{ field: 'meeting_url', code: 'type_mismatch' }])
  })

  it('409 appointment_not_editable: it is cancelled', async () => {
    const { clinic, row, set } = await opened()
    await clinic.call('POST', `/v1/appointments/${row.id}/cancel`)
    expect((await set(ROOM)).body.code).toBe('appointment_not_editable')
  })

  it('409 duplicate_request: the same Idempotency-Key with another body', async () => {
    const { set } = await opened()
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await set(ROOM, { headers })
    expect((await set(ROOM, { headers })).text).toBe(first.text)
    expect((await set(OTHER, { headers })).body.code).toBe('duplicate_request')
  })

  it('404 not_found: of another organization', async () => {
    const { row } = await opened()
    const stranger = await openOnline()
    const body = { meeting_url: ROOM }
    const reply = await stranger.call('POST', `/v1/appointments/${row.id}/meeting-url`, { body })
    expect(reply.status).toBe(404)
  })

  it('403 forbidden_scope: a key that only reads', async () => {
    const { clinic, set } = await opened()
    const key = await clinic.organization.keyWith(['read'])
    expect((await set(ROOM, { key })).body.code).toBe('forbidden_scope')
  })
})
