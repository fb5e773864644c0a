/** What merges meet: no appointment may be left with a client that does not exist. */
import { describe, expect, it } from 'vitest'
import { requestDeposit, systemWork } from '@scheduling/core'
import { useOwnApi } from '../../support/api.ts'
import { times } from '../../support/at-once.ts'
import { anotherClient, at, openClinic, type BookableClinic } from '../../support/booking.ts'
import { createClientRow, eventsOf } from '../../support/clinic.ts'
import { CPF } from '../../support/clients.ts'
import { signIn } from '../../support/dashboard.ts'
import { openQueue } from '../../support/queue.ts'

const api = useOwnApi()

const CLOCKS = [
  '09:00',
  '09:30',
  '10:00',
  '10:30',
  '11:00',
  '11:30',
  '13:00',
  '13:30',
  '14:00',
  '14:30',
]

/** How many records name a client that is not there. Foreign keys should see to it; this looks itself. */
async function orphans({ organization }: Pick<BookableClinic, 'organization'>): Promise<number> {
  const { rows } = await api.connection.pool.query(
    `SELECT count(*)::int AS count FROM (
      SELECT client_id FROM appointment WHERE organization_id = $1
      UNION ALL SELECT client_id FROM queue_entry WHERE organization_id = $1
      UNION ALL SELECT client_id FROM deposit WHERE organization_id = $1) AS named
    WHERE NOT EXISTS (SELECT FROM client WHERE id = named.client_id AND organization_id = $1)`,
    [organization.row.id],
  )
  return rows[0].count
}

