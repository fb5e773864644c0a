/** Messages and texts, as the service answers them, and the names that it has for them. */
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { MESSAGE_TEXTS } from './texts.ts'

type Outputs = inferRouterOutputs<AppRouter>['messaging']

export type Message = Outputs['list']['data'][number]
export type MessageText = Outputs['listTexts']['data'][number]

export const STATUSES = [
  'QUEUED',
  'SENT',
  'DELIVERED',
  'READ',
  'FAILED',
  'SKIPPED',
  'UNKNOWN',
  'RECEIVED',
] as const satisfies readonly Message['status'][]

export const CHANNELS = ['whatsapp', 'email'] as const satisfies readonly Message['channel'][]

// The table has exactly these names.
export const PURPOSES = Object.keys(MESSAGE_TEXTS.pt.purposes) as readonly Message['purpose'][]

/** Undefined: there is none of this name. */
export function purposeIn(name: string | undefined): Message['purpose'] | undefined {
  return PURPOSES.find((one) => one === name)
}

/** What a text can name. All but the clinic stand below `data.object`. */
export const FACTS = [
  'client_first_name',
  'client_name',
  'services',
  'professional_name',
  'when',
  'details',
  'price',
  'meeting_url',
  'link',
  'page',
  'changes_until',
  'booking_link',
  'place',
  'map_url',
  'reason',
  'amount',
  'refunded_amount',
  'until',
  'payment_code',
  'payment_url',
  'clinic',
  'more',
] as const

/** What a text can depend on besides having a fact, as the template language writes it. */
export const CONDITIONS = {
  isAppointment: 'data.object.start',
  isPending: "data.object.status == 'PENDING'",
  isConfirmed: "data.object.booking_status == 'CONFIRMED'",
  byClient: "data.object.status == 'CANCELLED_CLIENT'",
  byEmail: "data.object.channel == 'email'",
  byWhatsapp: "data.object.channel != 'email'",
} as const
