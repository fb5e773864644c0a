/** Reminders, with a clock that the test moves. */
import { remindClients } from '@scheduling/core'
import { describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { openClinic, type Clinic } from '../../support/messages.ts'

const api = useSharedApi()

const at = (text: string) => `2026-11-${text}:00-03:00`

/** A clinic that the timer has seen, with its clock at Friday, 08:00. */
async function seenClinic(values: object = {}): Promise<Clinic> {
  api.setNow(TEST_NOW)
  const clinic = await openClinic(api, values)
  await remindClients(api.service)
  return clinic
}

async function remindersAt(moment: string): Promise<number> {
  api.setNow(Date.parse(moment))
  return remindClients(api.service)
}

const reminders = async (clinic: Clinic, id: number) =>
  (await clinic.messagesOf(id)).filter(({ purpose }) => purpose === 'reminder')

const book = (clinic: Clinic, start: string) =>
  clinic.book({ email: 'ana@example.com' }, { start: at(start) })

describe('a reminder', () => {
  it('is written once when its time has come, however many workers look and how often', async () => {
    const clinic = await seenClinic()
    const { id } = await book(clinic, '24T14:00')
    await remindersAt(at('23T13:59'))
    expect(await reminders(clinic, id)).toEqual([])
    api.setNow(Date.parse(at('23T14:00')))
    await Promise.all([1, 2, 3, 4].map(() => remindClients(api.service)))
    await remindersAt(at('23T14:01'))
    const [reminder, ...others] = await reminders(clinic, id)
    expect(others).toEqual([])
    expect(reminder).toMatchObject({ channel: 'email', status: 'QUEUED' })
    expect(reminder?.nextAttemptAt?.getTime()).toBe(0)
  })

  it('catches up after a pause, and waits for the end of quiet hours', async () => {
    const clinic = await seenClinic()
    const day = await book(clinic, '24T14:00')
    const night = await book(clinic, '24T23:00')
    await remindersAt(at('23T23:30'))
    const [late] = await reminders(clinic, day.id)
    const [quiet] = await reminders(clinic, night.id)
    // Both come at eight: one should have come at two in the afternoon.
    expect(late?.nextAttemptAt?.getTime()).toBe(Date.parse(at('24T08:00')))
    expect(quiet?.nextAttemptAt?.getTime()).toBe(Date.parse(at('24T08:00')))
  })

  it('comes on the evening before where the morning is too late', async () => {
    const clinic = await seenClinic({ reminderHours: 2 })
    const { id } = await book(clinic, '24T08:30')
    await remindersAt(at('23T20:58'))
    expect(await reminders(clinic, id)).toEqual([])
    await remindersAt(at('23T20:59'))
    expect(await reminders(clinic, id)).toHaveLength(1)
  })

  it('does not come where its time had passed when it was booked', async () => {
    const clinic = await seenClinic()
    await remindersAt(at('23T15:00'))
    const { id } = await book(clinic, '24T12:00')
    await remindersAt(at('23T15:30'))
    await remindersAt(at('24T08:00'))
    expect(await reminders(clinic, id)).toEqual([])
  })

  it('comes again for another start, and not for a cancelled appointment', async () => {
    const clinic = await seenClinic()
    const moved = await book(clinic, '24T14:00')
    const cancelled = await book(clinic, '24T16:00')
    await clinic.call('POST', `/v1/appointments/${cancelled.id}/cancel`, {})
    await remindersAt(at('23T17:00'))
    expect(await reminders(clinic, cancelled.id)).toEqual([])
    await clinic.call('POST', `/v1/appointments/${moved.id}/reschedule`, { start: at('26T14:00') })
    await remindersAt(at('25T14:00'))
    const causes = (await reminders(clinic, moved.id)).map(({ cause }) => cause)
    expect(causes).toEqual([
      `${Date.parse(at('24T14:00'))}-24h`,
      `${Date.parse(at('26T14:00'))}-24h`,
    ])
  })
})
