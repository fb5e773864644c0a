/** Any two things done to one record at the same time end as if one had come after the other. */
import { PERMITTED, QUEUE_TRANSITIONS, type AppointmentAction } from '@scheduling/core'
import type { AppointmentStatus, QueueEntryStatus } from '@scheduling/database'
import { describe, expect, it } from 'vitest'
import { type Reply, useSharedApi } from '../../support/api.ts'
import { at, openClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'
import { openQueue } from '../../support/queue.ts'

const api = useSharedApi()

/** What one request does to a record with a status: the status after it, or null where it is refused. */
type Operation<Status> = {
  readonly name: string
  readonly send: (id: number) => Promise<Reply>
  readonly after: (status: Status) => Status | null
  readonly event: string
}

type End = { readonly accepted: readonly string[]; readonly status: string }

/** The operations that were accepted, in that order, and the status at the end. */
function inOrder<Status extends string>(from: Status, operations: Operation<Status>[]): End {
  let status = from
  const accepted: string[] = []
  for (const { name, after } of operations) {
    const next = after(status)
    if (next === null) continue
    accepted.push(name)
    status = next
  }
  return { accepted, status }
}

function pairsOf<Value>(values: readonly Value[]): [Value, Value][] {
  return values.flatMap((one, index) =>
    values.slice(index).map((other): [Value, Value] => [one, other]),
  )
}

describe('two actions on one appointment at the same time', () => {
  it('are as if one came after the other, and the feed tells which', async () => {
    const clinic = await openClinic(api, { hours: { intervals: [['00:00', '24:00']] } })
    const action = (
      name: AppointmentAction,
      to: AppointmentStatus | null,
      send: Operation<AppointmentStatus>['send'],
      event: string,
    ): Operation<AppointmentStatus> => ({
      name,
      send,
      after: (status) => (PERMITTED[status].includes(name) ? (to ?? status) : null),
      event,
    })
    const post = (verb: string, body?: object) => (id: number) =>
      clinic.call('POST', `/v1/appointments/${id}/${verb}`, body === undefined ? {} : { body })
    const patch = (body: object) => (id: number) =>
      clinic.call('PATCH', `/v1/appointments/${id}`, { body })
    const operations = [
      action('confirm', 'CONFIRMED', post('confirm'), 'appointment.confirmed'),
      action('complete', 'COMPLETED', post('complete'), 'appointment.completed'),
      action('cancel', 'CANCELLED_PROFESSIONAL', post('cancel'), 'appointment.cancelled'),
      action('no_show', 'NO_SHOW', post('no-show'), 'appointment.no_show'),
      action(
        'reschedule',
        null,
        post('reschedule', { start: at('20:00') }),
        'appointment.rescheduled',
      ),
      action('edit_notes', null, patch({ notes: 'Chegou' }), 'appointment.updated'),
      action('edit_metadata', null, patch({ metadata: { crm: '7' } }), 'appointment.updated'),
    ]
    for (const from of ['PENDING', 'CONFIRMED'] as const) {
      for (const [one, other] of pairsOf(operations)) {
        // Twice the same edit changes nothing the second time.
        if (one === other && one.after(from) === from) continue
        const { body } = await clinic.book()
        if (from === 'CONFIRMED') await post('confirm')(body.id)
        const seen = (await eventsOf(api.db, clinic.organization.row)).length
        const replies = await Promise.all([one.send(body.id), other.send(body.id)])
        const label = `${from}: ${one.name} and ${other.name}`
        expect([200, 409], label).toContain(replies[0].status)
        expect([200, 409], label).toContain(replies[1].status)
        const { body: record } = await clinic.call('GET', `/v1/appointments/${body.id}`)
        const events = (await eventsOf(api.db, clinic.organization.row)).slice(seen)
        const histories = [inOrder(from, [one, other]), inOrder(from, [other, one])]
        const told = events.map(({ type }) => type)
        const eventOf = (name: string) => operations.find((each) => each.name === name)?.event
        const matching = histories.filter(
          ({ accepted, status }) =>
            status === record.status &&
            JSON.stringify(accepted.map(eventOf)) === JSON.stringify(told) &&
            accepted.length === replies.filter((reply) => reply.status === 200).length,
        )
        expect(matching, `${label}: ${told.join(', ')} to ${record.status}`).not.toEqual([])
        // The last event is the record as it stands, and nothing that was accepted is lost.
        if (events.length > 0) expect(events.at(-1)?.payload.object, label).toEqual(record)
        const done = new Set(matching[0]?.accepted)
        expect(record.notes).toBe(done.has('edit_notes') ? 'Chegou' : null)
        expect(record.metadata).toEqual(done.has('edit_metadata') ? { crm: '7' } : {})
        expect(record.start).toBe(done.has('reschedule') ? at('20:00') : at('09:00'))
        const holds = await api.db.calendarHold.findMany({
          where: { organizationId: clinic.organization.row.id },
        })
        const keepsTime = ['PENDING', 'CONFIRMED', 'COMPLETED'].includes(record.status)
        expect(
          holds.map((hold) => hold.startsAt.getTime()),
          label,
        ).toEqual(keepsTime ? [Date.parse(record.start)] : [])
        await api.db.appointment.updateMany({
          where: { id: body.id },
          data: { holdId: null, status: 'CANCELLED_CLIENT' },
        })
        await api.db.calendarHold.deleteMany({ where: { id: { in: holds.map(({ id }) => id) } } })
      }
    }
  }, 120_000)
})

describe('two actions on one queue entry at the same time', () => {
  it('are as if one came after the other, and the feed tells which', async () => {
    const queue = await openQueue(api, { professionals: 2 })
    const [first, second] = queue.professionals
    if (first === undefined || second === undefined) throw new Error('Two were asked for.')
    const step = (
      trigger: (typeof QUEUE_TRANSITIONS)[number]['trigger'],
      body?: object,
    ): Operation<QueueEntryStatus> => ({
      name: body === undefined ? trigger : `${trigger} ${JSON.stringify(body)}`,
      send: (id) =>
        queue.call(
          'POST',
          `/v1/queue/entries/${id}/${trigger}`,
          body === undefined ? {} : { body },
        ),
      after: (status) =>
        QUEUE_TRANSITIONS.find(
          (transition) => transition.trigger === trigger && transition.from.includes(status),
        )?.to ?? null,
      event:
        QUEUE_TRANSITIONS.find((transition) => transition.trigger === trigger)?.event ?? trigger,
    })
    const byFirst = step('call', { professional_id: first.id })
    const bySecond = step('call', { professional_id: second.id })
    const operations = [byFirst, bySecond, step('complete'), step('skip'), step('cancel')]
    for (const from of ['WAITING', 'SKIPPED', 'CALLED', 'IN_SERVICE'] as const) {
      for (const [one, other] of pairsOf(operations)) {
        const entry = await queue.entry(from)
        const seen = (await eventsOf(api.db, queue.organization.row)).length
        const replies = await Promise.all([one.send(entry.id), other.send(entry.id)])
        const label = `${from}: ${one.name} and ${other.name}`
        for (const reply of replies) expect([200, 409], label).toContain(reply.status)
        const { body: record } = await queue.call('GET', `/v1/queue/entries/${entry.id}`)
        const events = (await eventsOf(api.db, queue.organization.row)).slice(seen)
        const told = events.map(({ type }) => type)
        // The caller keeps the entry: a call by the other is refused while it is `CALLED`.
        const history = (order: Operation<QueueEntryStatus>[]) => {
          let caller = from === 'CALLED' ? byFirst : null
          const judged = order.map((operation): Operation<QueueEntryStatus> => ({
            ...operation,
            after(status) {
              const isCall = operation === byFirst || operation === bySecond
              if (isCall && status === 'CALLED' && caller !== operation) return null
              const next = operation.after(status)
              if (isCall && next !== null) caller = operation
              return next
            },
          }))
          return inOrder<QueueEntryStatus>(from, judged)
        }
        const eventOf = (name: string) => operations.find((each) => each.name === name)?.event
        const matching = [history([one, other]), history([other, one])].filter(
          ({ accepted, status }) =>
            status === record.status &&
            JSON.stringify(accepted.map(eventOf)) === JSON.stringify(told) &&
            accepted.length === replies.filter((reply) => reply.status === 200).length,
        )
        expect(matching, `${label}: ${told.join(', ')} to ${record.status}`).not.toEqual([])
        if (events.length > 0) expect(events.at(-1)?.payload.object).toMatchObject({ id: entry.id })
        expect(record.call_count).toBe(
          (from === 'CALLED' ? 1 : 0) + told.filter((type) => type.endsWith('.called')).length,
        )
      }
    }
  }, 120_000)
})
