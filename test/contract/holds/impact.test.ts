/** What changes of hours, services and the team do with time that callers hold. */
import { beforeEach, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { at, MONDAY } from '../../support/booking.ts'
import { openChangingClinic, type ChangingClinic } from '../../support/impact.ts'
import { bookHold, held, holdStatus } from '../../support/holds.ts'

const api = useOwnApi()
let clinic: ChangingClinic
let id: number
beforeEach(async () => {
  api.setNow(TEST_NOW)
  clinic = await openChangingClinic(api)
  id = await held(clinic)
})

const CHANGES: Readonly<
  Record<string, [procedure: string, reason: string, input: (clinic: ChangingClinic) => object]>
> = {
  'blocked time': [
    'schedule.createBlockedTime',
    'blocked',
    ({ professional }) => ({
      professional_id: professional.id,
      start: at('09:15'),
      end: at('09:45'),
    }),
  ],
  'a week without hours': [
    'schedule.setWeek',
    'outside_hours',
    ({ professional }) => ({ professional_id: professional.id, intervals: [] }),
  ],
  'a holiday': ['schedule.addHoliday', 'holiday', () => ({ date: MONDAY, name: 'Feriado' })],
  'a service that is offered no more': [
    'services.deactivate',
    'service_not_offered',
    ({ service }) => ({ service_id: service.id }),
  ],
  'a professional who leaves': [
    'professionals.deactivate',
    'professional_inactive',
    ({ professional }) => ({ professional_id: professional.id }),
  ],
}

it.each(Object.entries(CHANGES))(
  '%s: shows the hold, and keeps it',
  async (_, [name, reason, of]) => {
    const { owner } = clinic
    const preview = await owner.mutate(name, { ...of(clinic), preview: true })
    const shown = {
      hold: { id, start: at('09:00'), professional: { id: clinic.professional.id } },
      held_by: expect.any(String),
      reason,
    }
    expect(preview.body.impact.holds).toMatchObject([{ ...shown, action: 'kept' }])
    const { body, problem } = await owner.mutate(name, {
      ...of(clinic),
      version: preview.body.impact.version,
    })
    expect(problem).toBeUndefined()
    expect(body.impact).toMatchObject({ total: 0, holds: [{ ...shown, action: 'kept' }] })
    expect((await bookHold(clinic, id)).status).toBe(201)
  },
)

it.each(Object.entries(CHANGES))('%s: releases the hold', async (_, [name, , of]) => {
  const { body } = await clinic.owner.mutate(name, { ...of(clinic), holds: 'release' })
  expect(body.impact.holds).toMatchObject([{ hold: { id }, action: 'released' }])
  expect(await holdStatus(clinic, id)).toBe('RELEASED')
  const notes = await clinic.noted()
  expect(notes.filter(({ action }) => action === 'hold.released')).toMatchObject([
    { recordId: String(id) },
  ])
  expect((await bookHold(clinic, id)).status).not.toBe(201)
})

it('one that fits on, has expired, was released or booked is not concerned', async () => {
  const fits = await held(clinic, { start: at('10:00') })
  const booked = await held(clinic, { start: at('11:00') })
  const released = await held(clinic, { start: at('14:00') })
  await bookHold(clinic, booked)
  await clinic.call('DELETE', `/v1/holds/${released}`)
  const block = (start: string, end: string) =>
    clinic.owner.mutate('schedule.createBlockedTime', {
      professional_id: clinic.professional.id,
      start: at(start),
      end: at(end),
      preview: true,
    })
  const ids = async (start: string, end: string) =>
    (await block(start, end)).body.impact.holds.map(({ hold }: { hold: { id: number } }) => hold.id)
  expect(await ids('09:00', '09:30')).toEqual([id])
  expect(await ids('09:00', '18:00')).toEqual([id, fits])
  api.setNow(TEST_NOW + 5 * 60_000)
  expect(await ids('09:00', '18:00')).toEqual([])
})
