/** Calendars elsewhere: when they are busy, the professional cannot be booked. */
import { createSender } from '@scheduling/webhooks'
import { dropExpired, LIMITS, readBusyCalendars } from '@scheduling/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { at, MONDAY, openClinic, type BookableClinic } from '../../support/booking.ts'
import { busyEntry, calendarHost, icsOf, type CalendarHost } from '../../support/calendars.ts'
import { createProfessional, eventsOf } from '../../support/clinic.ts'
import { signIn, type Browser } from '../../support/dashboard.ts'
import { pretendInternet } from '../../support/pretend-internet.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const api = useOwnApi()
let host: CalendarHost
beforeEach(async () => {
  api.setNow(TEST_NOW)
  host = await calendarHost()
})
afterEach(() => host.close())

type Connected = { readonly clinic: BookableClinic; readonly owner: Browser }

async function connected(
  values: Parameters<typeof openClinic>[1] = {},
  file = icsOf(busyEntry('10:00', '11:00')),
): Promise<Connected> {
  const clinic = await openClinic(api, values)
  const owner = await signIn(api, clinic.organization)
  host.answer(file)
  const reply = await connect({ clinic, owner })
  expect(reply.body.status).toBe('pending')
  await read(clinic)
  return { clinic, owner }
}

const connect = ({ clinic, owner }: Connected, url = host.url) =>
  owner.mutate('calendars.connectBusy', { professional_id: clinic.professional.id, url })

const stateOf = async ({ clinic, owner }: Connected) =>
  (await owner.query('calendars.getBusy', { professional_id: clinic.professional.id })).body

/** As a worker does it, of this clinic alone. */
const read = ({ organization, professional }: BookableClinic) =>
  readBusyCalendars(api.service, {
    organizationId: organization.row.id,
    professionalId: professional.id,
  })

/** A quarter of an hour later. */
async function readAgain(clinic: BookableClinic): Promise<void> {
  api.setNow(api.service.realNow() + LIMITS.busyCalendarMinutes * MINUTE_MS)
  expect(await read(clinic)).toBe(1)
}

/** After the longest wait of one that fails. */
async function readLater(clinic: BookableClinic): Promise<void> {
  api.setNow(api.service.realNow() + 360 * MINUTE_MS)
  expect(await read(clinic)).toBe(1)
}

const rowsOf = async (clinic: BookableClinic) =>
  (
    await api.db.busyTime.findMany({
      where: { organizationId: clinic.organization.row.id },
      orderBy: { startsAt: 'asc' },
    })
  ).map(({ startsAt, endsAt }) => `${startsAt.toISOString()}/${endsAt.toISOString()}`)

const TEN = '2026-11-23T13:00:00.000Z/2026-11-23T14:00:00.000Z'

const taken = async (clinic: BookableClinic) => {
  const starts = await clinic.starts()
  return ['09:00', '09:30', '09:45', '10:00', '10:45', '11:00'].filter(
    (clock) => !starts.includes(at(clock)),
  )
}

