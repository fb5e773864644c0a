/** Calls through the SDK against the real service. */
import { isSchedulingError, Scheduling } from '@scheduling/sdk'
import { assert, describe, expect, expectTypeOf, it } from 'vitest'
import type { Client, MiniReference } from '@scheduling/sdk'
import { useSharedApi } from '../../support/api.ts'
import { at, openClinic } from '../../support/booking.ts'

const api = useSharedApi()

async function clinic() {
  const opened = await openClinic(api)
  const client = new Scheduling({ baseUrl: api.url, apiKey: opened.organization.key })
  return { ...opened, client }
}

describe('a call', () => {
  it('renames fields both ways, and leaves the keys of maps alone', async () => {
    const { client } = await clinic()
    const metadata = { crm_id: '4711', crmId: '12', __proto: 'x' }
    const created = await client.clients.create({
      firstName: 'Ana',
      email: 'ana@example.com',
      birthDate: '1988-04-23',
      metadata,
    })
    expect(created).toMatchObject({ firstName: 'Ana', birthDate: '1988-04-23', metadata })
    expect(created.createdAt).toMatch(/^\d{4}-/)
    expect(await client.clients.get(created.id)).toEqual(created)
    const updated = await client.clients.update(created.id, { metadata: { crm_id: null } })
    expect(updated.metadata).toEqual({ crmId: '12', __proto: 'x' })
    const found = await client.clients.list({ metadata: { crmId: '12' } })
    expect(found.data).toEqual([updated])
  })

  it('tells the answer with its request id', async () => {
    const { client, organization } = await clinic()
    const { data, response, requestId } = await client.account.get().withResponse()
    expect(data.id).toBe(organization.row.id)
    expect(data.features).toHaveProperty('online_queue')
    expect(response.status).toBe(200)
    expect(requestId).toBe(response.headers.get('x-request-id'))
  })

  it('expands references, in value and in type', async () => {
    const { client, service, client: _, ...opened } = await clinic()
    const booked = await client.appointments.create({
      serviceIds: [service.id],
      start: at('09:00'),
      client: { firstName: 'Maria', email: 'maria@example.com' },
    })
    expectTypeOf(booked.client).toEqualTypeOf<MiniReference>()
    const full = await client.appointments.get(booked.id, { expand: ['client', 'services'] })
    expectTypeOf(full.client).toEqualTypeOf<Client>()
    expect(full.client.firstName).toBe('Maria')
    expect(full.services[0]?.bufferBeforeMinutes).toBe(0)
    expect(full.professional).toEqual({
      id: opened.professional.id,
      name: opened.professional.name,
    })
  })

  it('expands what a change answers too', async () => {
    const { client, service } = await clinic()
    const booked = await client.appointments.create({
      serviceIds: [service.id],
      start: at('09:00'),
      client: { firstName: 'Maria', email: 'maria@example.com' },
      expand: ['client'],
    })
    expect(booked.client.email).toBe('maria@example.com')
    const { id } = booked
    const changed = await client.appointments.update(id, { notes: 'x', expand: ['services'] })
    expect(changed.services[0]?.object).toBe('service')
    const start = at('10:00')
    const moved = await client.appointments.reschedule(id, { start, expand: ['professional'] })
    expect(moved.professional.isActive).toBe(true)
    expect((await client.appointments.get(id)).professional).not.toHaveProperty('isActive')
  })

  it('is a promise like every other', async () => {
    const { client, organization } = await clinic()
    const { id } = organization.row
    const call = client.account.get()
    expectTypeOf(call).toExtend<Promise<unknown>>()
    expect((await Promise.resolve(call)).id).toBe(id)
    expect((await Promise.all([call, call])).map((one) => one.id)).toEqual([id, id])
    expect((await call.withResponse()).data.id).toBe(id)
    let ends = 0
    expect((await call.finally(() => (ends += 1))).id).toBe(id)
    const caught = await client.clients
      .get(2_000_000_000)
      .finally(() => (ends += 1))
      .catch((error: unknown) => isSchedulingError(error) && error.code)
    expect(caught).toBe('not_found')
    expect(ends).toBe(2)
  })

  it('throws a refusal that its code narrows', async () => {
    const { client, service } = await clinic()
    const book = (firstName: string) =>
      client.appointments.create({
        serviceIds: [service.id],
        start: at('09:00'),
        client: { firstName, email: `${firstName}@example.com` },
      })
    await book('Maria')
    const error = await book('Pedro').catch((caught: unknown) => caught)
    assert(isSchedulingError(error))
    assert(error.code === 'slot_unavailable')
    expectTypeOf(error.status).toEqualTypeOf<409>()
    expect(error.status).toBe(409)
    expect(error.requestId).toMatch(/^req_/)
  })

  it('follows every page, and stops when asked', async () => {
    const { client } = await clinic()
    const names = ['A', 'B', 'C', 'D', 'E']
    for (const firstName of names)
      await client.clients.create({ firstName, email: `${firstName}@example.com` })
    const seen: string[] = []
    for await (const one of client.clients.list({ limit: 2 })) seen.push(one.firstName)
    expect(seen).toEqual(expect.arrayContaining(names))
    const sizes: number[] = []
    for await (const page of client.clients.list({ limit: 2 }).pages()) sizes.push(page.data.length)
    expect(sizes.every((size) => size <= 2)).toBe(true)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(seen.length)
    const first = await client.clients.list({ limit: 2 })
    expect(first.data).toHaveLength(2)
    expect(first.hasMore).toBe(true)
  })
})
