/** Times where clocks turn, at midnight, at the ends of the calendar, and in zones on both sides of the date line. */
import { afterEach, describe, expect, it } from 'vitest'
import { closeAgents, openAgent, requestId, textOf } from '../../support/agents.ts'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'

const api = useSharedApi()
afterEach(async () => {
  api.setNow(TEST_NOW)
  await closeAgents()
})

const EVERY_DAY = { weekdays: [0, 1, 2, 3, 4, 5, 6], intervals: [['00:00', '24:00']] as const }

async function openAt(timeZone: string, now: string, more = {}) {
  api.setNow(Date.parse(now))
  const clinic = await openClinic(api, {
    organization: { timeZone, language: 'en', ...more },
    hours: EVERY_DAY,
  })
  const agent = await openAgent(api, clinic.organization)
  const book = (start: string) => ({
    client_id: clinic.client.id,
    service_ids: [clinic.service.id],
    start,
    request_id: requestId(),
  })
  const free = (asked: object) =>
    agent.done('find_free_times', { service_ids: [clinic.service.id], ...asked })
  return { clinic, agent, book, free }
}

describe('an hour that a clock shows twice', () => {
  it('is refused by the clock, taken with an offset, and told apart in answers', async () => {
    const { agent, book, free } = await openAt('Europe/Lisbon', '2026-10-24T08:00:00Z')
    const refused = await agent.refused('book_appointment', book('2026-10-25T01:30'))
    expect(refused.errors).toMatchObject([{ field: 'start', code: 'offset_required' }])
    const first = await agent.done('book_appointment', book('2026-10-25T01:30:00+01:00'))
    const second = await agent.done('book_appointment', book('2026-10-25T01:30:00Z'))
    const instants = [first, second].map(({ appointment }) => appointment.start.instant)
    expect(instants.map((one) => Date.parse(one))).toEqual([
      Date.parse('2026-10-25T00:30:00Z'),
      Date.parse('2026-10-25T01:30:00Z'),
    ])
    const day = await free({ date: '2026-10-25', part_of_day: 'morning' })
    for (const { start } of day.times) {
      expect(start.local).toBe(start.instant.slice(0, 16))
    }
  })

  it('a reader of the text alone can book either of them', async () => {
    const { clinic, agent } = await openAt('Europe/Lisbon', '2026-10-24T23:00:00Z')
    // All but the night is taken.
    const { row } = clinic.organization
    await api.db.workingHours.updateMany({
      where: { organizationId: row.id },
      data: { opensMinute: 60, closesMinute: 120 },
    })
    const answer = await agent.ask('find_free_times', {
      service_ids: [clinic.service.id],
      date: '2026-10-25',
    })
    const written = [...textOf(answer).matchAll(/start (\S+)/g)].map(([, start]) => start ?? '')
    const { times } = (answer.structuredContent as any).result
    expect(times.length).toBeGreaterThan(4)
    expect(written).toHaveLength(times.length)
    expect(new Set(written).size).toBe(written.length)
    for (const start of [written[0], written.at(-1)]) {
      await agent.done('book_appointment', {
        client_id: clinic.client.id,
        service_ids: [clinic.service.id],
        start,
        request_id: requestId(),
      })
    }
  })
})

describe('an hour that a clock skips', () => {
  it('is refused by name, and no free time stands in it', async () => {
    const { agent, book, free } = await openAt('Europe/Lisbon', '2026-03-28T12:00:00Z')
    const refused = await agent.refused('book_appointment', book('2026-03-29T01:30'))
    expect(refused.errors).toMatchObject([{ field: 'start' }])
    const { times } = await free({ date: '2026-03-29', part_of_day: 'morning' })
    for (const { start } of times) expect(start.local).not.toMatch(/T01:/)
    const { appointment } = await agent.done('book_appointment', book('2026-03-29T00:30'))
    expect(Date.parse(appointment.start.instant)).toBe(Date.parse('2026-03-29T00:30:00Z'))
  })
})

