import type { z } from 'zod'
import { AppointmentBase } from '../appointments/appointment.ts'
import { Client } from '../clients/client.ts'
import { expandable, expandOf } from '../ground/fields.ts'
import { QueueEntryBase } from '../queue/queue-entry.ts'
import { depositOf, type DepositRecord } from './deposit-base.ts'

/** The deposit as its routes return it, with what it is for. */
export const Deposit = depositOf({
  client: expandable(Client),
  appointment: AppointmentBase.nullable().meta({
    description: 'The appointment, if you send `expand=appointment`. Otherwise null.',
  }),
  queue_entry: QueueEntryBase.nullable().meta({
    description: 'The queue entry, if you send `expand=queue_entry`. Otherwise null.',
  }),
}).meta({ id: 'Deposit' })

export type FullDeposit = z.input<typeof Deposit>

/** A record that was read later, with what `expand` had filled in before. */
export function expandedAs(before: FullDeposit, record: DepositRecord): FullDeposit {
  const { client, appointment, queue_entry } = before
  return { ...record, client, appointment, queue_entry }
}

export const DEPOSIT_EXPANSIONS = ['client', 'appointment', 'queue_entry'] as const
export type DepositExpansion = (typeof DEPOSIT_EXPANSIONS)[number]
export const DepositExpand = expandOf(DEPOSIT_EXPANSIONS)