describe('a merge at the same time as', () => {
  it('bookings for the merged client, by its id and by its identifiers', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const { row } = clinic.organization
    for (let round = 0; round < 20; round += 1) {
      const date = `2026-12-${String(1 + round).padStart(2, '0')}`
      const survivor = await anotherClient(api, clinic)
      const email = `m${round}-${crypto.randomUUID()}@example.com`
      const merged = await createClientRow(api.db, row, { first_name: 'Rui', email })
      const [clock, another] = [CLOCKS[round % 10] ?? '', CLOCKS[(round + 1) % 10] ?? '']
      const input = { client_id: survivor.id, merged_client_id: merged.id }
      const [reply, byId, byEmail] = await Promise.all([
        owner.mutate('clients.merge', input),
        clinic.book({ client_id: merged.id, start: at(clock, date) }),
        clinic.book({ client: { first_name: 'Rui', email }, start: at(another, date) }),
      ])
      expect(reply.status).toBe(200)
      expect(await orphans(clinic)).toBe(0)
      const weekend = [0, 6].includes(new Date(date).getUTCDay())
      expect(weekend ? [409, 400] : [201, 400]).toContain(byId.status)
      if (byId.status === 400) {
        expect(byId.body.errors[0].message).toContain(`into the client ${survivor.id}`)
      }
      const owners = await api.db.appointment.findMany({
        where: {
          organizationId: row.id,
          startsAt: { in: [new Date(at(clock, date)), new Date(at(another, date))] },
        },
      })
      if (byEmail.status === 201) {
        const kept = owners.find(({ id }) => id === byEmail.body.id)
        // The survivor has an e-mail of its own, so that of the merged client may make a new one afterwards.
        expect(kept?.clientId).not.toBe(merged.id)
      }
      if (byId.status === 201) {
        expect(owners.find(({ id }) => id === byId.body.id)?.clientId).toBe(survivor.id)
      }
    }
  }, 60_000)

  it('a new client with an identifier that the survivor takes over: no second one is made', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const { row } = clinic.organization
    for (let round = 0; round < 20; round += 1) {
      const survivor = await createClientRow(api.db, row, { first_name: 'Rui' })
      const email = `t${round}-${crypto.randomUUID()}@example.com`
      const merged = await createClientRow(api.db, row, { first_name: 'Rui', email })
      const body = { first_name: 'Rui', email }
      const [reply, ...found] = await Promise.all([
        owner.mutate('clients.merge', { client_id: survivor.id, merged_client_id: merged.id }),
        ...Array.from({ length: 3 }, () => clinic.call('POST', '/v1/clients', { body })),
      ])
      expect(reply.status).toBe(200)
      expect(found.map(({ status }) => status)).toEqual([200, 200, 200])
      const holders = await api.db.client.findMany({ where: { organizationId: row.id, email } })
      expect(holders.map(({ id }) => id)).toEqual([survivor.id])
    }
  }, 60_000)

  it('a change of the CPF of one of the two: the CPF stays with one client', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const { row } = clinic.organization
    for (let round = 0; round < 10; round += 1) {
      await api.db.client.updateMany({ where: { organizationId: row.id }, data: { cpf: null } })
      const [survivor, merged] = await times(2, () => anotherClient(api, clinic))
      if (survivor === undefined || merged === undefined) throw new Error('Two were made.')
      const body = { cpf: CPF }
      const [reply, changed] = await Promise.all([
        owner.mutate('clients.merge', { client_id: survivor.id, merged_client_id: merged.id }),
        clinic.call('PATCH', `/v1/clients/${merged.id}`, { body }),
      ])
      expect(reply.status).toBe(200)
      const kept = await api.db.client.findUniqueOrThrow({ where: { id: survivor.id } })
      expect([changed.status, kept.cpf]).toEqual(changed.status === 200 ? [200, CPF] : [404, null])
    }
  }, 60_000)

  it('the merge the other way round: one of the two remains, with everything', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const { row } = clinic.organization
    for (let round = 0; round < 20; round += 1) {
      const [one, other] = await times(2, () => anotherClient(api, clinic))
      if (one === undefined || other === undefined) throw new Error('Two were made.')
      const replies = await Promise.all([
        owner.mutate('clients.merge', { client_id: one.id, merged_client_id: other.id }),
        owner.mutate('clients.merge', { client_id: other.id, merged_client_id: one.id }),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404])
      const left = await api.db.client.findMany({ where: { id: { in: [one.id, other.id] } } })
      const winner = replies.find(({ status }) => status === 200)?.body.client.id
      expect(left.map(({ id }) => id)).toEqual([winner])
      const told = replies.find(({ status }) => status === 404)?.problem.detail
      expect(told).toContain(`into the client ${winner}`)
    }
    const events = await eventsOf(api.db, row)
    expect(events.filter(({ type }) => type === 'client.merged')).toHaveLength(20)
  }, 60_000)

  it('merges of a ring of clients: one remains', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    for (let round = 0; round < 5; round += 1) {
      const ring = await times(4, () => anotherClient(api, clinic))
      for (const [index, { id }] of ring.entries()) {
        const start = at(CLOCKS[index] ?? '', `2026-12-0${round + 1}`)
        expect((await clinic.book({ client_id: id, start })).status).not.toBe(500)
      }
      await Promise.all(
        ring.map(({ id }, index) =>
          owner.mutate('clients.merge', {
            client_id: ring[(index + 1) % 4]?.id,
            merged_client_id: id,
          }),
        ),
      )
      const ids = ring.map(({ id }) => id)
      const left = await api.db.client.findMany({ where: { id: { in: ids } } })
      expect(left.length).toBeGreaterThanOrEqual(1)
      expect(await orphans(clinic)).toBe(0)
      for (const id of ids.filter((each) => left.every((one) => one.id !== each))) {
        const { body } = await clinic.call('GET', `/v1/clients/${id}`)
        const into = Number(/into the client (\d+)/.exec(body.detail)?.[1])
        expect(left.map((one) => one.id)).toContain(into)
      }
    }
  }, 60_000)

  it('a client who joins the queue: one active entry of a day, or a refusal', async () => {
    const queue = await openQueue(api)
    const owner = await signIn(api, queue.organization)
    for (let round = 0; round < 20; round += 1) {
      const [survivor, merged] = [await queue.newClient(), await queue.newClient()]
      expect((await queue.join({ client_id: survivor.id })).status).toBe(201)
      const [reply, joined] = await Promise.all([
        owner.mutate('clients.merge', { client_id: survivor.id, merged_client_id: merged.id }),
        queue.join({ client_id: merged.id }),
      ])
      expect([
        [200, 400],
        [409, 201],
      ]).toContainEqual([reply.status, joined.status])
      expect(await orphans(queue)).toBe(0)
    }
  }, 60_000)

  it('a deposit that is asked for: it belongs to the client of its appointment', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const { row } = clinic.organization
    for (let round = 0; round < 10; round += 1) {
      const [survivor, merged] = await times(2, () => anotherClient(api, clinic))
      if (survivor === undefined || merged === undefined) throw new Error('Two were made.')
      const { body } = await clinic.book({
        client_id: merged.id,
        start: at(CLOCKS[round] ?? '', '2026-12-01'),
      })
      const started = performance.now()
      const [reply, deposit] = await Promise.all([
        owner.mutate('clients.merge', { client_id: survivor.id, merged_client_id: merged.id }),
        systemWork(api.service, row.id, (work) =>
          requestDeposit(work, { owner: { appointmentId: body.id }, amount: '10.00' }),
        ),
      ])
      expect(reply.status).toBe(200)
      // No one had to be freed from a deadlock, which takes a second.
      expect(performance.now() - started).toBeLessThan(900)
      const found = await api.db.deposit.findUniqueOrThrow({ where: { id: deposit.id } })
      expect(found.clientId).toBe(survivor.id)
    }
  }, 60_000)
})
