/** What the team writes about clients and appointments for itself. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { anotherClient } from '../../support/booking.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'
import { openDashboard, told, type SignedIn } from '../../support/team-changes.ts'

const api = useSharedApi()

let clinic: SignedIn
let stranger: SignedIn
let collaborator: Dashboard
let appointment: { readonly id: number; readonly client_id: number }

beforeAll(async () => {
  clinic = await openDashboard(api)
  stranger = await openDashboard(api)
  collaborator = await signIn(api, clinic.organization, 'manager')
  appointment = (await clinic.book()).body
})

type Kind = {
  readonly of: 'Client' | 'Appointment'
  readonly record: 'client' | 'appointment'
  idOf(): number
}

const OF_CLIENT: Kind = { of: 'Client', record: 'client', idOf: () => appointment.client_id }
const OF_APPOINTMENT: Kind = {
  of: 'Appointment',
  record: 'appointment',
  idOf: () => appointment.id,
}

const inputOf = ({ record, idOf }: Kind, values: object = {}, id = idOf()) => ({
  [`${record}_id`]: id,
  ...values,
})
const get = (kind: Kind, who: Dashboard = clinic.owner, id = kind.idOf()) =>
  who.query(`teamNotes.getOf${kind.of}`, inputOf(kind, {}, id))
const set = (kind: Kind, team_notes: unknown, who: Dashboard = collaborator, id = kind.idOf()) =>
  who.mutate(`teamNotes.setOf${kind.of}`, inputOf(kind, { team_notes }, id))

/** Writes, writes the same again, and clears. */
async function expectKeptApart(kind: Kind): Promise<void> {
  const path = `/v1/${kind.record}s/${kind.idOf()}`
  const shown = async () => [
    (await clinic.call('GET', path)).body,
    (await clinic.call('GET', '/v1/events')).body,
    await told(api, clinic),
  ]
  const before = await shown()
  expect(JSON.stringify(before)).not.toContain('team_notes')
  const text = `Latex allergy of ${kind.record}.\nPrefers the morning.`
  const written = await set(kind, `  ${text} `)
  expect(written.body).toEqual(inputOf(kind, { team_notes: text }))
  expect((await get(kind)).body).toMatchObject({ team_notes: text })
  expect((await set(kind, text)).body).toEqual(written.body)
  expect(await shown()).toEqual(before)
  const organizationId = clinic.organization.row.id
  const action = `${kind.record}.team_notes_changed`
  const entries = await api.db.auditEntry.findMany({ where: { organizationId, action } })
  expect(entries.map(({ recordId, changes }) => [recordId, changes])).toEqual([
    [String(kind.idOf()), { team_notes: { from: null, to: text } }],
  ])
  expect((await set(kind, '')).body).toEqual(inputOf(kind, { team_notes: null }))
}

const notTheirs = () =>
  [
    [stranger.owner, undefined],
    [clinic.owner, 2_000_000],
  ] as const

describe('teamNotes.getOfClient', () => {
  it('200: null before any are written', async () => {
    expect((await get(OF_CLIENT)).body).toEqual(inputOf(OF_CLIENT, { team_notes: null }))
  })

  it('404 not_found: of another organization, and of none', async () => {
    for (const [who, id] of notTheirs()) {
      expect((await get(OF_CLIENT, who, id)).problem.code).toBe('not_found')
    }
  })
})

describe('teamNotes.setOfClient', () => {
  it('200: keeps the record and the feed as they are, tells the audit, and is cleared', () =>
    expectKeptApart(OF_CLIENT))

  it('400 validation_error: too long, hidden characters, left out', async () => {
    for (const text of ['x'.repeat(2001), 'a\u0000b', undefined]) {
      const { status, problem } = await set(OF_CLIENT, text)
      expect([status, problem.errors[0].field]).toEqual([400, 'team_notes'])
    }
  })

  it('404 not_found: of another organization, of none, and one that was erased', async () => {
    for (const [who, id] of notTheirs()) {
      expect((await set(OF_CLIENT, 'x', who, id)).problem.code).toBe('not_found')
    }
    const { client } = await erased('10:00')
    const { problem } = await set(OF_CLIENT, 'x', clinic.owner, client)
    expect([problem.status, problem.detail]).toEqual([404, expect.stringContaining('was erased')])
  })
})

describe('teamNotes.getOfAppointment', () => {
  it('200: with the notes about the client', async () => {
    await set(OF_CLIENT, 'Latex allergy.')
    expect((await get(OF_APPOINTMENT, collaborator)).body).toEqual({
      appointment_id: appointment.id,
      team_notes: null,
      client_id: appointment.client_id,
      client_team_notes: 'Latex allergy.',
    })
  })

  it('404 not_found: of another organization, and of none', async () => {
    for (const [who, id] of notTheirs()) {
      expect((await get(OF_APPOINTMENT, who, id)).problem.code).toBe('not_found')
    }
  })
})

describe('teamNotes.setOfAppointment', () => {
  it('200: keeps the record and the feed as they are, tells the audit, and is cleared', () =>
    expectKeptApart(OF_APPOINTMENT))

  it('404 not_found: of another organization, of none, and of a client that was erased', async () => {
    for (const [who, id] of notTheirs()) {
      expect((await set(OF_APPOINTMENT, 'x', who, id)).problem.code).toBe('not_found')
    }
    const { booked } = await erased('11:00')
    const { problem } = await set(OF_APPOINTMENT, 'x', clinic.owner, booked)
    expect([problem.status, problem.detail]).toEqual([404, expect.stringContaining('was erased')])
  })
})

/** A client that was erased, and its appointment. */
async function erased(time: string): Promise<{ client: number; booked: number }> {
  const { id } = await anotherClient(api, clinic)
  const start = `2026-11-23T${time}:00-03:00`
  const { body } = await clinic.book({ client_id: id, start })
  const erase = (values: object) =>
    clinic.owner.mutate('clients.erase', { client_id: id, ...values })
  const { version } = (await erase({ preview: true })).body
  expect((await erase({ version })).status).toBe(200)
  return { client: id, booked: body.id }
}
