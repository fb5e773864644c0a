/** What an agent does is told to everybody else as what an agent did. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { RunningWorker } from '@scheduling/worker'
import { closeAgents, openAgent, requestId } from '../../support/agents.ts'
import { useOwnApi } from '../../support/api.ts'
import { COMING_MONDAY, openClinic } from '../../support/booking.ts'
import { byHand, endpointsPerTest, postWebhook, resolveNames } from '../../support/webhooks.ts'
import { fact, letClockRun, workerBeside } from '../../support/worker.ts'

const api = useOwnApi()
let worker: RunningWorker
const open = endpointsPerTest()
beforeAll(async () => {
  letClockRun(api)
  resolveNames(api, { localhost: ['127.0.0.1'] })
  worker = await workerBeside(api)
})
afterEach(closeAgents)
afterAll(async () => {
  await worker.stop()
})

it('201: a booking by an agent is delivered, signed, with the agent as source and actor', async () => {
  const clinic = await openClinic(api)
  const endpoint = await open()
  const made = await postWebhook(api, clinic.organization, {
    url: endpoint.url,
    events: ['appointment.created'],
  })
  expect(made.status).toBe(201)
  const agent = await openAgent(api, clinic.organization)
  const { appointment } = await agent.done('book_appointment', {
    client_id: clinic.client.id,
    service_ids: [clinic.service.id],
    start: `${COMING_MONDAY}T10:00`,
    request_id: requestId(),
  })
  const request = await fact('the delivery', () => endpoint.received[0] ?? null)
  const event = JSON.parse(request.body)
  const [key] = await api.db.apiKey.findMany({
    where: { organizationId: clinic.organization.row.id, kind: 'agent' },
  })
  expect(event).toMatchObject({
    type: 'appointment.created',
    data: { object: { id: appointment.id, source: 'agent', client_id: clinic.client.id } },
    context: { source: 'agent', actor: { type: 'agent', id: key?.id, name: key?.name } },
  })
  const signature = byHand(request, made.body.secret)
  expect(String(request.headers['x-service-signature'])).toContain(`v1=${signature}`)
  const seen = await clinic.call('GET', `/v1/appointments/${appointment.id}`)
  expect(seen.body).toMatchObject({ source: 'agent', start: appointment.start.instant })
})
