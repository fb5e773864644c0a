import { expect, it } from 'vitest'
import type { Appointment, Block, Cell } from './cells.ts'
import { isOverbookable, obstacleAt, type Obstacle } from './obstacle.ts'

const MOMENT = { from: '', to: '' }

const appointment = (id: number, rest: Partial<Appointment> = {}): Appointment => ({
  id,
  professional_id: 1,
  client_name: `Cliente ${id}`,
  service_names: ['Consulta'],
  service_ids: [1],
  color: null,
  status: 'CONFIRMED',
  type: 'IN_PERSON',
  start: '',
  end: '',
  busy: MOMENT,
  is_overbook: false,
  arrived_at: null,
  started_at: null,
  deposit_status: null,
  session: null,
  ...rest,
})

/** With ten minutes to prepare, unless said otherwise. */
const block = (from: number, to: number, one: Appointment, buffer = 10): Block => ({
  key: `a${one.id}`,
  from,
  to,
  starts: '10:00',
  ends: '11:00',
  busy: { from: from - buffer, to },
  appointments: [one],
  session: one.session,
})

const side = { lane: 0, lanes: 1 }
const session = { id: 1, capacity: 8, taken: 1 }
const hold = {
  hold_id: 1,
  professional_id: 1,
  client_name: null,
  held_by: 'Site',
  start: '',
  busy: MOMENT,
  held_until: '',
}

const cell: Cell = {
  key: '',
  professionalId: 1,
  date: '2026-11-20',
  open: [{ from: 480, to: 1080 }],
  blocks: [
    { ...block(600, 660, appointment(2)), ...side },
    { ...block(700, 730, appointment(3, { session })), ...side },
    { ...block(800, 830, appointment(4, { status: 'NO_SHOW', busy: null })), ...side },
    { ...block(540, 570, appointment(1)), ...side },
  ],
  holds: [{ from: 900, to: 930, hold, ...side }],
  blocked: [{ id: 1, from: 960, to: 990, reason: 'Almoço' }],
  busy: [{ from: 1020, to: 1050 }],
}

it.each<
  [string, number, Obstacle | null, { performs?: false; skipped?: { from: number; to: number } }?]
>([
  ['its own time', 545, null],
  ['free time', 500, null],
  ['until the preparation of the next one', 560, null],
  ['into the preparation of the next one', 565, { why: 'taken', client: 'Cliente 2', at: '10:00' }],
  ['without time to prepare itself', 665, { why: 'taken', client: 'Cliente 2', at: '10:00' }],
  ['a session of a group', 700, { why: 'taken', client: 'Consulta', at: '10:00' }],
  ['where a client did not come', 800, null],
  ['held time', 890, { why: 'held' }],
  ['blocked time', 970, { why: 'blocked', reason: 'Almoço' }],
  ['busy in another calendar', 1045, { why: 'busy' }],
  ['beyond the hours', 1065, { why: 'closed' }],
  ['before the hours', 475, { why: 'closed' }],
  ['with another service', 500, { why: 'performs' }, { performs: false }],
  ['in an hour that does not exist', 500, { why: 'skipped' }, { skipped: { from: 480, to: 540 } }],
])('%s: at minute %i', (_, from, expected, more = {}) => {
  const { performs = true, skipped = null } = more
  const moved = block(540, 570, appointment(1))
  const span = { from, to: from + 30 }
  expect(obstacleAt({ moved, span, cell, performs, skipped })).toEqual(expected)
})

it('what is taken or closed can be overbooked; a service that is not performed, or no time at all, cannot', () => {
  const can = (['held', 'busy', 'closed', 'performs', 'skipped'] as const).map((why) =>
    isOverbookable({ why }),
  )
  expect(can).toEqual([true, true, true, false, false])
})
