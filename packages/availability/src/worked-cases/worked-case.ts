import type { Calendar, Demand } from '../demand.ts'
import { BLOCKING_STATUSES, type BusyTime, type DayPiece, type Schedule } from '../schedule.ts'
import type { DateWindow } from '../slots.ts'
import { isTimeZone } from '../zone.ts'
import {
  Malformed,
  readClock,
  readDate,
  readId,
  readInstant,
  readInteger,
  readList,
  readObject,
  readText,
  show,
  type Fields,
} from './fields.ts'

/** A start that a case expects: as written, and what it means. */
export type ExpectedStart = {
  text: string
  instant: number
  offset: number
  /** Seats left, where the case says it. */
  remaining: number | null
}

/** One professional of a case, or the only one. `label` is null when the case names none. */
export type ExpectedSchedule = {
  label: string | null
  schedule: Schedule
  expected: readonly ExpectedStart[]
}

/** One case of a `slot-cases/1` file, in the engine's shapes. */
export type WorkedCase = {
  calendar: Calendar
  demand: Demand
  window: DateWindow
  /** The engine knows each by its place in this list. */
  professionals: readonly ExpectedSchedule[]
}

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
/** Stands for the case's own service when it names none: no busy time is of it. */
const UNNAMED_SERVICE = 0

/** Throws Malformed, which names the field. */
export function readCase(value: unknown): WorkedCase {
  const fields = readObject(value, 'case')
  const timeZone = readText(fields['timezone'], 'timezone')
  if (!isTimeZone(timeZone)) throw new Malformed('timezone', `unknown zone ${show(timeZone)}`)
  const query = readObject(fields['query'], 'query')
  const window = {
    from: readDate(query['from'], 'query.from'),
    to: readDate(query['to'], 'query.to'),
  }
  if (window.to < window.from) throw new Malformed('query.to', 'must not be before query.from')
  const numbers = new Numbering()
  const excluded = readId(fields['exclude_busy_id'], 'exclude_busy_id')
  return {
    calendar: {
      timeZone,
      now: readInstant(fields['now'], 'now').instant,
      holidays: new Set(
        readList(fields['holidays'], 'holidays').map((date, index) =>
          readDate(date, `holidays[${index}]`),
        ),
      ),
    },
    demand: {
      durationMinutes: readInteger(fields['duration_minutes'], 'duration_minutes', 1),
      bufferBeforeMinutes: readInteger(
        fields['buffer_before_minutes'],
        'buffer_before_minutes',
        0,
        0,
      ),
      bufferAfterMinutes: readInteger(fields['buffer_after_minutes'], 'buffer_after_minutes', 0, 0),
      slotIntervalMinutes: readInteger(
        fields['slot_interval_minutes'],
        'slot_interval_minutes',
        5,
        15,
      ),
      minAdvanceMinutes: readInteger(fields['min_notice_minutes'], 'min_notice_minutes', 0, 0),
      maxAdvanceDays: readOptional(fields['max_advance_days'], (days) =>
        readInteger(days, 'max_advance_days', 0),
      ),
      capacity: readInteger(fields['capacity'], 'capacity', 1, 1),
      serviceId:
        fields['service_id'] === undefined
          ? UNNAMED_SERVICE
          : numbers.of(readId(fields['service_id'], 'service_id')),
      excludeAppointmentId: numbers.of(excluded),
    },
    window,
    professionals: readProfessionals(fields, numbers, excluded),
  }
}

function readProfessionals(
  fields: Fields,
  numbers: Numbering,
  excluded: string | null,
): ExpectedSchedule[] {
  const remaining = fields['expected_remaining']
  if (fields['professionals'] === undefined || fields['professionals'] === null) {
    return [
      {
        label: null,
        schedule: readSchedule(fields, '', numbers, excluded),
        expected: readExpected(fields['expected'], 'expected', remaining, 'expected_remaining'),
      },
    ]
  }
  const expected = readObject(fields['expected'], 'expected')
  const remainingById = readOptional(remaining, (map) => readObject(map, 'expected_remaining'))
  const labels = new Set<string>()
  const professionals = readList(fields['professionals'], 'professionals').map((value, index) => {
    const path = `professionals[${index}]`
    const professional = readObject(value, path)
    const label = readId(professional['id'], `${path}.id`)
    if (label === null || labels.has(label))
      throw new Malformed(`${path}.id`, 'must be given, once')
    labels.add(label)
    return {
      label,
      schedule: readSchedule(professional, `${path}.`, numbers, excluded),
      expected: readExpected(
        expected[label] ?? [],
        `expected.${label}`,
        remainingById?.[label],
        `expected_remaining.${label}`,
      ),
    }
  })
  for (const label of Object.keys(expected)) {
    if (!labels.has(label)) throw new Malformed(`expected.${label}`, 'no professional has this id')
  }
  return professionals
}