describe('calendars.connectBusy', () => {
  it('200: it is pending, noted without its address, sealed, and read soon', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const reply = await connect({ clinic, owner })
    const { id, name } = clinic.professional
    expect(reply.body).toEqual({
      object: 'busy_calendar',
      professional_id: id,
      professional: { id, name },
      status: 'pending',
      host: new URL(host.url).host,
      connected_at: '2026-11-20T08:00:00-03:00',
      tried_at: null,
      read_at: null,
      failing_since: null,
      error: null,
      busy_times: 0,
      unreadable_entries: 0,
    })
    expect(await stateOf({ clinic, owner })).toEqual(reply.body)
    const { rows: jobs } = await api.connection.pool.query(
      `SELECT task_identifier FROM graphile_worker.jobs WHERE key = $1`,
      [`calendar:${id}`],
    )
    expect(jobs).toEqual([{ task_identifier: 'read_calendar' }])
    const row = await api.db.busyCalendar.findFirstOrThrow({ where: { professionalId: id } })
    expect(Buffer.from(row.urlSealed).toString('latin1')).not.toContain('private')
    const entries = await api.db.auditEntry.findMany({
      where: { organizationId: clinic.organization.row.id, action: 'busy_calendar.connected' },
    })
    expect(entries).toMatchObject([
      { record: 'professional', recordId: String(id), changes: { url: { from: null, to: '***' } } },
    ])
    const told = [entries.map(({ changes }) => changes), api.logged, reply.body]
    expect(JSON.stringify(told)).not.toContain('private')
  })

  it('200: a collaborator may, and `webcal` is read by `https`', async () => {
    const clinic = await openClinic(api)
    const collaborator = await signIn(api, clinic.organization, 'manager')
    const reply = await connect({ clinic, owner: collaborator }, 'webcal://calendar.example/a.ics')
    expect(reply.body).toMatchObject({ status: 'pending', host: 'calendar.example' })
  })

  it('200: another address takes the place of the first, whose times go at once', async () => {
    const { clinic, owner } = await connected()
    expect(await rowsOf(clinic)).toEqual([TEN])
    const other = await calendarHost()
    other.answer(icsOf(busyEntry('11:00', '12:00')))
    expect((await connect({ clinic, owner }, other.url)).body.status).toBe('pending')
    expect(await rowsOf(clinic)).toEqual([])
    await read(clinic)
    expect(await rowsOf(clinic)).toEqual(['2026-11-23T14:00:00.000Z/2026-11-23T15:00:00.000Z'])
    await other.close()
  })

  it('400: an address that is none, is not public, or is our own; a professional who is not there', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const original = api.service.resolver
    Object.assign(api.service, {
      resolver: async (name: string) =>
        name === 'inside.example' ? ['10.0.0.7'] : ['93.184.215.14'],
    })
    const faults = []
    for (const url of [
      'calendar',
      'http://calendar.example/a.ics',
      'https://192.168.0.1/a.ics',
      'https://user:secret@calendar.example/a.ics',
      'https://inside.example/a.ics',
      'https://api.test/calendar/x.ics',
      'file:///etc/passwd',
      `https://calendar.example/${'a'.repeat(3000)}`,
    ]) {
      const { status, problem } = await connect({ clinic, owner }, url)
      faults.push(`${status} ${problem.errors.map((one: any) => `${one.field} ${one.code}`)}`)
    }
    expect(faults).toEqual([
      '400 url invalid_format',
      '400 url invalid_value',
      '400 url invalid_value',
      '400 url invalid_value',
      '400 url invalid_value',
      '400 url invalid_value',
      '400 url invalid_format',
      '400 url too_long',
    ])
    const gone = await createProfessional(api.db, clinic.organization.row, { isActive: false })
    for (const [id, code] of [
      [gone.id, 'inactive'],
      [(await openClinic(api)).professional.id, 'not_found'],
    ] as const) {
      const { problem } = await owner.mutate('calendars.connectBusy', {
        professional_id: id,
        url: host.url,
      })
      expect(problem.errors).toMatchObject([{ field: 'professional_id', code }])
    }
    Object.assign(api.service, { resolver: original })
    expect(
      await api.db.busyCalendar.count({ where: { organizationId: clinic.organization.row.id } }),
    ).toBe(0)
  })
})

describe('calendars.getBusy', () => {
  it('200: disconnected, where there is none', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    expect(await stateOf({ clinic, owner })).toMatchObject({
      status: 'disconnected',
      host: null,
      connected_at: null,
    })
  })

  it('404 not_found: of another organization', async () => {
    const owner = await signIn(api, await api.organization())
    const stranger = await openClinic(api)
    const reply = await owner.query('calendars.getBusy', {
      professional_id: stranger.professional.id,
    })
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })
})

