/** What the service sends to a subscription: one entry of `webhooks` per event type. */
import { LIMITS } from '@scheduling/core'
import { EVENT_TYPE_NAMES, EVENT_TYPES } from '@scheduling/events'
import type { oas31, ZodOpenApiCallbacksObject, ZodOpenApiPathsObject } from 'zod-openapi'
import { eventSchemaName } from './event-schemas.ts'
import { exampleEvent } from './example-event.ts'
import type { ExampleDays } from './example-days.ts'

const header = (name: string, description: string, example: string): oas31.ParameterObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

/** Request headers of each delivery, as components. */
export const DELIVERY_HEADERS: Readonly<Record<string, oas31.ParameterObject>> = {
  DeliveryEvent: header('X-Service-Event', 'The type of the event.', 'appointment.created'),
  DeliveryEventId: header(
    'X-Service-Event-Id',
    'The id of the event. It is the same in every attempt.',
    'evt_01k9xq3v5m8t2r7w4y6z0a1bcd',
  ),
  DeliveryId: header(
    'X-Service-Delivery-Id',
    'The id of this attempt. It is new for every attempt.',
    'dlv_01k9xq3v5m8t2r7w4y6z0a1bcd',
  ),
  DeliveryWebhookId: header(
    'X-Service-Webhook-Id',
    'The id of the webhook.',
    'whk_01k9xq3v5m8t2r7w4y6z0a1bcd',
  ),
  DeliveryTimestamp: header(
    'X-Service-Timestamp',
    'The time of the signature, in Unix seconds.',
    '1795516800',
  ),
  DeliverySignature: header(
    'X-Service-Signature',
    `\`v1\` is the HMAC-SHA256 of \`<t>.<raw body>\` in hexadecimal. Its key is the whole secret. For ${LIMITS.previousSecretHours} hours after a rotation, \`v0\` is the same with the previous secret as the key. After several rotations, there is one \`v0\` for each previous secret, newest first. Refuse a \`t\` that is more than ${LIMITS.signatureToleranceMinutes} minutes away from your clock.`,
    't=1795516800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ),
  StandardWebhookId: header(
    'webhook-id',
    'The id of the event, as in the Standard Webhooks specification.',
    'evt_01k9xq3v5m8t2r7w4y6z0a1bcd',
  ),
  StandardWebhookTimestamp: header(
    'webhook-timestamp',
    'The time of the signature, in Unix seconds.',
    '1795516800',
  ),
  StandardWebhookSignature: header(
    'webhook-signature',
    'The signature, as in the Standard Webhooks specification. After a rotation, there is one signature for each secret that is still valid, separated by spaces, newest first.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
}

const RESPONSES = {
  '2XX': { description: 'Received. The body is ignored.' },
  '410': { description: 'The endpoint is gone. The webhook is deactivated at once.' },
  '4XX': { description: 'Refused. The delivery is retried later.' },
  '5XX': { description: 'Failed. The delivery is retried later.' },
} as const

const PARAMETERS = Object.keys(DELIVERY_HEADERS).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))

/** The deliveries that a new webhook receives, with one type for the bodies of all events. */
export function webhookCallbacks(): ZodOpenApiCallbacksObject {
  return {
    event: {
      '{$request.body#/url}': {
        post: {
          operationId: 'onEvent',
          tags: ['Webhooks'],
          summary: 'An event that the webhook subscribes to',
          description:
            'A delivery to a `generic` webhook. `webhooks` describes each event type separately.',
          security: [],
          parameters: PARAMETERS,
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/WebhookEvent' } },
            },
          },
          responses: RESPONSES,
        },
      },
    },
  }
}

/** One entry per event type. */
export function webhookOperations(days: ExampleDays): ZodOpenApiPathsObject {
  return Object.fromEntries(
    EVENT_TYPE_NAMES.map((type) => [
      type,
      {
        post: {
          operationId: `on${eventSchemaName(type)}`,
          tags: ['Webhooks'],
          summary: type,
          description: EVENT_TYPES[type].when,
          security: [],
          parameters: PARAMETERS,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { $ref: `#/components/schemas/${eventSchemaName(type)}` },
                example: exampleEvent(type, days),
              },
            },
          },
          responses: RESPONSES,
        },
      },
    ]),
  )
}
