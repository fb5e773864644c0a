import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { at, openClinic, type BookableClinic } from '../../support/booking.ts'
import { createAppointmentRow, createClientRow, createDepositRow } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { today } from '../../support/queue.ts'

const api = useSharedApi()

type Given = {
  readonly createdAt?: string
  readonly status?: 'PENDING' | 'PAID' | 'EXPIRED' | 'REFUNDED'
  readonly client?: BookableClinic['client']
}

async function deposit(clinic: BookableClinic, given: Given = {}): Promise<number> {
  const appointment = await createAppointmentRow(api.db, clinic.organization.row, {
    professional: clinic.professional,
    client: given.client ?? clinic.client,
    services: [clinic.service],
    start: at('09:00'),
    status: 'CANCELLED_CLIENT',
  })
  const row = await createDepositRow(api.db, clinic.organization.row, {
    appointment,
    expiresAt: today('08:30'),
    status: given.status ?? 'EXPIRED',
  })
  const createdAt = given.createdAt ?? '2026-11-10T12:00:00Z'
  await api.db.$executeRaw`
    UPDATE deposit SET created_at = ${createdAt}::text::timestamptz WHERE id = ${row.id}`
  return row.id
}

async function open() {
  const clinic = await openClinic(api)
  const team = await signIn(api, clinic.organization, 'manager')
  const list = async (input: object = {}) => {
    const reply = await team.query('deposits.listNewest', input)
    expect(reply.status, JSON.stringify(reply.problem)).toBe(200)
    return reply.body
  }
  const ids = async (input: object = {}): Promise<number[]> =>
    (await list(input)).data.map(({ id }: { id: number }) => id)
  return { clinic, team, list, ids }
}

describe('deposits.listNewest', () => {
  it('200: newest first, with the appointment, no one else’s', async () => {
    const { clinic, list } = await open()
    await deposit(await openClinic(api))
    const first = await deposit(clinic, { createdAt: '2026-11-01T00:00:00Z' })
    const last = await deposit(clinic, { createdAt: '2026-11-02T00:00:00Z' })
    const tied = await deposit(clinic, { createdAt: '2026-11-02T00:00:00Z' })
    const { data } = await list()
    expect(data.map(({ id }: { id: number }) => id)).toEqual([tied, last, first])
    expect(data[0].appointment).toMatchObject({ object: 'appointment', id: data[0].appointment_id })
    expect(data[0].queue_entry).toBeNull()
  })

  it('200: filters by status, client and local days hold together', async () => {
    const { clinic, ids } = await open()
    const other = await createClientRow(api.db, clinic.organization.row)
    const paid = await deposit(clinic, { status: 'PAID' })
    const refunded = await deposit(clinic, { status: 'REFUNDED' })
    const hers = await deposit(clinic, { status: 'PAID', client: other })
    const late = await deposit(clinic, { createdAt: '2026-11-11T02:59:59Z' })
    const next = await deposit(clinic, { createdAt: '2026-11-11T03:00:00Z' })
    expect(await ids({ status: ['PAID'] })).toEqual([hers, paid])
    expect(await ids({ status: ['PAID', 'REFUNDED'] })).toEqual([hers, refunded, paid])
    expect(await ids({ client_id: other.id })).toEqual([hers])
    expect(await ids({ status: ['REFUNDED'], client_id: other.id })).toEqual([])
    expect(await ids({ from: '2026-11-10', to: '2026-11-10' })).toEqual([
      late,
      hers,
      refunded,
      paid,
    ])
    expect(await ids({ from: '2026-11-11' })).toEqual([next])
  })

  it('200: pages follow each other, and a cursor belongs to its filters', async () => {
    const { clinic, team, list } = await open()
    const all: number[] = []
    for (const day of ['01', '02', '03']) {
      all.unshift(await deposit(clinic, { createdAt: `2026-11-${day}T12:00:00Z` }))
    }
    const first = await list({ limit: 2 })
    const second = await list({ limit: 2, cursor: first.next_cursor })
    const found = [...first.data, ...second.data].map(({ id }: { id: number }) => id)
    expect([found, second.has_more]).toEqual([all, false])
    const other = await team.query('deposits.listNewest', {
      status: ['PAID'],
      cursor: first.next_cursor,
    })
    expect([other.status, other.problem.errors[0].field]).toEqual([400, 'cursor'])
  })

  it('400: an unknown status, a client that is no id, dates backwards', async () => {
    const { team } = await open()
    const input = { status: ['LOST'], client_id: 0, from: '2026-11-02', to: '2026-11-01' }
    const { status, problem } = await team.query('deposits.listNewest', input)
    expect(status).toBe(400)
    const fields = problem.errors.map(({ field }: { field: string }) => field)
    expect(fields.toSorted()).toEqual(['client_id', 'from', 'status[0]'])
  })
})
