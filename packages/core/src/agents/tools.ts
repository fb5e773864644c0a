/** Every tool for agents, in the order in which they are listed. */
import type { KeyHolder } from '../api-keys/find-api-key.ts'
import { hasFeature } from '../contract/features.ts'
import {
  bookAppointment,
  cancelAppointment,
  confirmAppointment,
  dayAgenda,
  findAppointments,
  markNoShow,
  moveAppointment,
} from './appointments.ts'
import { findClients, findOrCreateClient } from './clients.ts'
import { getClinic } from './clinic.ts'
import { listDeposits } from './deposits.ts'
import { holdTime } from './holds.ts'
import { explainRefusal } from './explain.ts'
import { findFreeTimes } from './free-times.ts'
import { joinQueue, queueStatus } from './queue.ts'
import type { Tool } from './tool.ts'
import { listFailingWebhooks, recoverWebhook } from './webhooks.ts'

export const TOOLS: readonly Tool[] = [
  getClinic,
  findClients,
  findOrCreateClient,
  findFreeTimes,
  findAppointments,
  dayAgenda,
  holdTime,
  bookAppointment,
  moveAppointment,
  confirmAppointment,
  cancelAppointment,
  markNoShow,
  queueStatus,
  joinQueue,
  listDeposits,
  listFailingWebhooks,
  recoverWebhook,
  explainRefusal,
]

/** The tools that exist for a key: those whose procedures it may call, in an organization that has their features. */
export function toolsOf({ caller, organization }: Pick<KeyHolder, 'caller' | 'organization'>) {
  return TOOLS.filter(
    ({ scopes, features }) =>
      scopes.every((scope) => caller.scopes.includes(scope)) &&
      features.every((feature) => hasFeature(organization, feature)),
  )
}
