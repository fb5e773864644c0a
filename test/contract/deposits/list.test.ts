import { describe, expect, it } from 'vitest'
import type { Deposit } from '@scheduling/database'
import { type Reply, useSharedApi } from '../../support/api.ts'
import { at, faults, openClinic, type BookableClinic } from '../../support/booking.ts'
import { createAppointmentRow, createDepositRow } from '../../support/clinic.ts'
import { openQueue, today } from '../../support/queue.ts'

const api = useSharedApi()

const list = (clinic: Pick<BookableClinic, 'call'>, query = '') =>
  clinic.call('GET', `/v1/deposits${query}`)
const ids = (reply: Reply): number[] => reply.body.data.map((deposit: { id: number }) => deposit.id)

/** Deposits of one appointment, created at these instants. */
async function depositsAt(clinic: BookableClinic, ...instants: string[]): Promise<Deposit[]> {
  const rows: Deposit[] = []
  for (const createdAt of instants) {
    const appointment = await createAppointmentRow(api.db, clinic.organization.row, {
      professional: clinic.professional,
      client: clinic.client,
      services: [clinic.service],
      start: at('09:00'),
      status: 'CANCELLED_CLIENT',
    })
    const row = await createDepositRow(api.db, clinic.organization.row, {
      appointment,
      expiresAt: today('08:30'),
      status: 'EXPIRED',
    })
    await api.db.$executeRaw`
      UPDATE deposit SET created_at = ${createdAt}::text::timestamptz WHERE id = ${row.id}`
    rows.push(row)
  }
  return rows
}

