import { expect, it } from 'vitest'
import { rowsOf, type Agenda, type Appointment, type Schedule } from './cells.ts'
import { daysOf, turned, weekOf, type View } from './days.ts'
import { freeIn } from './free.ts'
import { moved, standsAt } from './stand.ts'

const MONDAY = '2026-11-23'
const TUESDAY = '2026-11-24'
const at = (clock: string, date = MONDAY): string => `${date}T${clock}:00-03:00`

const appointment = (id: number, clock: string, rest: Partial<Appointment> = {}): Appointment => {
  const [hour = '', minute] = clock.split(':')
  const start = at(clock)
  const end = at(`${String(Number(hour) + 1).padStart(2, '0')}:${minute}`)
  return {
    id,
    professional_id: 1,
    client_name: `Cliente ${id}`,
    service_names: ['Consulta'],
    service_ids: [1],
    color: null,
    status: 'CONFIRMED',
    type: 'IN_PERSON',
    start,
    end,
    busy: { from: start, to: end },
    is_overbook: false,
    arrived_at: null,
    started_at: null,
    deposit_status: null,
    session: null,
    ...rest,
  }
}

const agendaOf = (appointments: Appointment[], rest: Partial<Agenda> = {}): Agenda => ({
  object: 'agenda',
  from: MONDAY,
  to: MONDAY,
  professionals: [{ id: 1, name: 'Ana' }],
  appointments,
  appointments_total: appointments.length,
  holds: [],
  ...rest,
})

const scheduleOf = (rest: Partial<Schedule> = {}): Schedule => ({
  object: 'schedule',
  from: MONDAY,
  to: MONDAY,
  time_zone: 'America/Sao_Paulo',
  professionals: [
    {
      professional: { id: 1, name: 'Ana' },
      week: [{ weekday: 1, opens_minute: 540, closes_minute: 1050 }],
      overrides: [],
    },
  ],
  holidays: [],
  blocked_times: [],
  blocked_times_total: 0,
  busy_times: [],
  busy_times_total: 0,
  ...rest,
})

const rows = (
  appointments: Appointment[],
  {
    agenda = {},
    schedule = {},
    dates = [MONDAY],
    view = 'day',
    only = null,
  }: {
    agenda?: Partial<Agenda>
    schedule?: Partial<Schedule>
    dates?: readonly string[]
    view?: View
    only?: readonly number[] | null
  } = {},
) =>
  rowsOf({
    agenda: agendaOf(appointments, agenda),
    schedule: scheduleOf(schedule),
    view,
    dates,
    only,
  })

const firstCell = (made: ReturnType<typeof rows>) => {
  const cell = made[0]?.cells[0]
  if (cell === undefined) throw new Error('There is no cell.')
  return cell
}

it('appointments of one session are one block, with the no-show that was in it', () => {
  const session = { id: 7, capacity: 8, taken: 2 }
  const { blocks } = firstCell(
    rows([
      appointment(1, '10:00', { session }),
      appointment(2, '10:00', { status: 'NO_SHOW', busy: null }),
      appointment(3, '10:00', { session }),
      appointment(4, '10:00', { service_names: ['Outro'], is_overbook: true }),
    ]),
  )
  expect(
    blocks.map((one) => [one.appointments.map(({ id }) => id), one.session, one.lane, one.lanes]),
  ).toEqual([
    [[1, 2, 3], session, 0, 2],
    [[4], null, 1, 2],
  ])
})

it('a seat that is held stands beside its session, and takes no place elsewhere', () => {
  const session = { id: 7, capacity: 8, taken: 1 }
  const hold = (start: string, end: string) => ({
    hold_id: 1,
    professional_id: 1,
    client_name: null,
    held_by: 'Site',
    start: at(start),
    busy: { from: at(start), to: at(end) },
    held_until: at('08:05'),
  })
  const agenda = { holds: [hold('10:00', '11:00'), hold('15:00', '16:00')] }
  const { blocks, holds } = firstCell(rows([appointment(1, '10:00', { session })], { agenda }))
  expect(blocks.map(({ lane, lanes }) => [lane, lanes])).toEqual([[0, 2]])
  expect(holds.map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [1, 2],
    [0, 1],
  ])
})

it('buffers are around the appointment, and what goes on after midnight is on both dates', () => {
  const night = appointment(1, '23:00', {
    end: at('01:00', TUESDAY),
    busy: { from: at('22:45'), to: at('01:15', TUESDAY) },
  })
  const made = rows([night], { dates: [MONDAY, TUESDAY] })
  expect(
    made[0]?.cells.map(({ blocks }) => blocks.map(({ from, to, busy }) => [from, to, busy])),
  ).toEqual([[[1380, 1440, { from: 1365, to: 1440 }]], [[0, 60, { from: 0, to: 75 }]]])
})

it('a professional without hours and entries takes no row, unless asked for', () => {
  const idle = { professional: { id: 2, name: 'Bia' }, week: [], overrides: [] }
  const schedule = { professionals: [...scheduleOf().professionals, idle] }
  const namesOf = (made: ReturnType<typeof rows>) => made.map(({ name }) => name)
  expect(namesOf(rows([], { schedule }))).toEqual(['Ana'])
  expect(namesOf(rows([], { schedule, only: [2] }))).toEqual(['Bia'])
  expect(namesOf(rows([], { schedule, only: [99] }))).toEqual([])
})

