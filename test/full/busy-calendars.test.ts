/** Calendars elsewhere, read by real workers. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { at, COMING_MONDAY, openClinic, type BookableClinic } from '../support/booking.ts'
import { calendarHost, icsOf, type CalendarHost } from '../support/calendars.ts'
import { signIn } from '../support/dashboard.ts'
import { fact, workerBeside } from '../support/worker.ts'
import { spawnWorker, type WorkerProcess } from '../support/worker-process.ts'

let api: TestApi
let host: CalendarHost
let processes: WorkerProcess[] = []
beforeAll(async () => {
  api = await startTestApi()
  api.setClock(() => Date.now())
})
beforeEach(async () => {
  host = await calendarHost()
})
afterEach(async () => {
  await Promise.all(processes.map((one) => one.kill()))
  processes = []
  await host.close()
})
afterAll(() => api.close())

const busyAt = (from: string, until: string) =>
  icsOf([
    `DTSTART:${COMING_MONDAY.replaceAll('-', '')}T${from}00Z`,
    `DTEND:${COMING_MONDAY.replaceAll('-', '')}T${until}00Z`,
  ])

async function connectedClinic() {
  const clinic = await openClinic(api)
  const owner = await signIn(api, clinic.organization)
  const input = { professional_id: clinic.professional.id }
  const reply = await owner.mutate('calendars.connectBusy', { ...input, url: host.url })
  expect(reply.body.status).toBe('pending')
  const state = async () => (await owner.query('calendars.getBusy', input)).body
  return { clinic, owner, state }
}

async function spawn(): Promise<WorkerProcess> {
  const started = spawnWorker(api.databaseUrl)
  processes.push(started)
  await started.running
  return started
}

/** Whether Monday at ten of São Paulo can be booked. */
const isFree = async (clinic: BookableClinic) =>
  (await clinic.starts(COMING_MONDAY)).includes(at('10:00', COMING_MONDAY))

const makeDue = ({ organization }: BookableClinic) =>
  api.db.busyCalendar.updateMany({
    where: { organizationId: organization.row.id },
    data: { nextReadAt: new Date(), leasedUntil: null },
  })

describe('a calendar elsewhere', () => {
  it('is read as soon as it is connected, by a worker that runs', async () => {
    const worker = await workerBeside(api)
    host.answer(busyAt('1300', '1400'))
    const { clinic, state } = await connectedClinic()
    await fact('the calendar', async () => (await state()).status === 'ok')
    expect(await isFree(clinic)).toBe(false)
    await worker.stop()
  })

  it('is read once by two workers, also after a time without one', async () => {
    const { clinic, state } = await connectedClinic()
    host.answer(busyAt('1300', '1400'))
    await Promise.all([spawn(), spawn()])
    await fact('the calendar', async () => (await state()).status === 'ok')
    expect(host.requests).toHaveLength(1)
    host.answer(busyAt('1500', '1600'))
    await makeDue(clinic)
    const { pool } = api.connection
    await Promise.all(
      Array.from({ length: 6 }, () =>
        pool.query("SELECT graphile_worker.add_job('read_calendars')"),
      ),
    )
    await fact('the new times', () => isFree(clinic))
    expect(host.requests).toHaveLength(2)
  })

  it('is what it was when a worker is killed in the middle, and is read by the next one', async () => {
    const { clinic, state } = await connectedClinic()
    host.answer(busyAt('1300', '1400'))
    const first = await spawn()
    await fact('the calendar', async () => (await state()).status === 'ok')
    host.answer((response) => void response.write('BEGIN:VCALENDAR\r\n'))
    await makeDue(clinic)
    await api.connection.pool.query("SELECT graphile_worker.add_job('read_calendars')")
    await fact('the second request', () => host.requests.length === 2)
    await first.kill()
    expect(await isFree(clinic)).toBe(false)
    expect(await state()).toMatchObject({ status: 'ok', busy_times: 1, error: null })
    // Its lease is over.
    await makeDue(clinic)
    host.answer(busyAt('1500', '1600'))
    await Promise.all([spawn(), spawn()])
    await fact('the new times', () => isFree(clinic))
    expect(host.requests).toHaveLength(3)
  })

  it('of a server that hangs holds up no other calendar', async () => {
    const slow = host
    slow.answer(() => undefined)
    const hanging = await connectedClinic()
    host = await calendarHost()
    host.answer(busyAt('1300', '1400'))
    const worker = await workerBeside(api)
    const { clinic } = await connectedClinic()
    await fact('the other calendar', async () => !(await isFree(clinic)))
    expect((await hanging.state()).status).toBe('pending')
    await slow.close()
    await fact('the end of the first', async () => (await hanging.state()).status === 'failing')
    await worker.stop()
  })
})
