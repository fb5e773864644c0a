import { listVisits } from '../appointments/list-visits.ts'
import { createClient } from '../clients/create.ts'
import { getClient } from '../clients/get.ts'
import { listClients } from '../clients/list.ts'
import { updateClient } from '../clients/update.ts'
import { router } from '../procedure/trpc.ts'
import { mergeTwoClients } from './merge.ts'

/** A merge moves what others have of a client, so it stands above their rooms. */
export const clients = router({
  list: listClients,
  create: createClient,
  get: getClient,
  update: updateClient,
  listVisits,
  merge: mergeTwoClients,
})