describe('calendars.disconnectBusy', () => {
  it('200: its times can be booked at once; a second time changes nothing', async () => {
    const { clinic, owner } = await connected()
    expect(await taken(clinic)).toContain('10:00')
    const input = { professional_id: clinic.professional.id }
    for (let count = 0; count < 2; count += 1) {
      expect((await owner.mutate('calendars.disconnectBusy', input)).body.status).toBe(
        'disconnected',
      )
    }
    expect(await rowsOf(clinic)).toEqual([])
    expect(await taken(clinic)).toEqual([])
    const notes = await api.db.auditEntry.count({
      where: { organizationId: clinic.organization.row.id, action: 'busy_calendar.disconnected' },
    })
    expect(notes).toBe(1)
  })

  it('404 not_found: of another organization', async () => {
    const { clinic } = await connected()
    const stranger = await signIn(api, await api.organization())
    const input = { professional_id: clinic.professional.id }
    expect((await stranger.mutate('calendars.disconnectBusy', input)).status).toBe(404)
    expect(await rowsOf(clinic)).toEqual([TEN])
  })

  it('follows when the professional leaves', async () => {
    const { clinic, owner } = await connected()
    const input = { professional_id: clinic.professional.id }
    await owner.mutate('professionals.deactivate', input)
    expect(await rowsOf(clinic)).toEqual([])
    await owner.mutate('professionals.reactivate', input)
    expect((await stateOf({ clinic, owner })).status).toBe('disconnected')
  })
})

describe('a time that is busy elsewhere', () => {
  it('is no slot, cannot be booked, and cannot be moved to; what was booked stays, and can be moved away', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const before = await clinic.book({ start: at('10:00') })
    expect(before.status).toBe(201)
    host.answer(icsOf(busyEntry('10:00', '11:00')))
    await connect({ clinic, owner })
    await read(clinic)
    expect(await rowsOf(clinic)).toEqual([TEN])
    expect(await taken(clinic)).toEqual(['09:45', '10:00', '10:45'])
    const refused = await clinic.book({ start: at('10:30') })
    expect([refused.status, refused.body.code]).toEqual([409, 'slot_unavailable'])
    expect((await clinic.book({ start: at('10:30'), allow_overbook: true })).status).toBe(201)
    const appointment = `/v1/appointments/${before.body.id}`
    expect((await clinic.call('GET', appointment)).body).toMatchObject({
      status: 'PENDING',
      start: at('10:00'),
    })
    for (const action of ['confirm']) {
      expect((await clinic.call('POST', `${appointment}/${action}`, { body: {} })).status).toBe(200)
    }
    const move = (clock: string) =>
      clinic.call('POST', `${appointment}/reschedule`, { body: { start: at(clock) } })
    expect((await move('10:15')).body.code).toBe('slot_unavailable')
    expect((await move('11:00')).status).toBe(200)
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(
      events.map(({ type }) => type).filter((type) => type.startsWith('blocked_time')),
    ).toEqual([])
  })

  it('of a whole day takes the day out of the next dates, and stands in the schedule as its own kind', async () => {
    const day = ['DTSTART;VALUE=DATE:20261123', 'DTEND;VALUE=DATE:20261124', 'SUMMARY:Segredo']
    const { clinic, owner } = await connected({}, icsOf(day))
    const dates = await clinic.call(
      'GET',
      `/v1/availability/next-dates?service_ids=${clinic.service.id}`,
    )
    const days = dates.body.data.map((one: { date: string }) => one.date)
    expect(days).toEqual(['2026-11-20', '2026-11-24', '2026-11-25'])
    const { body } = await owner.query('schedule.get', { from: MONDAY, to: MONDAY })
    const { id, name } = clinic.professional
    expect(body).toMatchObject({
      blocked_times: [],
      blocked_times_total: 0,
      busy_times: [
        {
          object: 'busy_time',
          professional_id: id,
          professional: { id, name },
          start: at('00:00'),
          end: at('00:00', '2026-11-24'),
        },
      ],
      busy_times_total: 1,
    })
    const listed = await owner.query('schedule.listBlockedTimes', {})
    expect(listed.body.data).toEqual([])
    const other = { from: '2026-11-24', to: '2026-11-24' }
    expect((await owner.query('schedule.get', other)).body.busy_times).toEqual([])
  })

  it('is of one professional, and of one organization', async () => {
    const { clinic } = await connected({ professionals: 2 })
    const [, colleague] = clinic.professionals
    expect(await clinic.starts(MONDAY, colleague)).toContain(at('10:00'))
    expect(await clinic.starts(MONDAY, clinic.professional)).not.toContain(at('10:00'))
    const stranger = await openClinic(api)
    expect(await stranger.starts()).toContain(at('10:00'))
  })

  it('is not one of our own appointments, that came there through a feed or an e-mail', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const { body } = await clinic.book({ start: at('10:00') })
    host.answer(icsOf(busyEntry('10:00', '11:00')).replace(/^UID:.*$/m, `UID:${body.ical_uid}`))
    await connect({ clinic, owner })
    await read(clinic)
    expect(await rowsOf(clinic)).toEqual([])
    expect(await stateOf({ clinic, owner })).toMatchObject({ status: 'ok', busy_times: 0 })
  })

  it('stores when, and nothing else of the entry', async () => {
    const { clinic } = await connected()
    const { rows } = await api.connection.pool.query(
      `SELECT to_jsonb(t)::text AS row FROM busy_time t WHERE organization_id = $1
       UNION ALL SELECT to_jsonb(c)::text FROM busy_calendar c WHERE organization_id = $1`,
      [clinic.organization.row.id],
    )
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/segredo|calendário|elsewhere/i)
  })

  it('follows the clock of a test organization', async () => {
    const clinic = await openClinic(api, { organization: { livemode: false } })
    const owner = await signIn(api, clinic.organization)
    const { id } = clinic.organization.row
    await api.db.organization.update({ where: { id }, data: { clockAheadSeconds: 500 * 86_400 } })
    host.answer(icsOf(busyEntry('10:00', '11:00', 'RRULE:FREQ=YEARLY')))
    await connect({ clinic, owner })
    await read(clinic)
    expect(await rowsOf(clinic)).toEqual(['2028-11-23T13:00:00.000Z/2028-11-23T14:00:00.000Z'])
    // What is read is read by the real clock, and what it is read for by that of the organization.
    expect((await stateOf({ clinic, owner })).read_at).toBe('2026-11-20T08:00:00-03:00')
  })
})

