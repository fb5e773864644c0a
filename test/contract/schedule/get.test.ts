import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { at, MONDAY } from '../../support/booking.ts'
import { openBrowser, signIn } from '../../support/dashboard.ts'
import { expectOk, faultsOf, openChangingClinic, secondOf } from '../../support/impact.ts'

const api = useSharedApi()

const on = (weekday: number, opens: number, closes: number) => ({
  weekday,
  opens_minute: opens * 60,
  closes_minute: closes * 60,
})

describe('schedule.get', () => {
  it('200: hours of everybody who is active, with what changes them in the window', async () => {
    const clinic = await openChangingClinic(api, {
      professionals: 2,
      hours: { weekdays: [1], intervals: [['09:00', '12:00']] },
    })
    const { owner, professional } = clinic
    const second = secondOf(clinic)
    const night = { opens_minute: 1320, closes_minute: 120 }
    for (const date of ['2026-11-22', MONDAY, '2026-11-30']) {
      await owner.mutate('schedule.setDate', {
        professional_id: second.id,
        date,
        intervals: date === MONDAY ? [night] : [],
      })
    }
    await owner.mutate('schedule.addHoliday', { date: '2026-11-29', name: 'Domingo' })
    await owner.mutate('schedule.addHoliday', { date: '2026-11-30', name: 'Depois' })
    const block = await owner.mutate('schedule.createBlockedTime', {
      professional_id: second.id,
      start: at('20:00', '2026-11-22'),
      end: at('00:01'),
    })
    const window = { from: MONDAY, to: '2026-11-29' }
    const collaborator = await signIn(api, clinic.organization, 'manager')
    const reply = await collaborator.query('schedule.get', window)
    const mini = ({ id, name }: { id: number; name: string }) => ({ id, name })
    const rest = {
      object: 'schedule',
      ...window,
      time_zone: 'America/Sao_Paulo',
      holidays: [{ object: 'holiday', date: '2026-11-29', name: 'Domingo' }],
    }
    const [first, other, ...people] = expectOk(reply).body.professionals
    expect(reply.body).toMatchObject({
      ...rest,
      blocked_times: [block.body.blocked_time],
      blocked_times_total: 1,
    })
    expect(first).toEqual({
      professional: mini(professional),
      week: [on(1, 9, 12)],
      overrides: [],
    })
    expect(other).toEqual({
      professional: mini(second),
      week: [on(1, 9, 12)],
      overrides: [{ date: MONDAY, intervals: [night] }],
    })
    // The two who are signed in work too, without hours.
    expect(people.map(({ week }: { week: unknown[] }) => week)).toEqual([[], []])
    const one = await owner.query('schedule.get', { ...window, professional_id: professional.id })
    expect(one.body).toEqual({
      ...rest,
      professionals: [first],
      busy_times: [],
      busy_times_total: 0,
      blocked_times: [],
      blocked_times_total: 0,
    })
  })

  it('400: windows of no day, of too many, and of dates that are none', async () => {
    const { owner } = await openChangingClinic(api)
    const get = (from: string, to: string) => owner.query('schedule.get', { from, to })
    expectOk(await get('2027-01-01', '2028-01-01'))
    expect(faultsOf(await get('2027-01-01', '2028-01-02'))).toEqual(['to:out_of_range'])
    expect(faultsOf(await get('2027-01-02', '2027-01-01'))).toEqual(['to:out_of_range'])
    expect(faultsOf(await get('2027-02-29', '2027-03-01'))).toEqual(['from:invalid_format'])
    expect(faultsOf(await get('9999-12-31', '9999-12-31'))).toEqual(['from:out_of_range'])
    expect(faultsOf(await get('0001-01-01', '0001-01-01'))).toEqual(['from:out_of_range'])
  })

  it('404 not_found: another organization’s professional; nothing of another organization is shown', async () => {
    const [clinic, other] = [await openChangingClinic(api), await openChangingClinic(api)]
    await other.owner.mutate('schedule.addHoliday', { date: MONDAY, name: 'Deles' })
    const window = { from: MONDAY, to: MONDAY }
    const reply = await clinic.owner.query('schedule.get', {
      ...window,
      professional_id: other.professional.id,
    })
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
    const mine = await clinic.owner.query('schedule.get', window)
    expect(mine.body).toMatchObject({ holidays: [], blocked_times: [] })
    expect(mine.body.professionals).toHaveLength(2)
    expect((await openBrowser(api).query('schedule.get', window)).status).toBe(401)
  })
})
