/** How strangers join the queue. */
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createClientRow, createProfessional, performs } from '../../support/clinic.ts'
import { openQueue, queueService, WITHOUT_QUEUE, type OpenQueue } from '../../support/queue.ts'
import { joinAs, newClient, submissionId } from '../../support/public-booking.ts'
import { openStranger } from '../../support/dashboard.ts'

const api = useSharedApi()

const entriesOf = ({ organization }: OpenQueue) =>
  api.db.queueEntry.findMany({ where: { organizationId: organization.row.id } })

describe('publicBooking.joinQueue', () => {
  it('200: a submission that comes again has the same answer, and joins once', async () => {
    const queue = await openQueue(api)
    const body = { submission_id: submissionId(), client: newClient() }
    const replies = await Promise.all([1, 2, 3, 4].map(() => joinAs(api, queue, body)))
    for (const reply of replies) expect(reply.body).toEqual(replies[0]?.body)
    expect(replies[0]?.body.outcome).toBe('created')
    expect(await entriesOf(queue)).toHaveLength(1)
  })

  it('200: who waits already is told nothing; the link goes to the contact', async () => {
    const queue = await openQueue(api)
    const client = newClient({ first_name: 'Zoë' })
    await joinAs(api, queue, { client })
    const again = await joinAs(api, queue, { client: { ...client, first_name: 'ZOE' } })
    expect(again.body).toEqual({ outcome: 'repeated', url: null, queue_entry: null })
    expect(await entriesOf(queue)).toHaveLength(1)
    const notes = await api.db.auditEntry.findMany({
      where: { organizationId: queue.organization.row.id, action: 'queue_entry.link_asked' },
    })
    expect(notes).toHaveLength(1)
  })

  it('200: a match of the phone with another name is a new client, and learns no name', async () => {
    const queue = await openQueue(api)
    const known = await createClientRow(api.db, queue.organization.row, {
      first_name: 'Bruna',
      last_name: 'Segredo',
      phone: '11912345678',
    })
    const reply = await joinAs(api, queue, { client: { first_name: 'Caio', phone: '11912345678' } })
    expect(reply.body.outcome).toBe('created')
    expect(JSON.stringify(reply.body)).not.toMatch(/Bruna|Segredo/)
    expect((await entriesOf(queue))[0]?.clientId).not.toBe(known.id)
  })

  it('409 action_not_allowed: a seventh place by one visitor with one contact, however many names', async () => {
    const queue = await openQueue(api)
    const browser = openStranger(api)
    const clientOf = (index: number) => ({ first_name: `Nome ${index}`, phone: '11912340000' })
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        joinAs(api, queue, { client: clientOf(index) }, browser),
      ),
    )
    const codes = replies.map(({ problem }) => problem?.code ?? 'ok')
    expect(codes.filter((code) => code === 'ok')).toHaveLength(6)
    expect(new Set(codes)).toEqual(new Set(['ok', 'action_not_allowed']))
    expect(await entriesOf(queue)).toHaveLength(6)
  })

  it('409 queue_closed: no one serves, or the queue is full', async () => {
    const closed = await openQueue(api, { desk: { isOpen: false } })
    expect((await joinAs(api, closed)).problem.code).toBe('queue_closed')
    const full = await openQueue(api, { desk: { capacity: 2 } })
    const codes = await Promise.all([1, 2, 3, 4, 5].map(() => joinAs(api, full)))
    expect(codes.map(({ problem }) => problem?.code ?? 'ok').toSorted()).toEqual([
      'ok',
      'ok',
      'queue_closed',
      'queue_closed',
      'queue_closed',
    ])
  })

  it('409 professional_cannot_perform_service: who does not serve it, has left or is not there are one and the same', async () => {
    const queue = await openQueue(api)
    const { row } = queue.organization
    const idle = await createProfessional(api.db, row)
    const left = await createProfessional(api.db, row, { isActive: false })
    await performs(api.db, row, left, queue.service)
    for (const professional_id of [idle.id, left.id, 2_000_000_000]) {
      const { status, problem } = await joinAs(api, queue, { professional_id })
      expect([status, problem.code]).toEqual([409, 'professional_cannot_perform_service'])
    }
  })

  it('403 feature_not_enabled: the organization has no online queue', async () => {
    for (const organization of WITHOUT_QUEUE) {
      const queue = await openQueue(api, { organization })
      const reply = await joinAs(api, queue)
      expect([reply.status, reply.problem.code]).toEqual([403, 'feature_not_enabled'])
    }
  })

  it('400 validation_error: services that are hidden, by appointment or not there are one and the same', async () => {
    const queue = await openQueue(api)
    const { row } = queue.organization
    const performedBy = [queue.professional]
    const hidden = await queueService(api, row, performedBy, { hiddenFromPublicBooking: true })
    const booked = await queueService(api, row, performedBy, { bookingMode: 'SCHEDULED' })
    const other = await openQueue(api)
    const told = []
    for (const service_id of [hidden.id, booked.id, other.service.id, 2_000_000_000]) {
      const { status, problem } = await joinAs(api, queue, { service_id })
      told.push([status, problem.errors])
    }
    for (const one of told) expect(one).toEqual(told[0])
    expect(told[0]).toMatchObject([400, [{ field: 'service_id', code: 'not_found' }]])
  })

  it('404 not_found: no organization has this word', async () => {
    const queue = await openQueue(api)
    const reply = await joinAs(api, queue, { slug: 'no-one-here' })
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })
})
