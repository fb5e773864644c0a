import { describe, expect, it } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { at, MONDAY } from '../../support/booking.ts'
import { dateOverride } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { expectOk, faultsOf, openChangingClinic } from '../../support/impact.ts'
import { testEveryImpact } from '../../support/impact-tests.ts'

const api = useOwnApi()

const SATURDAY = '2026-11-28'
const hours = (opens: number, closes: number) => ({
  opens_minute: opens * 60,
  closes_minute: closes * 60,
})

describe('schedule.setDate', () => {
  it('200: replaces the hours of the weekday, and of a holiday, and notes it', async () => {
    const clinic = await openChangingClinic(api)
    const { id } = clinic.professional
    await clinic.owner.mutate('schedule.addHoliday', { date: SATURDAY, name: 'Feriado' })
    const reply = await clinic.owner.mutate('schedule.setDate', {
      professional_id: id,
      date: SATURDAY,
      intervals: [hours(20, 2), hours(9, 12)],
    })
    expectOk(reply)
    expect(reply.body.date_override).toEqual({
      object: 'date_override',
      professional_id: id,
      date: SATURDAY,
      intervals: [hours(9, 12), hours(20, 2)],
    })
    expect((await clinic.noted()).at(-1)).toEqual({
      action: 'date_override.updated',
      recordId: `${id}:${SATURDAY}`,
      changes: { intervals: { from: null, to: [hours(9, 12), hours(20, 2)] } },
    })
    const starts = await clinic.starts(SATURDAY)
    expect([starts[0], starts.at(-1)]).toEqual([at('09:00', SATURDAY), at('23:45', SATURDAY)])
    expect(await clinic.starts('2026-11-29')).toContain(at('01:30', '2026-11-29'))
    const closed = { professional_id: id, date: SATURDAY, intervals: [] }
    expectOk(await clinic.owner.mutate('schedule.setDate', closed))
    expect(await clinic.starts(SATURDAY)).toEqual([])
    const before = await clinic.everything()
    expectOk(await clinic.owner.mutate('schedule.setDate', closed))
    expect(await clinic.everything()).toBe(before)
  })

  it('200: hours of a date that cut short those of the night before', async () => {
    const clinic = await openChangingClinic(api, {
      hours: { weekdays: [1], intervals: [['20:00', '03:00']] },
    })
    const night = await clinic.book({ start: at('01:00', '2026-11-24') })
    expect(night.status).toBe(201)
    const tuesday = { professional_id: clinic.professional.id, date: '2026-11-24' }
    const reply = await clinic.owner.mutate('schedule.setDate', {
      ...tuesday,
      intervals: [hours(9, 12)],
      preview: true,
    })
    expect(expectOk(reply).body.impact.appointments).toMatchObject([
      { appointment: { id: night.body.id }, reason: 'outside_hours' },
    ])
    // As the hours of the date itself, they do.
    const kept = await clinic.owner.mutate('schedule.setDate', {
      ...tuesday,
      intervals: [hours(0, 3)],
    })
    expect(expectOk(kept).body.impact.total).toBe(0)
  })

  it('400: intervals that overlap, dates that are none, and dates too far away', async () => {
    const clinic = await openChangingClinic(api)
    const set = async (input: object) => {
      const reply = await clinic.owner.mutate('schedule.setDate', {
        professional_id: clinic.professional.id,
        date: MONDAY,
        intervals: [],
        ...input,
      })
      return [reply.status, ...(reply.problem === undefined ? [] : faultsOf(reply))]
    }
    expect(await set({ intervals: [hours(9, 12), hours(11, 13)] })).toEqual([
      400,
      'intervals[1]:invalid_value',
    ])
    expect(await set({ intervals: [hours(9, 12), hours(9, 12)] })).toEqual([
      400,
      'intervals[1]:duplicate_item',
    ])
    expect(await set({ date: '2026-02-30' })).toEqual([400, 'date:invalid_format'])
    for (const date of ['0001-01-01', '9999-12-31', '2036-12-31']) {
      expect(await set({ date })).toEqual([400, 'date:out_of_range'])
    }
  })

  it('404 not_found: another organization’s professional', async () => {
    const [clinic, other] = [await openChangingClinic(api), await openChangingClinic(api)]
    const input = { professional_id: other.professional.id, date: MONDAY, intervals: [] }
    const reply = await clinic.owner.mutate('schedule.setDate', input)
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
    expect(await api.db.dateOverride.count()).toBe(
      await api.db.dateOverride.count({
        where: { professionalId: { not: other.professional.id } },
      }),
    )
  })

  testEveryImpact(() => api, {
    procedure: 'schedule.setDate',
    input: ({ professional }) => ({
      professional_id: professional.id,
      date: MONDAY,
      intervals: [],
    }),
    other: ({ professional }) => ({
      professional_id: professional.id,
      date: MONDAY,
      intervals: [hours(9, 10)],
    }),
    reason: 'outside_hours',
    canMove: true,
    notes: ['date_override.updated'],
  })
})

describe('schedule.clearDate', () => {
  it('200: the date follows the week again', async () => {
    const clinic = await openChangingClinic(api)
    const { professional } = clinic
    await dateOverride(api.db, clinic.organization.row, professional, MONDAY, [['20:00', '22:00']])
    const reply = await clinic.owner.mutate('schedule.clearDate', {
      professional_id: professional.id,
      date: MONDAY,
    })
    expect(expectOk(reply).body.date_override).toEqual({
      object: 'date_override',
      professional_id: professional.id,
      date: MONDAY,
      intervals: null,
    })
    expect((await clinic.starts())[0]).toBe(at('09:00'))
    expect(await clinic.noted()).toEqual([
      {
        action: 'date_override.deleted',
        recordId: `${professional.id}:${MONDAY}`,
        changes: { intervals: { from: [hours(20, 22)], to: null } },
      },
    ])
  })

  it('404 not_found: a date without hours of its own, and another organization’s professional', async () => {
    const [clinic, other] = [await openChangingClinic(api), await openChangingClinic(api)]
    await dateOverride(api.db, other.organization.row, other.professional, MONDAY)
    const collaborator = await signIn(api, clinic.organization, 'manager')
    for (const professional_id of [clinic.professional.id, other.professional.id]) {
      const reply = await collaborator.mutate('schedule.clearDate', {
        professional_id,
        date: MONDAY,
      })
      expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
    }
    const left = await api.db.dateOverride.count({
      where: { professionalId: other.professional.id },
    })
    expect(left).toBe(1)
  })

  testEveryImpact(() => api, {
    procedure: 'schedule.clearDate',
    date: SATURDAY,
    async prepare({ professionals, organization }) {
      for (const professional of professionals) {
        await dateOverride(api.db, organization.row, professional, SATURDAY, [['09:00', '18:00']])
      }
    },
    input: ({ professional }) => ({ professional_id: professional.id, date: SATURDAY }),
    reason: 'outside_hours',
    canMove: true,
    notes: ['date_override.deleted'],
  })
})
