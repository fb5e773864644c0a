/** An appointment as agents see it. */
import { z } from 'zod'
import { AppointmentStatus } from '../appointments/appointment.ts'
import type { AgentContext } from './reader.ts'
import { Id } from '../ground/fields.ts'
import { When, whenOf } from './when.ts'
import { AgentClient, agentClient, named, Named, namedClient } from './written-by-client.ts'

export const AgentAppointment = z.object({
  id: Id,
  // Without the name by which the document knows it.
  status: z.enum(AppointmentStatus.options),
  start: When,
  duration_minutes: z.int(),
  services: z.array(Named),
  professional: Named,
  client: AgentClient,
  price: z.string().nullable(),
})

export type AgentAppointment = z.output<typeof AgentAppointment>

type Seen = {
  readonly id: number
  readonly status: AgentAppointment['status']
  readonly start: string
  readonly duration_minutes: number
  readonly services: readonly Named[]
  readonly professional: Named
  readonly client: { readonly id: number; readonly name: string }
  readonly price: string | null
}

export function agentAppointment(context: AgentContext, record: Seen): AgentAppointment {
  const { id, name } = record.client
  return {
    id: record.id,
    status: record.status,
    start: whenOf(context, record.start),
    duration_minutes: record.duration_minutes,
    services: record.services.map(named),
    professional: named(record.professional),
    client: agentClient(context, { id, name }),
    price: record.price,
  }
}

/** `appointment 9 of «Maria Souza» (client 1): Cleaning with Ana, Tuesday 24 November, 14:30` */
export function namedAppointment(one: AgentAppointment): string {
  const services = one.services.map(({ name }) => name).join(', ')
  return `appointment ${one.id} of ${namedClient(one.client)}: ${services} with ${one.professional.name}, ${one.start.words}`
}