describe('GET /v1/deposits', () => {
  it('200: an organization without deposits has an empty page', async () => {
    const clinic = await openClinic(api)
    const reply = await list(clinic)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ data: [], has_more: false, next_cursor: null, next: null })
  })

  it('200: oldest first, the same records as the route of one, no one else’s', async () => {
    const clinic = await openClinic(api)
    const stranger = await openClinic(api)
    await depositsAt(stranger, '2026-11-01T00:00:00Z')
    const [second, first, tied] = await depositsAt(
      clinic,
      '2026-11-02T00:00:00Z',
      '2026-11-01T00:00:00Z',
      '2026-11-02T00:00:00Z',
    )
    const reply = await list(clinic)
    expect(ids(reply)).toEqual([first?.id, second?.id, tied?.id])
    for (const deposit of reply.body.data) {
      expect(deposit).toEqual((await clinic.call('GET', `/v1/deposits/${deposit.id}`)).body)
    }
  })

  it('200: from and to as local days, both included', async () => {
    const clinic = await openClinic(api)
    const [before, first, last, after] = await depositsAt(
      clinic,
      '2026-11-09T23:59:59.999999-03:00',
      '2026-11-10T00:00:00-03:00',
      '2026-11-11T23:59:59.999999-03:00',
      '2026-11-12T00:00:00-03:00',
    )
    expect(ids(await list(clinic, '?from=2026-11-10&to=2026-11-11'))).toEqual([first?.id, last?.id])
    expect(ids(await list(clinic, '?from=2026-11-12'))).toEqual([after?.id])
    expect(ids(await list(clinic, '?to=2026-11-09'))).toEqual([before?.id])
    expect(ids(await list(clinic, '?from=2026-11-10&to=2026-11-10'))).toEqual([first?.id])
  })

  it('200: from and to as date-times, the end not included', async () => {
    const clinic = await openClinic(api)
    const [first, second] = await depositsAt(clinic, '2026-11-10T10:00:00Z', '2026-11-10T11:00:00Z')
    const between = (from: string, to: string) => list(clinic, `?from=${from}&to=${to}`)
    expect(ids(await between('2026-11-10T10:00:00Z', '2026-11-10T11:00:00Z'))).toEqual([first?.id])
    expect(ids(await between('2026-11-10T07:00:01-03:00', '2026-11-10'))).toEqual([second?.id])
    expect(ids(await between('2026-11-10T10:00:00Z', '2026-11-10T10:00:00Z'))).toEqual([])
    // An unescaped plus arrives as a space.
    expect(ids(await list(clinic, '?from=2026-11-10T12:00:00+01:00'))).toEqual([second?.id])
  })

  it('200: appointment_id; of strangers and of no one there is none', async () => {
    const clinic = await openClinic(api)
    const stranger = await openClinic(api)
    const [, wanted] = await depositsAt(clinic, '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z')
    const [theirs] = await depositsAt(stranger, '2026-11-01T00:00:00Z')
    expect(ids(await list(clinic, `?appointment_id=${wanted?.appointmentId}`))).toEqual([
      wanted?.id,
    ])
    for (const id of [theirs?.appointmentId, 2_147_483_647]) {
      expect(ids(await list(clinic, `?appointment_id=${id}`))).toEqual([])
    }
  })

  it('200: pages by microseconds, and a new deposit comes last', async () => {
    const clinic = await openClinic(api)
    const instants = [1, 2, 3, 4, 5].map((digit) => `2026-11-10T10:00:00.00000${digit}Z`)
    const rows = await depositsAt(clinic, ...instants)
    const seen: number[] = []
    let next: string | null = '/v1/deposits?limit=2&from=2026-11-01'
    while (next !== null) {
      const reply: Reply = await clinic.call('GET', next)
      seen.push(...ids(reply))
      if (seen.length === 2) rows.push(...(await depositsAt(clinic, '2026-11-10T10:00:01Z')))
      next =
        reply.body.next === null ? null : String(reply.body.next).replace('http://api.test', '')
    }
    expect(seen).toEqual(rows.map((row) => row.id))
  })

  it('200: expand, for appointments and queue entries together', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING')
    await createDepositRow(api.db, queue.organization.row, {
      queueEntry: entry,
      expiresAt: today('08:30'),
    })
    const appointment = await createAppointmentRow(api.db, queue.organization.row, {
      professional: queue.professional,
      client: queue.client,
      services: [queue.service],
      start: at('09:00'),
    })
    await createDepositRow(api.db, queue.organization.row, {
      appointment,
      expiresAt: today('08:30'),
    })
    const reply = await list(queue, '?expand=client,appointment,queue_entry')
    expect(reply.body.data).toMatchObject([
      {
        client: { object: 'client', id: entry.clientId },
        appointment_id: null,
        appointment: null,
        queue_entry: { object: 'queue_entry', id: entry.id, position: 1, deposit: null },
      },
      {
        client: { object: 'client', id: queue.client.id },
        appointment: { object: 'appointment', id: appointment.id, deposit: null },
        queue_entry_id: null,
        queue_entry: null,
      },
    ])
  })

  it('200: also without the feature: what was charged can always be read', async () => {
    const clinic = await openClinic(api, { organization: { switchedOff: ['deposits'] } })
    await depositsAt(clinic, '2026-11-01T00:00:00Z')
    expect((await list(clinic)).body.data).toHaveLength(1)
  })

  it.each([
    ['from=2026-11-31', 'from:invalid_format'],
    ['from=yesterday', 'from:invalid_format'],
    ['to=2026-11-10T10:00:00', 'to:offset_required'],
    ['from=2026-11-11&to=2026-11-10', 'from:out_of_range'],
    ['from=2026-11-10T10:00:01Z&to=2026-11-10T10:00:00Z', 'from:out_of_range'],
    ['appointment_id=x', 'appointment_id:invalid_type'],
    ['appointment_id=0', 'appointment_id:out_of_range'],
    ['limit=201', 'limit:out_of_range'],
    ['cursor=AAAA', 'cursor:invalid_value'],
    ['expand=deposit', 'expand:invalid_value'],
  ])('400 validation_error: %s', async (query, fault) => {
    const clinic = await openClinic(api)
    const reply = await list(clinic, `?${query}`)
    expect([reply.status, ...faults(reply)]).toEqual([400, fault])
  })

  it('400 validation_error: a cursor of other filters, or of another organization', async () => {
    const clinic = await openClinic(api)
    const stranger = await openClinic(api)
    await depositsAt(clinic, '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z')
    const { body } = await list(clinic, '?limit=1')
    const cursor = encodeURIComponent(String(body.next_cursor))
    for (const reply of [
      await list(clinic, `?from=2026-11-01&cursor=${cursor}`),
      await list(stranger, `?cursor=${cursor}`),
    ]) {
      expect([reply.status, ...faults(reply)]).toEqual([400, 'cursor:invalid_value'])
    }
  })

  it('403 forbidden_scope: a key without read', async () => {
    const clinic = await openClinic(api)
    const key = await clinic.organization.keyWith(['write', 'webhooks:manage'])
    const reply = await clinic.call('GET', '/v1/deposits', { key })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })
})
