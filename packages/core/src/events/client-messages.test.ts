import { EVENT_TYPES, type EventType } from '@scheduling/events'
import { describe, expect, it } from 'vitest'
import { NO_FILTERS, type NewEvent } from './new-event.ts'
import { messagesOf, CLIENT_MESSAGES } from './client-messages.ts'

type Told = Partial<Pick<NewEvent, 'tellsClient' | 'tellsReason'>>

const event = (type: EventType, object: NewEvent['object'], told: Told = {}): NewEvent => ({
  type,
  object: { id: 1, client_id: 7, ...object },
  changes: null,
  filters: NO_FILTERS,
  ...told,
})

const told = (...events: NewEvent[]) =>
  messagesOf(
    events.map((one, at) => ({ event: one, id: `evt_${at}` })),
    (type) => EVENT_TYPES[type].record,
    () => 'msg_1',
  )
const purposes = (...events: NewEvent[]) => told(...events).map(({ purpose }) => purpose)

it('Every type of the catalogue tells the client something, or nothing', () => {
  expect(Object.keys(CLIENT_MESSAGES).toSorted()).toEqual(Object.keys(EVENT_TYPES).toSorted())
})

describe('the messages of one transaction', () => {
  it('carry their cause, their record and what it is then', () => {
    const start = '2026-11-23T09:00:00-03:00'
    expect(told(event('client.created', {}), event('appointment.created', { start }))).toEqual([
      {
        id: 'msg_1',
        purpose: 'booked',
        record: 'appointment',
        record_id: 1,
        client_id: 7,
        cause: 'evt_1',
        about: { start },
      },
    ])
  })

  it('are none where the team says so', () => {
    expect(told(event('appointment.cancelled', {}, { tellsClient: false }))).toEqual([])
  })

  it('name the reason only if the team says so', () => {
    const reason = { cancellation_reason: 'doente' }
    const [silent] = told(event('appointment.cancelled', reason))
    const [open] = told(event('appointment.cancelled', reason, { tellsReason: true }))
    expect([silent?.about, open?.about]).toEqual([{}, { reason: 'doente' }])
  })

  it('are one for a series', () => {
    const series = { recurrence_id: 'rec_1' }
    const [only, ...others] = told(
      event('appointment.created', series),
      event('appointment.created', { ...series, id: 2 }),
      event('appointment.created', { ...series, id: 3 }),
    )
    expect([only?.record_id, only?.about.more, others]).toEqual([1, 2, []])
  })

  it('are one for a deposit and what it is for', () => {
    const paid = event('deposit.paid', { id: 5, appointment_id: 1 })
    expect(purposes(paid, event('appointment.confirmed', {}))).toEqual(['deposit_paid'])
    const expired = event('deposit.expired', { id: 5, appointment_id: 1, queue_entry_id: null })
    const unpaid = { cancellation_reason: 'deposit_expired' }
    expect(purposes(expired, event('appointment.cancelled', unpaid))).toEqual(['deposit_expired'])
    expect(purposes(event('appointment.cancelled', {}), expired)).toEqual(['cancelled'])
    const ofEntry = event('deposit.expired', { id: 5, appointment_id: null, queue_entry_id: 1 })
    expect(purposes(ofEntry, event('queue.entry.cancelled', unpaid))).toEqual(['deposit_expired'])
    expect(purposes(event('queue.entry.cancelled', {}), ofEntry)).toEqual([])
  })
})
