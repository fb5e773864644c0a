/** `request_id`: once done, however often it is asked. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  closeAgents,
  openAgent,
  requestId,
  textOf,
  toolCall,
  type Agent,
} from '../../support/agents.ts'
import { useSharedApi } from '../../support/api.ts'
import {
  anotherClient,
  at,
  MONDAY,
  openClinic,
  type BookableClinic,
} from '../../support/booking.ts'

const api = useSharedApi()
let clinic: BookableClinic
let agent: Agent
beforeEach(async () => {
  clinic = await openClinic(api)
  agent = await openAgent(api, clinic.organization)
})
afterEach(closeAgents)

const booking = (more: object = {}) => ({
  client_id: clinic.client.id,
  service_ids: [clinic.service.id],
  start: `${MONDAY}T10:00`,
  request_id: requestId(),
  ...more,
})

const count = () =>
  api.db.appointment.count({ where: { organizationId: clinic.organization.row.id } })

it('201: ten bookings at once with one request_id make one appointment', async () => {
  const input = booking()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => agent.done('book_appointment', input)),
  )
  expect(new Set(answers.map(({ appointment }) => appointment.id)).size).toBe(1)
  expect(answers.filter(({ is_repeat }) => !is_repeat)).toHaveLength(1)
  expect(await count()).toBe(1)
})

it('409 slot_unavailable: of bookings of one time for several clients, one is made', async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, () => anotherClient(api, clinic)))
  const answers = await Promise.all(
    clients.map(({ id }) => agent.ask('book_appointment', booking({ client_id: id }))),
  )
  expect(await count()).toBe(1)
  expect(answers.filter(({ isError }) => isError !== true)).toHaveLength(1)
})

it('409 duplicate_request: the same request_id for something else is refused in words', async () => {
  const input = booking()
  await agent.done('book_appointment', input)
  const refusal = await agent.refused('book_appointment', { ...input, start: `${MONDAY}T11:00` })
  expect(refusal).toMatchObject({
    code: 'duplicate_request',
    message:
      'This `request_id` was used with another input in the last 24 hours. Nothing was changed.',
  })
  expect(await count()).toBe(1)
})

it('409 slot_unavailable: a refusal is kept too, and comes again though the time is free by then', async () => {
  const taken = (await clinic.book({ start: at('10:00') })).body
  const input = booking({ client_id: (await anotherClient(api, clinic)).id })
  const first = await agent.ask('book_appointment', input)
  expect(textOf(first)).toContain('slot_unavailable')
  await clinic.call('POST', `/v1/appointments/${taken.id}/cancel`, { body: {} })
  expect(textOf(await agent.ask('book_appointment', input))).toBe(textOf(first))
  await agent.done('book_appointment', { ...input, request_id: requestId() })
})

it('201: another key, another tool and REST have records of their own', async () => {
  const input = booking({ request_id: 'shared' })
  const { appointment } = await agent.done('book_appointment', input)
  const colleague = await openAgent(api, clinic.organization)
  const { id } = await anotherClient(api, clinic)
  const other = await colleague.refused('book_appointment', { ...input, client_id: id })
  expect(other.code).toBe('slot_unavailable')
  const sure = await agent.done('confirm_appointment', {
    appointment_id: appointment.id,
    request_id: 'shared',
  })
  expect(sure).toMatchObject({ is_repeat: false, appointment: { status: 'CONFIRMED' } })
  const reply = await clinic.book(
    { start: at('11:00') },
    { headers: { 'Idempotency-Key': 'shared' } },
  )
  expect(reply.status).toBe(201)
})

it('200: the same moment written in another way is still another input, told plainly', async () => {
  const input = booking()
  await agent.done('book_appointment', input)
  const written = { ...input, start: `${MONDAY}T13:00:00Z` }
  expect((await agent.refused('book_appointment', written)).code).toBe('duplicate_request')
})

it('201: a client who is registered by name alone is not taken for another one in a repeat', async () => {
  await api.db.organization.update({
    where: { id: clinic.organization.row.id },
    data: { requireClientIdentifier: false },
  })
  const input = { first_name: 'Zuleica', request_id: requestId() }
  const first = await agent.done('find_or_create_client', input)
  const again = await agent.done('find_or_create_client', input)
  expect(again).toEqual({ ...first, is_repeat: true })
  const other = await agent.refused('find_or_create_client', {
    ...input,
    request_id: requestId(),
  })
  expect(other).toMatchObject({ code: 'ambiguous', candidates: [first.client] })
  const second = await agent.done('find_or_create_client', {
    ...input,
    is_new: true,
    request_id: requestId(),
  })
  expect(second.client.id).not.toBe(first.client.id)
})

it('201: a connection that breaks in the middle leaves one appointment, and the repeat says which', async () => {
  const input = booking()
  for (const wait of [1, 5, 10, 20, 40]) {
    const broken = AbortSignal.timeout(wait)
    await fetch(`${api.url}/mcp`, {
      method: 'POST',
      signal: broken,
      headers: {
        Authorization: `Bearer ${agent.key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(toolCall('book_appointment', input)),
    })
      .then((response) => response.text())
      .catch(() => null)
  }
  const { appointment } = await agent.done('book_appointment', input)
  const all = await api.db.appointment.findMany({
    where: { organizationId: clinic.organization.row.id },
  })
  expect(all.map(({ id }) => id)).toEqual([appointment.id])
})
