import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { at, MONDAY } from '../../support/booking.ts'
import { dateOverride } from '../../support/clinic.ts'
import { openBrowser, signIn } from '../../support/dashboard.ts'
import { expectOk, faultsOf, openChangingClinic, secondOf, shown } from '../../support/impact.ts'
import { testEveryImpact } from '../../support/impact-tests.ts'

const api = useSharedApi()

describe('schedule.addHoliday', () => {
  it('200: closes the date, but for those who have hours of its own', async () => {
    const clinic = await openChangingClinic(api, { professionals: 2 })
    const second = secondOf(clinic)
    await dateOverride(api.db, clinic.organization.row, second, MONDAY, [['09:00', '18:00']])
    const lost = await clinic.bookAt('09:00')
    await clinic.bookAt('09:00', { professional_id: second.id })
    const moved = await clinic.bookAt('10:00')
    const reply = await clinic.owner.mutate('schedule.addHoliday', {
      date: MONDAY,
      name: ' Consciência Negra ',
      appointments: 'move',
    })
    expectOk(reply)
    expect(reply.body.holiday).toEqual({
      object: 'holiday',
      date: MONDAY,
      name: 'Consciência Negra',
    })
    expect(shown(reply)).toEqual([
      [lost, 'holiday', 'kept', null],
      [moved, 'holiday', 'moved', second.id],
    ])
    expect(await clinic.starts(MONDAY, clinic.professional)).toEqual([])
    expect((await clinic.noted())[0]).toMatchObject({ action: 'appointment.rescheduled' })
    expect((await clinic.noted())[1]).toEqual({
      action: 'holiday.created',
      recordId: MONDAY,
      changes: { name: { from: null, to: 'Consciência Negra' } },
    })
  })

  it('400: a date that is a holiday already, no date, no name, too far away', async () => {
    const clinic = await openChangingClinic(api)
    const add = async (input: object) =>
      faultsOf(await clinic.owner.mutate('schedule.addHoliday', input))
    await clinic.owner.mutate('schedule.addHoliday', { date: MONDAY, name: 'Um' })
    expect(await add({ date: MONDAY, name: 'Dois' })).toEqual(['date:already_in_use'])
    expect(await add({ date: '2026-13-01', name: '' })).toEqual([
      'date:invalid_format',
      'name:too_short',
    ])
    expect(await add({ date: '2999-01-01', name: 'Longe' })).toEqual(['date:out_of_range'])
  })

  testEveryImpact(() => api, {
    procedure: 'schedule.addHoliday',
    input: () => ({ date: MONDAY, name: 'Feriado' }),
    other: () => ({ date: MONDAY, name: 'Outro' }),
    reason: 'holiday',
    canMove: false,
    notes: ['holiday.created'],
  })
})

describe('schedule.removeHoliday', () => {
  it('200: opens the date again', async () => {
    const clinic = await openChangingClinic(api)
    await clinic.owner.mutate('schedule.addHoliday', { date: MONDAY, name: 'Feriado' })
    const collaborator = await signIn(api, clinic.organization, 'manager')
    const reply = await collaborator.mutate('schedule.removeHoliday', { date: MONDAY })
    expect(expectOk(reply).body).toEqual({
      holiday: { object: 'holiday', date: MONDAY, name: 'Feriado' },
    })
    expect((await clinic.starts())[0]).toBe(at('09:00'))
    expect((await clinic.noted()).at(-1)).toEqual({
      action: 'holiday.deleted',
      recordId: MONDAY,
      changes: { name: { from: 'Feriado', to: null } },
    })
  })

  it('404 not_found: no holiday, and another organization’s', async () => {
    const [clinic, other] = [await openChangingClinic(api), await openChangingClinic(api)]
    await other.owner.mutate('schedule.addHoliday', { date: MONDAY, name: 'Feriado' })
    const reply = await clinic.owner.mutate('schedule.removeHoliday', { date: MONDAY })
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
    expect(await other.starts()).toEqual([])
    const stranger = await openBrowser(api).mutate('schedule.removeHoliday', { date: MONDAY })
    expect(stranger.status).toBe(401)
  })
})
