/** Every route of v1, as the API promises it: the tests compare the built ones with this. */
import type { Method, Scope } from '@scheduling/core'

export type PromisedRoute = {
  readonly method: Method
  readonly path: string
  /** Null: any genuine key. Absent: no key. */
  readonly scope?: Scope | null
  readonly success: readonly number[]
  readonly idempotent?: true
  readonly body?: 'required' | 'optional'
}

const appointment = '/v1/appointments/{appointment_id}'
const entry = '/v1/queue/entries/{entry_id}'
const webhook = '/v1/webhooks/{webhook_id}'

export const API_ROUTES: readonly PromisedRoute[] = [
  { method: 'GET', path: '/v1/openapi.json', success: [200] },
  { method: 'GET', path: '/v1/me', scope: null, success: [200] },

  { method: 'GET', path: '/v1/professionals', scope: 'read', success: [200] },
  { method: 'GET', path: '/v1/professionals/{professional_id}', scope: 'read', success: [200] },
  {
    method: 'POST',
    path: '/v1/professionals',
    scope: 'setup',
    success: [201],
    idempotent: true,
    body: 'required',
  },
  {
    method: 'PATCH',
    path: '/v1/professionals/{professional_id}',
    scope: 'setup',
    success: [200],
    body: 'required',
  },
  {
    method: 'POST',
    path: '/v1/professionals/{professional_id}/deactivate',
    scope: 'setup',
    success: [200],
    idempotent: true,
    body: 'optional',
  },
  {
    method: 'POST',
    path: '/v1/professionals/{professional_id}/reactivate',
    scope: 'setup',
    success: [200],
    idempotent: true,
  },

  {
    method: 'GET',
    path: '/v1/professionals/{professional_id}/hours',
    scope: 'read',
    success: [200],
  },
  {
    method: 'PUT',
    path: '/v1/professionals/{professional_id}/hours',
    scope: 'setup',
    success: [200],
    body: 'required',
  },
  {
    method: 'PUT',
    path: '/v1/professionals/{professional_id}/hours/{date}',
    scope: 'setup',
    success: [200],
    body: 'required',
  },
  {
    method: 'DELETE',
    path: '/v1/professionals/{professional_id}/hours/{date}',
    scope: 'setup',
    success: [200],
  },
  { method: 'GET', path: '/v1/holidays', scope: 'read', success: [200] },
  {
    method: 'POST',
    path: '/v1/holidays',
    scope: 'setup',
    success: [200, 201],
    idempotent: true,
    body: 'required',
  },
  { method: 'DELETE', path: '/v1/holidays/{date}', scope: 'setup', success: [200] },
  { method: 'GET', path: '/v1/blocked-times', scope: 'read', success: [200] },
  {
    method: 'POST',
    path: '/v1/blocked-times',
    scope: 'setup',
    success: [200, 201],
    idempotent: true,
    body: 'required',
  },
  { method: 'DELETE', path: '/v1/blocked-times/{blocked_time_id}', scope: 'setup', success: [200] },

  { method: 'GET', path: '/v1/specialties', scope: 'read', success: [200] },
  {
    method: 'POST',
    path: '/v1/specialties',
    scope: 'setup',
    success: [201],
    idempotent: true,
    body: 'required',
  },
  {
    method: 'PATCH',
    path: '/v1/specialties/{specialty_id}',
    scope: 'setup',
    success: [200],
    body: 'required',
  },
  {
    method: 'DELETE',
    path: '/v1/specialties/{specialty_id}',
    scope: 'setup',
    success: [204],
  },

  {
    method: 'POST',
    path: '/v1/services',
    scope: 'setup',
    success: [201],
    idempotent: true,
    body: 'required',
  },
  {
    method: 'PATCH',
    path: '/v1/services/{service_id}',
    scope: 'setup',
    success: [200],
    body: 'required',
  },
  {
    method: 'POST',
    path: '/v1/services/{service_id}/deactivate',
    scope: 'setup',
    success: [200],
    idempotent: true,
    body: 'optional',
  },
  { method: 'GET', path: '/v1/services', scope: 'read', success: [200] },
  { method: 'GET', path: '/v1/services/{service_id}', scope: 'read', success: [200] },

  { method: 'GET', path: '/v1/clients', scope: 'read', success: [200] },
  {
    method: 'POST',
    path: '/v1/clients',
    scope: 'write',
    success: [200, 201],
    idempotent: true,
    body: 'required',
  },
  { method: 'GET', path: '/v1/clients/{client_id}', scope: 'read', success: [200] },
  {
    method: 'PATCH',
    path: '/v1/clients/{client_id}',
    scope: 'write',
    success: [200],
    body: 'required',
  },

  { method: 'GET', path: '/v1/availability/slots', scope: 'read', success: [200] },
  { method: 'GET', path: '/v1/availability/next-dates', scope: 'read', success: [200] },

  { method: 'GET', path: '/v1/requests', scope: 'read', success: [200] },
  { method: 'GET', path: '/v1/requests/{request_id}', scope: 'read', success: [200] },

  { method: 'GET', path: '/v1/holds', scope: 'read', success: [200] },
  {
    method: 'POST',
    path: '/v1/holds',
    scope: 'write',
    success: [201],
    idempotent: true,
    body: 'required',
  },
  { method: 'GET', path: '/v1/holds/{hold_id}', scope: 'read', success: [200] },
  { method: 'DELETE', path: '/v1/holds/{hold_id}', scope: 'write', success: [204] },

  { method: 'GET', path: '/v1/waitlist/entries', scope: 'read', success: [200] },
  {
    method: 'POST',
    path: '/v1/waitlist/entries',
    scope: 'write',
    success: [201],
    idempotent: true,
    body: 'required',
  },
  { method: 'DELETE', path: '/v1/waitlist/entries/{entry_id}', scope: 'write', success: [200] },
  {
    method: 'POST',
    path: '/v1/waitlist/entries/{entry_id}/offer',
    scope: 'write',
    success: [200],
    idempotent: true,
    body: 'required',
  },

  { method: 'GET', path: '/v1/appointments', scope: 'read', success: [200] },
  {
    method: 'POST',
    path: '/v1/appointments',
    scope: 'write',
    success: [200, 201],
    idempotent: true,
    body: 'required',
  },
  { method: 'GET', path: appointment, scope: 'read', success: [200] },
  { method: 'PATCH', path: appointment, scope: 'write', success: [200], body: 'required' },
  {
    method: 'POST',
    path: `${appointment}/reschedule`,
    scope: 'write',
    success: [200],
    idempotent: true,
    body: 'required',
  },
  {
    method: 'POST',
    path: `${appointment}/cancel`,
    scope: 'write',
    success: [200],
    idempotent: true,
    body: 'optional',
  },
  {
    method: 'POST',
    path: `${appointment}/confirm`,
    scope: 'write',
    success: [200],
    idempotent: true,
    body: 'optional',
  },
  {
    method: 'POST',
    path: `${appointment}/arrive`,
    scope: 'write',
    success: [200],
    idempotent: true,
  },
  {
    method: 'POST',
    path: `${appointment}/start`,
    scope: 'write',
    success: [200],
    idempotent: true,
  },
  {
    method: 'POST',
    path: `${appointment}/complete`,
    scope: 'write',
    success: [200],
    idempotent: true,
  },
  {
    method: 'POST',
    path: `${appointment}/invoice`,
    scope: 'write',
    success: [200],
    body: 'optional',
    idempotent: true,
  },
  {
    method: 'POST',
    path: `${appointment}/meeting-url`,
    scope: 'write',
    success: [200],
    body: 'required',
    idempotent: true,
  },
  {
    method: 'POST',
    path: `${appointment}/no-show`,
    scope: 'write',
    success: [200],
    idempotent: true,
  },

  { method: 'GET', path: '/v1/queue/entries', scope: 'read', success: [200] },
  {
    method: 'POST',
    path: '/v1/queue/entries',
    scope: 'write',
    success: [200, 201],
    idempotent: true,
    body: 'required',
  },
  { method: 'GET', path: entry, scope: 'read', success: [200] },
  { method: 'POST', path: `${entry}/call`, scope: 'write', success: [200], body: 'optional' },
  { method: 'POST', path: `${entry}/complete`, scope: 'write', success: [200] },
  { method: 'POST', path: `${entry}/skip`, scope: 'write', success: [200] },
  { method: 'POST', path: `${entry}/cancel`, scope: 'write', success: [200] },

  { method: 'GET', path: '/v1/deposits', scope: 'read', success: [200] },
  { method: 'GET', path: '/v1/deposits/{deposit_id}', scope: 'read', success: [200] },
  { method: 'GET', path: '/v1/events', scope: 'read', success: [200] },
  { method: 'GET', path: '/v1/events/{event_id}', scope: 'read', success: [200] },
  { method: 'GET', path: '/v1/test-clock', scope: 'read', success: [200] },
  {
    method: 'POST',
    path: '/v1/test-clock/advance',
    scope: 'write',
    success: [200],
    idempotent: true,
    body: 'required',
  },

  { method: 'GET', path: '/v1/event-types', scope: null, success: [200] },

  { method: 'GET', path: '/v1/webhooks', scope: 'webhooks:manage', success: [200] },
  {
    method: 'POST',
    path: '/v1/webhooks',
    scope: 'webhooks:manage',
    success: [201],
    idempotent: true,
    body: 'required',
  },
  { method: 'GET', path: webhook, scope: 'webhooks:manage', success: [200] },
  { method: 'PATCH', path: webhook, scope: 'webhooks:manage', success: [200], body: 'required' },
  { method: 'DELETE', path: webhook, scope: 'webhooks:manage', success: [204] },
  {
    method: 'POST',
    path: `${webhook}/rotate-secret`,
    scope: 'webhooks:manage',
    success: [200],
    idempotent: true,
    body: 'optional',
  },
  {
    method: 'POST',
    path: `${webhook}/test`,
    scope: 'webhooks:manage',
    success: [200],
    body: 'optional',
  },
  { method: 'GET', path: `${webhook}/deliveries`, scope: 'webhooks:manage', success: [200] },
  { method: 'GET', path: '/v1/deliveries', scope: 'webhooks:manage', success: [200] },
  {
    method: 'GET',
    path: `${webhook}/deliveries/{delivery_id}`,
    scope: 'webhooks:manage',
    success: [200],
  },
  {
    method: 'POST',
    path: `${webhook}/recover`,
    scope: 'webhooks:manage',
    success: [200],
    idempotent: true,
    body: 'required',
  },
  { method: 'GET', path: `${webhook}/statistics`, scope: 'webhooks:manage', success: [200] },
  {
    method: 'POST',
    path: '/v1/webhooks/preview',
    scope: 'webhooks:manage',
    success: [200],
    body: 'optional',
  },
  {
    method: 'POST',
    path: `${webhook}/deliveries/{delivery_id}/redeliver`,
    scope: 'webhooks:manage',
    success: [202],
  },
]

/** Routes that are promised and not there. A route that is there must not stand here. */
export const NOT_BUILT_YET: readonly string[] = []
