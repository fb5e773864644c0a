/** A time that is held while a person pays elsewhere, from the first click to the booking, through what may happen. */
import { Scheduling } from '@scheduling/sdk'
import { expect, it, onTestFinished } from 'vitest'
import { TEST_NOW, useOwnApi } from '../support/api.ts'
import { startApiProcess } from '../support/api-process.ts'
import { clientsOf, expectSoundCalendar } from '../support/at-once.ts'
import { at, COMING_MONDAY, holdsOf, openClinic } from '../support/booking.ts'
import { hold } from '../support/holds.ts'
import { bookAs } from '../support/public-booking.ts'
import { fact, workerBeside } from '../support/worker.ts'

const MINUTE_MS = 60_000

const api = useOwnApi()

it('a chatbot holds a time, the person pays for four minutes, and it is booked; without the hold it is gone', async () => {
  api.setNow(TEST_NOW)
  const clinic = await openClinic(api)
  const bot = new Scheduling({ baseUrl: api.url, apiKey: clinic.organization.key })
  const serviceIds = [clinic.service.id]
  const client = { firstName: 'Maria', phone: '(11) 95555-0101' }
  const held = await bot.holds.create({ serviceIds, start: at('09:00'), holder: 'chat-7' })
  api.setNow(TEST_NOW + 3 * MINUTE_MS)
  const stranger = await bookAs(api, clinic, { start: at('09:00') })
  expect(stranger.problem).toMatchObject({ code: 'slot_unavailable' })
  api.setNow(TEST_NOW + 4 * MINUTE_MS)
  const booked = await bot.appointments.create({ holdId: held.id, client })
  expect(booked.start).toBe(at('09:00'))

  expect((await bookAs(api, clinic, { start: at('10:00') })).status).toBe(200)
  const late = bot.appointments.create({ serviceIds, start: at('10:00'), client })
  await expect(late).rejects.toMatchObject({ code: 'slot_unavailable' })
  await expectSoundCalendar(api, clinic)
})

it.each([
  ['before one has the lock', 201],
  ['after the first answer', 409],
])('a process is killed while ten book one hold, %s: it is booked once', async (moment, then) => {
  api.setClock(Date.now)
  const clinic = await openClinic(api)
  const { body } = await hold(clinic, { start: at('09:00', COMING_MONDAY) })
  const clients = await clientsOf(api, clinic, 11)
  const killed = await startApiProcess(api)
  const book = async (url: string, client_id: number | undefined): Promise<number> => {
    const { status } = await fetch(`${url}/v1/appointments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${clinic.organization.key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ hold_id: body.id, client_id }),
    })
    return status
  }
  const { pool } = api.connection
  const blocker = await pool.connect()
  onTestFinished(() => blocker.release(true))
  // Bookings lock their professional by this key.
  const lock = [1, clinic.professional.id]
  if (then === 201) await blocker.query('SELECT pg_advisory_lock($1, $2)', lock)
  const asked = clients.slice(1).map((id) => book(killed.url, id).catch(() => 0))
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`
  if (then === 201) await fact(moment, async () => (await pool.query(waiting)).rowCount !== 0)
  else await Promise.any(asked)
  killed.kill('SIGKILL')
  await blocker.query('SELECT pg_advisory_unlock_all()')
  const answers = await Promise.all(asked)
  // Its sessions get the lock one after the other, find no client, and undo what they did.
  await fact('an end', async () => (await pool.query(waiting)).rowCount === 0)
  expect(await book(api.url, clients[0])).toBe(then)
  expect(answers.filter((status) => status === 201)).toHaveLength(then === 201 ? 0 : 1)
  expect(
    await api.db.appointment.count({ where: { organizationId: clinic.organization.row.id } }),
  ).toBe(1)
  await expectSoundCalendar(api, clinic)
})

it('a worker frees the time of a hold that was not booked', async () => {
  let ahead = 0
  api.setClock(() => Date.now() + ahead)
  const worker = await workerBeside(api)
  onTestFinished(() => worker.stop())
  const clinic = await openClinic(api)
  await hold(clinic, { start: at('09:00', COMING_MONDAY) })
  expect(await holdsOf(api, clinic)).toHaveLength(1)
  ahead = 5 * MINUTE_MS
  await api.connection.pool.query("SELECT graphile_worker.add_job('expire_holds')")
  await fact('free time', async () => (await holdsOf(api, clinic)).length === 0)
})
