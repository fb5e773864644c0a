/** Inputs that several tools take. Each says where a model finds it, in as few words as do. */
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { Id } from '../ground/fields.ts'

const from = (tool: string) => ({ description: `From \`${tool}\`.` })

export const ClientId = Id.meta(from('find_clients'))
export const AppointmentId = Id.meta(from('find_appointments'))
export const EntryId = Id.meta(from('queue_status'))
export const WishId = Id.meta(from('list_waitlist'))
export const HoldId = Id.meta(from('hold_time'))
export const ProfessionalId = Id.meta(from('get_clinic'))
/** Where none means that it does not matter. */
export const AnyProfessionalId = Id.optional().meta({ description: 'Left out: any who is free.' })
export const WebhookId = z.string().max(LIMITS.valueCharacters).meta(from('list_failing_webhooks'))
export const ServiceIds = z
  .array(Id)
  .min(1)
  .max(LIMITS.servicesPerAppointment)
  .meta(from('get_clinic'))
export const Reason = z.string().max(LIMITS.reasonCharacters).optional().meta({
  description: 'Why, for the team.',
})
export const Email = z.string().trim().min(1).max(LIMITS.emailCharacters).optional().meta({
  description: 'The whole address.',
})