function readExpected(
  value: unknown,
  field: string,
  remaining: unknown,
  remainingField: string,
): ExpectedStart[] {
  if (!Array.isArray(value)) throw new Malformed(field, `must be an array, got ${show(value)}`)
  const seats = readOptional(remaining, (map) => readObject(map, remainingField)) ?? {}
  const starts = value.map((start: unknown, index) => {
    const text = readText(start, `${field}[${index}]`)
    const left = readOptional(seats[text], (count) =>
      readInteger(count, `${remainingField}.${text}`, 1),
    )
    return { text, ...readInstant(text, `${field}[${index}]`), remaining: left }
  })
  for (const text of Object.keys(seats)) {
    if (!starts.some((start) => start.text === text)) {
      throw new Malformed(`${remainingField}.${text}`, `is not among ${field}`)
    }
  }
  return starts
}

function readSchedule(
  fields: Fields,
  path: string,
  numbers: Numbering,
  excluded: string | null,
): Schedule {
  const weekly: DayPiece[][] = WEEKDAYS.map(() => [])
  const hours = readOptional(fields['working_hours'], (map) =>
    readObject(map, `${path}working_hours`),
  )
  for (const [name, pieces] of Object.entries(hours ?? {})) {
    const weekday = WEEKDAYS.indexOf(name)
    const field = `${path}working_hours.${name}`
    if (weekday === -1)
      throw new Malformed(field, `no such weekday; they are ${WEEKDAYS.join(', ')}`)
    weekly[weekday] = readPieces(pieces, field)
  }
  const overrides = new Map<string, DayPiece[]>()
  for (const [index, value] of readList(fields['overrides'], `${path}overrides`).entries()) {
    const field = `${path}overrides[${index}]`
    const override = readObject(value, field)
    const date = readDate(override['date'], `${field}.date`)
    const pieces = readPieces(override['intervals'], `${field}.intervals`)
    overrides.set(date, [...(overrides.get(date) ?? []), ...pieces])
  }
  const busy = readList(fields['busy'], `${path}busy`).flatMap((value, index) =>
    readBusy(value, `${path}busy[${index}]`, numbers, excluded),
  )
  return { weekly, overrides, busy }
}

function readPieces(value: unknown, field: string): DayPiece[] {
  return readList(value, field).map((piece, index) => {
    if (!Array.isArray(piece) || piece.length !== 2) {
      throw new Malformed(`${field}[${index}]`, `must be [open, close], got ${show(piece)}`)
    }
    return {
      opens: readClock(piece[0], `${field}[${index}][0]`, 1439),
      closes: readClock(piece[1], `${field}[${index}][1]`, 1440),
    }
  })
}

/** None for what does not block: an excluded entry, or an appointment of another status. */
function readBusy(
  value: unknown,
  field: string,
  numbers: Numbering,
  excluded: string | null,
): BusyTime[] {
  const fields = readObject(value, field)
  const id = readId(fields['id'], `${field}.id`)
  const kind = readText(fields['kind'] ?? 'appointment', `${field}.kind`)
  const status = readText(fields['status'] ?? 'CONFIRMED', `${field}.status`)
  const taken = {
    start: readInstant(fields['start'], `${field}.start`).instant,
    end: readInstant(fields['end'], `${field}.end`).instant,
    bufferBeforeMinutes: readInteger(
      fields['buffer_before_minutes'],
      `${field}.buffer_before_minutes`,
      0,
      0,
    ),
    bufferAfterMinutes: readInteger(
      fields['buffer_after_minutes'],
      `${field}.buffer_after_minutes`,
      0,
      0,
    ),
  }
  const serviceId = numbers.of(readId(fields['service_id'], `${field}.service_id`))
  if (kind === 'blocked') return id !== null && id === excluded ? [] : [{ kind, ...taken }]
  if (kind !== 'appointment') {
    throw new Malformed(`${field}.kind`, `must be "appointment" or "blocked", got ${show(kind)}`)
  }
  if (!BLOCKING_STATUSES.some((blocking) => blocking === status)) return []
  return [{ kind, ...taken, id: numbers.of(id ?? field) ?? 0, serviceId }]
}

function readOptional<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === undefined || value === null ? null : read(value)
}

/** The engine's ids are numbers and a file's may be texts: equal texts get equal numbers. */
class Numbering {
  readonly #numbers = new Map<string, number>()

  of(id: string | null): number | null {
    if (id === null) return null
    const number = this.#numbers.get(id) ?? this.#numbers.size + 1
    this.#numbers.set(id, number)
    return number
  }
}
