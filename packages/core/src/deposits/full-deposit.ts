import { AppointmentBase } from '../appointments/appointment.ts'
import { Client } from '../clients/client.ts'
import { expandable, expandOf } from '../fields.ts'
import { QueueEntryBase } from '../queue/queue-entry.ts'
import { depositOf } from './deposit.ts'

/**
 * The record as its routes return it. In a file of its own: appointments and queue entries, which it
 * holds, hold deposits too.
 */
export const Deposit = depositOf({
  client: expandable(Client),
  appointment: AppointmentBase.nullable().meta({
    description: 'Filled with `expand=appointment`; else null.',
  }),
  queue_entry: QueueEntryBase.nullable().meta({
    description: 'Filled with `expand=queue_entry`; else null.',
  }),
}).meta({ id: 'Deposit' })

export const DEPOSIT_EXPANSIONS = ['client', 'appointment', 'queue_entry'] as const
export type DepositExpansion = (typeof DEPOSIT_EXPANSIONS)[number]
export const DepositExpand = expandOf(DEPOSIT_EXPANSIONS)
