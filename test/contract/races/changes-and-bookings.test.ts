/** Bookings while hours, services or the team change: afterwards each appointment fits, or was reported. */
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { clientsOf, expectSoundCalendar, times } from '../../support/at-once.ts'
import { at, MONDAY } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import {
  expectOk,
  openChangingClinic,
  secondOf,
  type ChangingClinic,
} from '../../support/impact.ts'
import { openQueue } from '../../support/queue.ts'
import { rounds } from '../../support/sample.ts'

const api = useSharedApi()

type Race = {
  readonly name: string
  readonly procedure: string
  readonly input: (clinic: ChangingClinic) => object
  /** Whose Monday does not fit any more; of everybody, for null. */
  readonly of: 'first' | null
  readonly capacity?: number
  readonly rounds?: number
}

const RACES: readonly Race[] = [
  {
    name: 'a professional who leaves',
    rounds: 30,
    procedure: 'professionals.deactivate',
    input: ({ professional }) => ({ professional_id: professional.id }),
    of: 'first',
  },
  {
    name: 'blocked time',
    rounds: 30,
    procedure: 'schedule.createBlockedTime',
    input: ({ professional }) => ({
      professional_id: professional.id,
      start: MONDAY,
      end: MONDAY,
      all_day: true,
    }),
    of: 'first',
  },
  {
    name: 'blocked time of all, and seats',
    procedure: 'schedule.createBlockedTime',
    input: () => ({ professional_id: null, start: MONDAY, end: MONDAY, all_day: true }),
    of: null,
    capacity: 3,
  },
  {
    name: 'new hours',
    rounds: 30,
    procedure: 'schedule.setWeek',
    input: ({ professional }) => ({ professional_id: professional.id, intervals: [] }),
    of: 'first',
  },
  {
    name: 'a holiday',
    procedure: 'schedule.addHoliday',
    input: () => ({ date: MONDAY, name: 'Feriado' }),
    of: null,
  },
  {
    name: 'other performers',
    procedure: 'services.update',
    input: (clinic) => ({ service_id: clinic.service.id, professional_ids: [secondOf(clinic).id] }),
    of: 'first',
  },
  {
    name: 'other services',
    procedure: 'professionals.update',
    input: ({ professional }) => ({ professional_id: professional.id, service_ids: [] }),
    of: 'first',
  },
  {
    name: 'a service that is no longer offered',
    procedure: 'services.deactivate',
    input: ({ service }) => ({ service_id: service.id }),
    of: null,
  },
  {
    name: 'a service that goes to the queue',
    procedure: 'services.update',
    input: ({ service }) => ({ service_id: service.id, booking_mode: 'QUEUE' }),
    of: null,
  },
]

const STARTS = ['09:00', '09:30', '10:00', '10:30', '14:00', '14:30', '15:00', '15:30']

describe.each(RACES)('$procedure and bookings at the same time: $name', (race) => {
  it('each open appointment fits or was reported, and no calendar is broken', async () => {
    let reported = 0
    let refused = 0
    for (let round = 0; round < rounds(race.rounds ?? 12); round += 1) {
      const clinic = await openChangingClinic(api, {
        professionals: 2,
        service: { maxCapacity: race.capacity ?? 1 },
      })
      const { professional } = clinic
      const clients = await clientsOf(api, clinic, STARTS.length)
      const action = (['keep', 'move', 'cancel'] as const)[round % 3]
      const choice = race.procedure === 'services.deactivate' && action === 'move' ? 'keep' : action
      const change = async () => {
        await pause(((round * 7) % 10) * 3)
        return clinic.owner.mutate(race.procedure, {
          ...race.input(clinic),
          appointments: choice,
        })
      }
      const book = async (index: number) => {
        // Some come before the change, and some after it.
        await pause(index * 6)
        return clinic.book({
          start: at(STARTS[index] ?? ''),
          client_id: clients[index],
          // Some ask for anyone, so that they lock both.
          professional_id: index % 3 === 2 ? null : professional.id,
        })
      }
      const [changed, bookings] = await Promise.all([change(), times(STARTS.length, book)])
      const label = `round ${round}, ${choice}`
      expectOk(changed)
      for (const { status, text } of bookings) expect([201, 400, 409], text).toContain(status)
      refused += bookings.filter(({ status }) => status !== 201).length
      const told = new Map<number, string>(
        changed.body.impact.appointments.map((one: any) => [one.appointment.id, one.action]),
      )
      reported += told.size
      const open = await api.db.appointment.findMany({
        where: {
          organizationId: clinic.organization.row.id,
          status: { in: ['PENDING', 'CONFIRMED'] },
        },
      })
      const misplaced = open.filter(
        (row) => race.of === null || row.professionalId === professional.id,
      )
      for (const { id } of misplaced) expect([id, told.get(id)], label).toEqual([id, 'kept'])
      const ended = [...told].filter(([, done]) => done === 'cancelled').map(([id]) => id)
      for (const id of ended)
        expect(
          open.map((row) => row.id),
          label,
        ).not.toContain(id)
      await expectSoundCalendar(api, clinic)
    }
    // Both orders really happened.
    expect(reported).toBeGreaterThan(0)
    expect(refused).toBeGreaterThan(0)
  }, 240_000)
})

