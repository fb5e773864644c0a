import { expect, it } from 'vitest'
import { envelopeJson, toEnvelope, type StoredEvent } from './envelope.ts'

const ROW: StoredEvent = {
  id: 'evt_1',
  type: 'client.created',
  organizationId: 7,
  livemode: true,
  sequence: '12',
  createdAt: new Date('2026-11-23T12:00:00Z'),
  payload: '{"object": {"id": 1, "name": "José"}, "changes": null, "batch_id": null}',
  context:
    '{"actor":{"type":"system","id":null,"name":null},"source":"system","request_id":"req_1"}',
}

it('sends the stored texts as they are, and a copy by its values', () => {
  const envelope = toEnvelope(ROW, 'America/Sao_Paulo', '2026-11-01')
  const head =
    '{"id":"evt_1","type":"client.created","api_version":"2026-11-01","created_at":"2026-11-23T09:00:00-03:00","organization_id":7,"livemode":true,"sequence":12'
  expect(envelopeJson(envelope)).toBe(`${head},"data":${ROW.payload},"context":${ROW.context}}`)
  const hidden = { ...envelope, data: { ...envelope.data, object: { id: 1, name: '***' } } }
  expect(JSON.parse(envelopeJson(hidden))).toEqual({
    ...JSON.parse(envelopeJson(envelope)),
    data: { object: { id: 1, name: '***' }, changes: null, batch_id: null },
  })
})
