import { loadAppointments } from '../appointments/load.ts'
import { loadClients } from '../clients/load.ts'
import { expander, expansion } from '../lists/expand.ts'
import { loadQueueEntries } from '../queue/load.ts'
import type { DepositExpansion, FullDeposit } from './deposit.ts'

export const expandDeposits = expander<FullDeposit, DepositExpansion>({
  client: expansion({
    idsOf: (deposit) => [deposit.client_id],
    load: loadClients,
    fill(deposit, find) {
      deposit.client = find(deposit.client_id) ?? deposit.client
    },
  }),
  appointment: expansion({
    idsOf: (deposit) => [deposit.appointment_id],
    load: loadAppointments,
    fill(deposit, find) {
      deposit.appointment = find(deposit.appointment_id) ?? null
    },
  }),
  queue_entry: expansion({
    idsOf: (deposit) => [deposit.queue_entry_id],
    load: loadQueueEntries,
    fill(deposit, find) {
      deposit.queue_entry = find(deposit.queue_entry_id) ?? null
    },
  }),
})
