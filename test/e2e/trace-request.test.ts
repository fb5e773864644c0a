/**
 * A customer gives support the id of a request. One look shows what it was answered, the events that it caused and where
 * they were delivered: by API, from the command line, and in the dashboard.
 */
import { fanOut } from '@scheduling/delivery/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { useOwnApi } from '../support/api.ts'
import { at, COMING_MONDAY, openClinic, type BookableClinic } from '../support/booking.ts'
import { openShell } from '../support/cli.ts'
import { signIn } from '../support/dashboard.ts'
import { createdWebhook, laneOf, openEndpoint, type Endpoint } from '../support/webhooks.ts'

const api = useOwnApi({ now: Date.now(), keepsRequests: true })
let clinic: BookableClinic
let endpoint: Endpoint
let requestId: string
let webhookId: string

beforeAll(async () => {
  api.setClock(Date.now)
  clinic = await openClinic(api)
  const { organization } = clinic
  endpoint = await openEndpoint()
  const events = ['appointment.created']
  webhookId = (await createdWebhook(api, organization, { url: endpoint.url, events })).id
  const booked = await clinic.book({ start: at('09:00', COMING_MONDAY) })
  requestId = booked.headers.get('x-request-id') ?? ''
  const where = { organizationId: organization.row.id, type: 'appointment.created' }
  const { id } = await api.db.event.findFirstOrThrow({ where })
  await fanOut(api.service, api.connection.pool, [id])
  await laneOf(api, webhookId)
  await vi.waitFor(async () => {
    await api.history.writeAll()
    expect(await api.db.requestLog.count({ where: { id: requestId } })).toBe(1)
  }, 10_000)
})
afterAll(() => endpoint.close())

const traced = () => ({
  id: requestId,
  route: '/v1/appointments',
  status: 201,
  events: [
    {
      type: 'appointment.created',
      deliveries: [{ webhook_id: webhookId, status: 'SUCCEEDED', response_status: 200 }],
    },
    { type: 'client.first_appointment', deliveries: [] },
  ],
})

it('by API', async () => {
  const { key } = clinic.organization
  const { body } = await api.call('GET', `/v1/requests/${requestId}`, { key })
  expect(body).toMatchObject(traced())
})

it('from the command line', async () => {
  const shell = openShell({ url: api.url, key: clinic.organization.key })
  try {
    const { out } = await shell.run(['logs', 'show', requestId, '--json'])
    expect(JSON.parse(out)).toMatchObject(traced())
    const text = await shell.run(['logs', 'show', requestId])
    expect(text.out).toMatch(/appointment\.created {2}evt_\w+\n.* SUCCEEDED whk_\w+ dlv_\w+ 200\n/)
  } finally {
    await shell.close()
  }
})

it('in the dashboard', async () => {
  const owner = await signIn(api, clinic.organization)
  expect((await owner.query('requests.get', { request_id: requestId })).body).toMatchObject(
    traced(),
  )
})
