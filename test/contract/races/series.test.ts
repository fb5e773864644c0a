/** Series and single bookings for the same time, at the same time. */
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { clientsOf, expectSoundCalendar } from '../../support/at-once.ts'
import { at } from '../../support/booking.ts'
import { createService } from '../../support/clinic.ts'
import { createSeries, LONG_DAYS } from '../../support/series.ts'
import { openDashboard } from '../../support/team-changes.ts'

const api = useSharedApi()

const RULES = [
  'FREQ=DAILY;COUNT=12',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE;COUNT=9',
  'FREQ=DAILY;INTERVAL=2;COUNT=7',
]
const COUNTS = [12, 9, 7]
const CLOCKS = ['09:00', '09:15', '09:30']

describe('appointments.createSeries at once with others', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    '200: each date is booked or reported, and no time is given twice (%i)',
    async (round) => {
      const isGroup = round % 3 === 0
      const clinic = await openDashboard(api, {
        professionals: round % 2 === 0 ? 2 : 1,
        hours: LONG_DAYS,
        service: isGroup ? { maxCapacity: 2 } : {},
      })
      const clients = await clientsOf(api, clinic, 12)
      const anyone = round % 2 === 0 ? { professional_id: null } : {}
      const series = RULES.flatMap((rule, index) =>
        [0, 1].map((turn) => ({
          count: COUNTS[index] ?? 0,
          reply: () =>
            createSeries(clinic, rule, {
              client_id: clients[index * 2 + turn],
              start: at(CLOCKS[(index + turn + round) % 3] ?? '09:00'),
              ...anyone,
            }),
        })),
      )
      const singles = [0, 1, 2, 3, 4, 5].map((index) =>
        clinic.book({
          client_id: clients[6 + index],
          start: at(CLOCKS[index % 3] ?? '09:00', `2026-11-2${3 + Math.floor(index / 3)}`),
          ...anyone,
        }),
      )
      const answered = await Promise.all(
        series.map(async ({ count, reply }) => ({ count, reply: await reply() })),
      )
      let booked = 0
      for (const { count, reply } of answered) {
        if (reply.status === 409) {
          expect(reply.problem.code).toBe('slot_unavailable')
          expect(reply.problem.errors).toHaveLength(count)
          continue
        }
        expect(reply.status).toBe(200)
        expect(reply.body.appointments.length + reply.body.refused.length).toBe(count)
        booked += reply.body.appointments.length
      }
      for (const { status, body } of await Promise.all(singles)) {
        expect([201, 'slot_unavailable']).toContain(status === 201 ? 201 : body.code)
        if (status === 201) booked += 1
      }
      expect(
        await api.db.appointment.count({ where: { organizationId: clinic.organization.row.id } }),
      ).toBe(booked)
      await expectSoundCalendar(api, clinic)
    },
  )

  it('200: series that are made, moved and cancelled, and services that grow, keep the calendar sound', async () => {
    const clinic = await openDashboard(api, { professionals: 2, hours: LONG_DAYS })
    const long = await createService(api.db, clinic.organization.row, {
      durationMinutes: 60,
      performedBy: clinic.professionals,
    })
    const clients = await clientsOf(api, clinic, 8)
    const series = await Promise.all(
      [0, 1].map((index) =>
        createSeries(clinic, 'FREQ=DAILY;COUNT=8', {
          client_id: clients[index],
          start: at(index === 0 ? '09:00' : '10:00'),
        }),
      ),
    )
    const [one, other] = series.map(({ body }) => body.appointments)
    const { owner } = clinic
    const replies = await Promise.all([
      owner.mutate('appointments.rescheduleSeries', {
        appointment_id: one[0].id,
        scope: 'all',
        time: '10:30',
      }),
      owner.mutate('appointments.rescheduleSeries', {
        appointment_id: other[0].id,
        scope: 'all',
        shift_days: 1,
        professional_id: null,
      }),
      owner.mutate('appointments.cancelSeries', { appointment_id: one[4].id, scope: 'following' }),
      ...other.slice(0, 4).map(({ id }: { id: number }) =>
        owner.mutate('appointments.changeServices', {
          appointment_id: id,
          service_ids: [long.id],
        }),
      ),
      ...clients.slice(2).map((client_id, index) =>
        createSeries(clinic, 'FREQ=DAILY;COUNT=5', {
          client_id,
          professional_id: null,
          start: at(index % 2 === 0 ? '10:00' : '10:30'),
        }),
      ),
      owner.mutate('appointments.delete', { appointment_id: other[6].id }),
    ])
    for (const { status, problem } of replies) {
      expect([200, 409], JSON.stringify(problem)).toContain(status)
    }
    await expectSoundCalendar(api, clinic)
  })

  it.each([
    ['appointments.cancelSeries', {}],
    ['appointments.rescheduleSeries', { time: '15:00' }],
  ])(
    '404 not_found: %s for an appointment that is deleted meanwhile',
    async (procedure, change) => {
      const clinic = await openDashboard(api, { hours: LONG_DAYS })
      const made = await createSeries(clinic, 'FREQ=DAILY;COUNT=8')
      const { owner } = clinic
      const answers = await Promise.all(
        made.body.appointments.flatMap(({ id: appointment_id }: { id: number }) => [
          owner.mutate('appointments.delete', { appointment_id }),
          ...['one', 'one', 'following'].map((scope) =>
            owner.mutate(procedure, { appointment_id, scope, ...change }),
          ),
        ]),
      )
      const codes = new Set(answers.map(({ problem }) => problem?.code))
      codes.delete('appointment_not_editable')
      codes.delete('slot_unavailable')
      expect([...codes].toSorted()).toEqual(['not_found', undefined])
      await expectSoundCalendar(api, clinic)
    },
  )
})
