/** Every tool for agents, in the order in which they are listed. */
import type { KeyHolder } from '../api-keys/find-api-key.ts'
import { hasFeature } from '../contract/features.ts'
import {
  bookAppointment,
  cancelAppointment,
  completeAppointment,
  confirmAppointment,
  dayAgenda,
  editNotes,
  findAppointments,
  markNoShow,
  moveAppointment,
} from './appointments.ts'
import { findClients, findOrCreateClient } from './clients.ts'
import { getClinic } from './clinic.ts'
import { listDeposits } from './deposits.ts'
import { holdTime, releaseHold } from './holds.ts'
import { explainRefusal } from './explain.ts'
import { findFreeTimes } from './free-times.ts'
import {
  callFromQueue,
  completeInQueue,
  joinQueue,
  leaveQueue,
  queueStatus,
  skipInQueue,
} from './queue.ts'
import type { Tool } from './tool.ts'
import { joinWaitlist, leaveWaitlist, listWaitlist, offerTime } from './waitlist.ts'
import { listFailingWebhooks, recoverWebhook, switchOnWebhook } from './webhooks.ts'

export const TOOLS: readonly Tool[] = [
  getClinic,
  findClients,
  findOrCreateClient,
  findFreeTimes,
  findAppointments,
  dayAgenda,
  holdTime,
  releaseHold,
  bookAppointment,
  moveAppointment,
  confirmAppointment,
  cancelAppointment,
  markNoShow,
  completeAppointment,
  editNotes,
  listWaitlist,
  joinWaitlist,
  offerTime,
  leaveWaitlist,
  queueStatus,
  joinQueue,
  callFromQueue,
  skipInQueue,
  completeInQueue,
  leaveQueue,
  listDeposits,
  listFailingWebhooks,
  switchOnWebhook,
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
