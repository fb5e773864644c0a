import { expect, it } from 'vitest'
import { operationId } from './operation-id.ts'

it.each([
  ['clients.list', 'listClients'],
  ['clients.create', 'createClient'],
  ['appointments.noShow', 'markAppointmentNoShow'],
  ['webhooks.rotateSecret', 'rotateWebhookSecret'],
  ['webhooks.listDeliveries', 'listWebhookDeliveries'],
  ['deliveries.list', 'listDeliveries'],
  ['deliveries.get', 'getDelivery'],
  ['queue.listEntries', 'listQueueEntries'],
  ['queue.callEntry', 'callQueueEntry'],
  ['availability.slots', 'listSlots'],
  ['account.get', 'getMe'],
])('%s is %s', (procedure, id) => {
  expect(operationId(procedure)).toBe(id)
})