describe('reading', () => {
  it('comes every fifteen minutes, not before, and once for two at one time', async () => {
    const { clinic } = await connected()
    expect(host.requests).toHaveLength(1)
    api.setNow(TEST_NOW + LIMITS.busyCalendarMinutes * MINUTE_MS - 1)
    expect(await read(clinic)).toBe(0)
    api.setNow(TEST_NOW + LIMITS.busyCalendarMinutes * MINUTE_MS)
    host.answer(icsOf(busyEntry('14:00', '15:00')))
    const counts = await Promise.all([1, 2, 3].map(() => read(clinic)))
    expect(counts.toSorted()).toEqual([0, 0, 1])
    expect(host.requests).toHaveLength(2)
    expect(await rowsOf(clinic)).toEqual(['2026-11-23T17:00:00.000Z/2026-11-23T18:00:00.000Z'])
  })

  it('of a file that has not changed writes no busy time, be it said by the server or seen by the file', async () => {
    const { clinic, owner } = await connected()
    const versions = async () =>
      (
        await api.connection.pool.query(
          'SELECT xmin::text, ctid::text FROM busy_time WHERE organization_id = $1',
          [clinic.organization.row.id],
        )
      ).rows
    const before = await versions()
    await readAgain(clinic)
    expect(await versions()).toEqual(before)
    host.answer((response) =>
      response
        .setHeader('ETag', '"v2"')
        .setHeader('Last-Modified', 'Fri, 20 Nov 2026 10:00:00 GMT')
        .end(icsOf(busyEntry('10:00', '11:00'), busyEntry('12:00', '13:00'))),
    )
    await readAgain(clinic)
    expect(await rowsOf(clinic)).toHaveLength(2)
    expect((await versions())[0]).toEqual(before[0])
    host.answer((response, request) => {
      const isKnown =
        request.headers['if-none-match'] === '"v2"' &&
        request.headers['if-modified-since'] !== undefined
      response.writeHead(isKnown ? 304 : 500).end()
    })
    await readAgain(clinic)
    expect(await rowsOf(clinic)).toHaveLength(2)
    expect(await stateOf({ clinic, owner })).toMatchObject({
      status: 'ok',
      read_at: '2026-11-20T08:45:00-03:00',
      busy_times: 2,
    })
  })

  it('looks at the same file again when the days ahead run out', async () => {
    const file = icsOf(['DTSTART:20261123T130000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'])
    const { clinic } = await connected({}, file)
    host.answer((response, request) => {
      if (request.headers['if-none-match'] === undefined)
        response.setHeader('ETag', '"a"').end(file)
      else response.writeHead(304).end()
    })
    const last = async () => (await rowsOf(clinic)).at(-1)?.slice(0, 10)
    expect(await last()).toBe('2027-11-22')
    api.setNow(TEST_NOW + 2 * DAY_MS)
    await readAgain(clinic)
    expect(await last()).toBe('2027-11-22')
    api.setNow(TEST_NOW + 3 * DAY_MS)
    await readAgain(clinic)
    expect(await last()).toBe('2027-11-25')
  })

  it('begins again at once when the time zone of the organization changes, and no other setting', async () => {
    const whole = icsOf(['DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261125'])
    const { clinic, owner } = await connected({}, whole)
    const stranger = await connected({}, whole)
    const before = ['2026-11-24T03:00:00.000Z/2026-11-25T03:00:00.000Z']
    expect(await rowsOf(clinic)).toEqual(before)
    await owner.mutate('organization.update', { time_zone: 'America/Sao_Paulo', name: 'Other' })
    expect(await read(clinic)).toBe(0)
    // A read that is under way has the days of the zone before.
    let reply: (() => void) | undefined
    const asked = new Promise<void>((resolve) => {
      host.answer((response) => {
        reply = () => void response.end(`${whole}\r\n`)
        resolve()
      })
    })
    api.setNow(TEST_NOW + LIMITS.busyCalendarMinutes * MINUTE_MS)
    const reading = read(clinic)
    await asked
    const changed = await owner.mutate('organization.update', { time_zone: 'Europe/Lisbon' })
    expect(changed.status).toBe(200)
    reply?.()
    await reading
    expect(await rowsOf(clinic)).toEqual(before)
    host.answer(whole)
    expect(await read(clinic)).toBe(1)
    expect(host.requests.at(-1)?.headers['if-none-match']).toBeUndefined()
    expect(await rowsOf(clinic)).toEqual(['2026-11-24T00:00:00.000Z/2026-11-25T00:00:00.000Z'])
    expect(await stateOf({ clinic, owner })).toMatchObject({ status: 'ok', busy_times: 1 })
    expect(await rowsOf(stranger.clinic)).toEqual(before)
    expect(await read(clinic)).toBe(0)
  })

  it('of a calendar that fails comes later and later; a good read and another address begin again', async () => {
    const { clinic, owner } = await connected()
    host.answer((response) => response.writeHead(500).end())
    const waits = [15, 15, 30, 60, 120, 240, 360, 360]
    let now = TEST_NOW
    const comesAfter = async (minutes: number) => {
      now += minutes * MINUTE_MS
      api.setNow(now - 1)
      expect([minutes, await read(clinic)]).toEqual([minutes, 0])
      api.setNow(now)
      expect([minutes, await read(clinic)]).toEqual([minutes, 1])
    }
    for (const minutes of waits) await comesAfter(minutes)
    host.answer(icsOf(busyEntry('10:00', '11:00')))
    await comesAfter(360)
    host.answer((response) => response.writeHead(500).end())
    for (const minutes of [15, 15, 30]) await comesAfter(minutes)
    await connect({ clinic, owner })
    expect(await read(clinic)).toBe(1)
    for (const minutes of [15, 30]) await comesAfter(minutes)
  })

  it('that fails keeps what was read last, and says why and since when; the next good one clears it', async () => {
    const { clinic, owner } = await connected()
    const failures: readonly [string, Parameters<CalendarHost['answer']>[0]][] = [
      ['http_status', (response) => response.writeHead(500).end('Segredo do servidor')],
      ['http_status', (response) => response.writeHead(404).end()],
      ['not_a_calendar', '<!doctype html><title>Sign in</title>'],
      ['incomplete', icsOf(busyEntry('10:00', '11:00')).slice(0, -30)],
      [
        'incomplete',
        (response) => {
          response
            .writeHead(200, { 'content-length': '5000' })
            .write(icsOf().slice(0, 20), () => response.destroy())
        },
      ],
      [
        'redirect_refused',
        (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/a.ics' }).end(),
      ],
      ['connection_error', (response) => response.destroy()],
      [
        'not_a_calendar',
        (response) =>
          response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.from([31, 139, 8, 0])),
      ],
      [
        'too_many_occurrences',
        icsOf(['DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY']),
      ],
      [
        'too_large',
        (response) => {
          response.writeHead(200)
          const more = (): void =>
            void (response.destroyed || response.write('X:1\r\n'.repeat(20_000), more))
          more()
        },
      ],
    ]
    for (const [index, [code, answer]] of failures.entries()) {
      host.answer(answer)
      if (index === 0) await readAgain(clinic)
      else await readLater(clinic)
      const state = await stateOf({ clinic, owner })
      expect([code, state.error?.code]).toEqual([code, code])
      expect(state).toMatchObject({
        status: 'failing',
        read_at: '2026-11-20T08:00:00-03:00',
        failing_since: '2026-11-20T08:15:00-03:00',
        busy_times: 1,
      })
      expect(JSON.stringify(state)).not.toMatch(/segredo|private|127\.0\.0\.1:9/i)
      expect(await rowsOf(clinic)).toEqual([TEN])
    }
    host.answer(icsOf())
    await readLater(clinic)
    expect(await stateOf({ clinic, owner })).toMatchObject({
      status: 'ok',
      error: null,
      failing_since: null,
      busy_times: 0,
    })
    expect(await rowsOf(clinic)).toEqual([])
  })

  it('follows no redirect and no name into our own network', async () => {
    const inside = await calendarHost()
    const { clinic, owner } = await connected()
    host.answer((response) => response.writeHead(301, { location: inside.url }).end())
    await readAgain(clinic)
    expect((await stateOf({ clinic, owner })).error.code).toBe('redirect_refused')
    expect(inside.requests).toEqual([])
    await inside.close()
    // A name that was public when it was saved, and leads inside now.
    const original = api.service.sender
    const sender = createSender({
      docsUrl: 'https://api.test/docs',
      resolver: async () => ['93.184.215.14', '169.254.169.254'],
      isNetworkWorking: async () => true,
    })
    Object.assign(api.service, { sender })
    await connect({ clinic, owner }, 'https://calendar.example/a.ics')
    await read(clinic)
    expect(await stateOf({ clinic, owner })).toMatchObject({
      status: 'failing',
      error: {
        code: 'address_refused',
        message: 'The host resolves to an address that is not public.',
      },
    })
    Object.assign(api.service, { sender: original })
    sender.close()
  })

  it('goes over TLS to the name that was given, and tells who asks', async () => {
    const original = { sender: api.service.sender, resolver: api.service.resolver }
    const internet = await pretendInternet(api, ['calendar.example'])
    internet.answer('calendar.example', () => ({
      status: 200,
      body: icsOf(busyEntry('10:00', '11:00')),
    }))
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    await connect({ clinic, owner }, 'webcal://calendar.example/private/basic.ics')
    await read(clinic)
    expect(await rowsOf(clinic)).toEqual([TEN])
    const [call] = internet.calls('calendar.example')
    expect(call).toMatchObject({
      method: 'GET',
      path: '/private/basic.ics',
      body: '',
      headers: {
        'user-agent': 'Service-Calendars/1.0 (+https://api.test/docs)',
        'accept-encoding': 'identity',
      },
    })
    expect(Object.keys(call?.headers ?? {})).not.toContain('authorization')
    await internet.close()
    Object.assign(api.service, original, {
      sender: createSender({ docsUrl: 'https://api.test/docs', allowLoopbackHttp: true }),
    })
  })

  it('writes nothing once the calendar was replaced, disconnected, or its professional has left', async () => {
    for (const ending of ['connect', 'disconnect', 'leave'] as const) {
      const clinic = await openClinic(api)
      const owner = await signIn(api, clinic.organization)
      const input = { professional_id: clinic.professional.id }
      let reply: (() => void) | undefined
      const asked = new Promise<void>((resolve) => {
        host.answer((response) => {
          reply = () => void response.end(icsOf(busyEntry('10:00', '11:00')))
          resolve()
        })
      })
      await connect({ clinic, owner })
      const reading = read(clinic)
      await asked
      if (ending === 'connect') await connect({ clinic, owner }, `${host.url}?other`)
      else if (ending === 'disconnect') await owner.mutate('calendars.disconnectBusy', input)
      else await owner.mutate('professionals.deactivate', input)
      reply?.()
      expect([ending, await reading]).toEqual([ending, 1])
      expect([ending, await rowsOf(clinic)]).toEqual([ending, []])
    }
  })

  it('leaves no days that are over, also of a calendar that cannot be read any more', async () => {
    const { clinic } = await connected()
    host.answer((response) => response.writeHead(500).end())
    const over = Date.parse('2026-11-24T11:00:00-03:00')
    api.setNow(over)
    await dropExpired(api.service, api.connection.pool)
    expect(await rowsOf(clinic)).toEqual([TEN])
    api.setNow(over + 1)
    await dropExpired(api.service, api.connection.pool)
    expect(await rowsOf(clinic)).toEqual([])
  })

  it('that is stopped leaves it to another process at once, and is no failure', async () => {
    const { clinic, owner } = await connected()
    const stopping = new AbortController()
    const asked = new Promise<void>((resolve) => host.answer(() => resolve()))
    api.setNow(TEST_NOW + LIMITS.busyCalendarMinutes * MINUTE_MS)
    const which = {
      organizationId: clinic.organization.row.id,
      professionalId: clinic.professional.id,
    }
    const reading = readBusyCalendars(api.service, which, stopping.signal)
    await asked
    stopping.abort()
    await reading
    expect(await stateOf({ clinic, owner })).toMatchObject({ status: 'ok', error: null })
    expect(await readBusyCalendars(api.service, which, stopping.signal)).toBe(0)
    host.answer(icsOf())
    expect(await read(clinic)).toBe(1)
    expect(await rowsOf(clinic)).toEqual([])
  })

  it('remembers no name of a file that cannot be sent back', async () => {
    const file = icsOf(busyEntry('10:00', '11:00'))
    const { clinic, owner } = await connected()
    for (const etag of ['"\u00e9"', `"${'x'.repeat(300)}"`]) {
      host.answer((response) => response.setHeader('ETag', etag).end(`${file}\r\n`))
      await readAgain(clinic)
      await readAgain(clinic)
      expect((await stateOf({ clinic, owner })).status).toBe('ok')
      expect(host.requests.at(-1)?.headers['if-none-match']).toBeUndefined()
    }
  })

  it('is taken over when its reader has died', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    host.answer(icsOf(busyEntry('10:00', '11:00')))
    await connect({ clinic, owner })
    await api.db.busyCalendar.updateMany({
      where: { organizationId: clinic.organization.row.id },
      data: { leasedUntil: new Date(TEST_NOW + 2 * MINUTE_MS) },
    })
    api.setNow(TEST_NOW + 2 * MINUTE_MS - 1)
    expect(await read(clinic)).toBe(0)
    api.setNow(TEST_NOW + 2 * MINUTE_MS)
    expect(await read(clinic)).toBe(1)
    expect(await rowsOf(clinic)).toEqual([TEN])
  })

  it('beside bookings of the same time: never both a slot that is listed and one that is refused afterwards', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    host.answer(icsOf(busyEntry('09:00', '12:00')))
    await connect({ clinic, owner })
    const clocks = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30']
    const [, ...replies] = await Promise.all([
      read(clinic),
      ...clocks.map((clock) => clinic.book({ start: at(clock) })),
    ])
    const statuses = replies.map(({ status }) => status)
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
    expect(await taken(clinic)).toEqual(['09:00', '09:30', '09:45', '10:00', '10:45', '11:00'])
    expect((await clinic.book({ start: at('09:15') })).status).toBe(409)
    const made = await api.db.appointment.count({
      where: { organizationId: clinic.organization.row.id },
    })
    expect(made).toBe(statuses.filter((status) => status === 201).length)
  })
})