describe.each([
  ['Pacific/Apia', '2026-11-20T10:30:00Z', '2026-11-20T23:30', '2026-11-20', '2026-11-21'],
  ['Pacific/Apia', '2026-11-20T11:30:00Z', '2026-11-21T00:30', '2026-11-21', '2026-11-22'],
  ['America/Sao_Paulo', '2026-11-21T02:59:00Z', '2026-11-20T23:59', '2026-11-20', '2026-11-21'],
  ['America/Sao_Paulo', '2026-11-21T03:00:00Z', '2026-11-21T00:00', '2026-11-21', '2026-11-22'],
  ['Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-21T00:00', '2026-11-21', '2026-11-22'],
  ['Pacific/Pago_Pago', '2026-11-20T10:00:00Z', '2026-11-19T23:00', '2026-11-19', '2026-11-20'],
  ['Asia/Kathmandu', '2026-11-20T18:14:00Z', '2026-11-20T23:59', '2026-11-20', '2026-11-21'],
])('%s at %s', (timeZone, now, local, today, tomorrow) => {
  it('today is the day of the clinic, for its clock, its agenda, free times and appointments', async () => {
    const { clinic, agent, book, free } = await openAt(timeZone, now)
    const home = await agent.done('get_clinic')
    expect([home.now.local, Date.parse(home.now.instant)]).toEqual([local, Date.parse(now)])
    expect((await agent.done('day_agenda')).date).toBe(today)
    const { times } = await free({ date: tomorrow })
    for (const { start } of times) {
      expect(start.local.slice(0, 10)).toBe(tomorrow)
      const weekday = new Date(`${tomorrow}T00:00:00Z`).toLocaleDateString('en-GB', {
        weekday: 'long',
        timeZone: 'UTC',
      })
      expect(start.words).toContain(weekday)
      expect(start.words).toContain(start.local.slice(11))
    }
    const { appointment } = await agent.done('book_appointment', book(`${tomorrow}T00:00`))
    expect(appointment.start.local).toBe(`${tomorrow}T00:00`)
    const last = await agent.done('book_appointment', book(`${tomorrow}T23:30`))
    const agenda = await agent.done('day_agenda', { date: tomorrow })
    expect(agenda.appointments.map(({ id }: any) => id)).toEqual([
      appointment.id,
      last.appointment.id,
    ])
    const asked = { client_id: clinic.client.id }
    expect((await agent.done('find_appointments', asked)).appointments).toHaveLength(2)
  })
})

describe('what is no time', () => {
  it.each([
    '2026-02-30T10:00',
    '2026-11-24T24:30',
    '2026-11-24T10:60',
    '2026-11-24',
    '10:00',
    'tomorrow at ten',
    '2026-11-24T10:00:30',
    '2026-11-24T10:00:00.500',
    '2026-11-24T10:00:30-03:00',
    '2026-11-24T10:00+99:00',
    '0000-01-01T00:00',
    '9999-12-31T23:30',
    '+275760-09-13T00:00',
    '-271821-04-20T00:00',
    '１０',
    `2026-11-24T10:00${' '.repeat(1000)}x`,
    '2026-11-24T10:00[America/Sao_Paulo]',
  ])('is refused on its field, and books nothing: %j', async (start) => {
    const { clinic, agent, book } = await openAt('America/Sao_Paulo', '2026-11-20T11:00:00Z')
    const refused = await agent.refused('book_appointment', book(start))
    expect(refused.code).not.toBe('internal_error')
    if (refused.code === 'validation_error') {
      expect(refused.errors.map(({ field }) => field)).toEqual(['start'])
    }
    const where = { organizationId: clinic.organization.row.id }
    expect(await api.db.appointment.count({ where })).toBe(0)
  })

  it.each([
    ['find_free_times', { date: '9999-12-31', days: 7 }],
    ['find_free_times', { date: '0001-01-01', days: 7 }],
    ['find_free_times', { date: '2026-02-30' }],
    ['day_agenda', { date: '9999-12-31' }],
    ['day_agenda', { date: '2026-02-30' }],
    ['find_appointments', { client_id: 1, to: '2020-01-01' }],
    ['find_appointments', { client_id: 1, from: '2027-01-01', to: '2026-01-01' }],
    ['find_appointments', { client_id: 1, from: '0001-01-01', to: '9999-12-31' }],
  ])('%s answers or names a field that it takes: %j', async (tool, asked) => {
    const { clinic, agent } = await openAt('America/Sao_Paulo', '2026-11-20T11:00:00Z')
    const given =
      tool === 'find_free_times' ? { service_ids: [clinic.service.id], ...asked } : asked
    const answer = await agent.ask(tool, given)
    if (answer.isError !== true) return
    const { refusal } = answer.structuredContent as any
    expect(refusal.code).toBe('validation_error')
    const listed = (await agent.client.listTools()).tools.find(({ name }) => name === tool)
    const fields = Object.keys(listed?.inputSchema.properties ?? {})
    for (const { field } of refusal.errors) expect(fields).toContain(field)
  })
})
