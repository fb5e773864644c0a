import { loadAppointments } from '../appointments/load.ts'
import { loadClients } from '../clients/load.ts'
import { expander, reference } from '../lists/expand.ts'
import { loadQueueEntries } from '../queue/load.ts'
import type { DepositExpansion, FullDeposit } from './deposit.ts'

export const expandDeposits = expander<FullDeposit, DepositExpansion>({
  client: reference('client', loadClients),
  appointment: reference('appointment', loadAppointments),
  queue_entry: reference('queue_entry', loadQueueEntries),
})