it('free times lie between what is taken, within the hours, after now', () => {
  const cell = firstCell(
    rows([appointment(1, '10:00', { busy: { from: at('09:50'), to: at('11:10') } })], {
      schedule: {
        blocked_times: [
          {
            object: 'blocked_time',
            id: 1,
            professional_id: null,
            professional: null,
            start: at('12:00'),
            end: at('13:00'),
            all_day: false,
            reason: null,
            created_at: at('08:00'),
          },
        ],
      },
    }),
  )
  expect(freeIn(cell, { date: '2026-11-20', minute: 0 })).toEqual([
    { from: 540, to: 590 },
    { from: 670, to: 720 },
    { from: 780, to: 1050 },
  ])
  expect(freeIn(cell, { date: MONDAY, minute: 841 })).toEqual([{ from: 855, to: 1050 }])
  expect(freeIn(cell, { date: TUESDAY, minute: 0 })).toEqual([])
})

it('a moved appointment takes its buffers and its professional along; others stay', () => {
  const before = agendaOf([
    appointment(1, '10:00', { busy: { from: at('09:50'), to: at('11:10') } }),
    appointment(2, '14:00'),
  ])
  const to = { professionalId: 5, start: at('15:30', TUESDAY) }
  const [first, second] = moved(before, 1, to, 'America/Sao_Paulo').appointments
  expect(first).toMatchObject({
    professional_id: 5,
    start: at('15:30', TUESDAY),
    end: at('16:30', TUESDAY),
    busy: { from: at('15:20', TUESDAY), to: at('16:40', TUESDAY) },
  })
  expect(second).toBe(before.appointments[1])
  const present = appointment(1, '10:00')
  expect(standsAt(present, { professionalId: 1, start: '2026-11-23T13:00:00Z' })).toBe(true)
  expect(standsAt(present, { professionalId: 2, start: present.start })).toBe(false)
  expect(
    standsAt({ ...present, status: 'COMPLETED' }, { professionalId: 1, start: present.start }),
  ).toBe(false)
})

it('a week goes from Monday to Sunday', () => {
  expect(weekOf('2026-11-29')).toEqual(weekOf(MONDAY))
  expect(weekOf(MONDAY).at(-1)).toBe('2026-11-29')
  expect(daysOf('day', MONDAY)).toEqual([MONDAY])
  expect([turned('day', MONDAY, 1), turned('week', MONDAY, -1)]).toEqual([TUESDAY, '2026-11-16'])
})

/** In New York the hour after two is skipped on 8 March, and that after one comes twice on 1 November. */
it.each<[string, 'day' | 'week', string, string, string, [number, number, string, string]]>([
  [
    '2026-03-08',
    'day',
    '01:30:00-05:00',
    '03:30:00-04:00',
    'as long as it lasts',
    [90, 150, '01:30', '03:30'],
  ],
  [
    '2026-03-08',
    'week',
    '01:30:00-05:00',
    '03:30:00-04:00',
    'by the clock',
    [90, 210, '01:30', '03:30'],
  ],
  [
    '2026-11-01',
    'day',
    '01:30:00-04:00',
    '01:30:00-05:00',
    'as long as it lasts',
    [90, 150, '01:30', '01:30'],
  ],
  [
    '2026-11-01',
    'week',
    '01:30:00-04:00',
    '01:30:00-05:00',
    'as long as it lasts',
    [90, 150, '01:30', '01:30'],
  ],
  [
    '2026-11-01',
    'day',
    '09:00:00-05:00',
    '10:00:00-05:00',
    'an hour further down',
    [600, 660, '09:00', '10:00'],
  ],
  [
    '2026-11-01',
    'week',
    '09:00:00-05:00',
    '10:00:00-05:00',
    'beside the other days',
    [540, 600, '09:00', '10:00'],
  ],
])('on %s in a %s, from %s to %s stands %s', (date, view, from, to, _, expected) => {
  const [start, end] = [`${date}T${from}`, `${date}T${to}`]
  const one = appointment(1, '09:00', { start, end, busy: { from: start, to: end } })
  const schedule = { time_zone: 'America/New_York' }
  const [block] = firstCell(rows([one], { schedule, dates: [date], view })).blocks
  expect([block?.from, block?.to, block?.starts, block?.ends]).toEqual(expected)
})

it('working hours are where the clock shows them, without the hour that it skips', () => {
  const openOf = (date: string, view: 'day' | 'week') => {
    const professional = { id: 1, name: 'Ana' }
    const week = [{ weekday: 0, opens_minute: 60, closes_minute: 600 }]
    const professionals = [{ professional, week, overrides: [] }]
    const schedule = { time_zone: 'America/New_York', professionals }
    return firstCell(rows([], { schedule, dates: [date], view })).open
  }
  expect(openOf('2026-03-08', 'day')).toEqual([{ from: 60, to: 540 }])
  expect(openOf('2026-03-08', 'week')).toEqual([
    { from: 60, to: 120 },
    { from: 180, to: 600 },
  ])
  expect(openOf('2026-11-01', 'day')).toEqual([{ from: 60, to: 660 }])
})

it('a cancelled visit stands beside the session that it was in, and takes no time', () => {
  const session = { id: 7, capacity: 8, taken: 1 }
  const gone = appointment(2, '10:00', { status: 'CANCELLED_CLIENT', busy: null })
  const cell = firstCell(rows([appointment(1, '10:00', { session }), gone]))
  expect(cell.blocks.map(({ appointments }) => appointments.map(({ id }) => id))).toEqual([
    [1],
    [2],
  ])
  expect(freeIn(firstCell(rows([gone])), { date: '2026-11-20', minute: 0 })).toEqual([
    { from: 540, to: 1050 },
  ])
})