describe('services.update and bookings at the same time: fewer seats', () => {
  it('no session has more seats than the service, unless they were reported', async () => {
    let reported = 0
    for (let round = 0; round < rounds(20); round += 1) {
      const clinic = await openChangingClinic(api, { service: { maxCapacity: 6 } })
      const clients = await clientsOf(api, clinic, 6)
      const [changed, bookings] = await Promise.all([
        (async () => {
          await pause(((round * 7) % 10) * 3)
          return clinic.owner.mutate('services.update', {
            service_id: clinic.service.id,
            max_capacity: 2,
            appointments: round % 2 === 0 ? 'keep' : 'cancel',
          })
        })(),
        times(6, async (index) => {
          await pause(index * 6)
          return clinic.book({ client_id: clients[index] })
        }),
      ])
      expectOk(changed)
      const kept = changed.body.impact.kept
      reported += changed.body.impact.total
      const open = await api.db.appointment.count({
        where: { organizationId: clinic.organization.row.id, status: 'PENDING' },
      })
      const accepted = bookings.filter(({ status }) => status === 201).length
      expect(open, `round ${round}, ${accepted} booked`).toBeLessThanOrEqual(2 + kept)
      await expectSoundCalendar(api, clinic)
    }
    expect(reported).toBeGreaterThan(0)
  }, 240_000)
})

describe('services.deactivate and joins of its queue at the same time', () => {
  it('no one joins once the service is no longer offered', async () => {
    for (let round = 0; round < 4; round += 1) {
      const queue = await openQueue(api)
      const owner = await signIn(api, queue.organization)
      const clients = await times(6, () => queue.newClient())
      const [, ...joined] = await Promise.all([
        owner.mutate('services.deactivate', { service_id: queue.service.id }).then(expectOk),
        ...clients.map(({ id }) => queue.join({ client_id: id })),
      ])
      for (const { status, body } of joined) {
        if (status !== 201) expect(body.errors).toMatchObject([{ code: 'inactive' }])
      }
      const types = (await eventsOf(api.db, queue.organization.row)).map(({ type }) => type)
      expect(types).toContain('service.deactivated')
      expect(types.slice(-2)).toEqual(['service.deactivated', 'professional.updated'])
    }
  }, 60_000)
})

describe('changes at the same time', () => {
  it('two of one professional, each with a version: one is stale', async () => {
    for (let round = 0; round < 10; round += 1) {
      const clinic = await openChangingClinic(api, { professionals: 2 })
      await clinic.bookAt('09:00')
      const id = clinic.professional.id
      const leave = { professional_id: id }
      const block = { professional_id: id, start: MONDAY, end: MONDAY, all_day: true }
      const versionOf = async (procedure: string, input: object) =>
        (await clinic.owner.mutate(procedure, { ...input, preview: true })).body.impact.version
      const [one, other] = await Promise.all([
        versionOf('professionals.deactivate', leave),
        versionOf('schedule.createBlockedTime', block),
      ])
      const replies = await Promise.all([
        clinic.owner.mutate('professionals.deactivate', {
          ...leave,
          appointments: 'cancel',
          version: one,
        }),
        clinic.owner.mutate('schedule.createBlockedTime', {
          ...block,
          appointments: 'cancel',
          version: other,
        }),
      ])
      const statuses = replies.map(({ status }) => status)
      // Blocked time of someone who has just left is refused as such.
      expect([
        [200, 409],
        [409, 200],
        [200, 400],
      ]).toContainEqual(statuses)
    }
  }, 60_000)

  it('two owners who deactivate each other: one stays, and can still sign in', async () => {
    for (let round = 0; round < 5; round += 1) {
      const clinic = await openChangingClinic(api)
      const second = await signIn(api, clinic.organization)
      const owners = await api.db.professional.findMany({
        where: { organizationId: clinic.organization.row.id, role: 'owner' },
        orderBy: { id: 'asc' },
      })
      const [a, b] = owners
      const replies = await Promise.all([
        clinic.owner.mutate('professionals.deactivate', { professional_id: b?.id }),
        second.mutate('professionals.deactivate', { professional_id: a?.id }),
      ])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect([401, 409]).toContain(replies.find(({ status }) => status !== 200)?.status)
      const left = await api.db.professional.count({
        where: { organizationId: clinic.organization.row.id, role: 'owner', isActive: true },
      })
      expect(left).toBe(1)
    }
  }, 60_000)
})
