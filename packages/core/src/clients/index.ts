import { listVisits } from './list-visits.ts'
import { createClient } from './create.ts'
import { eraseOneClient } from './erase.ts'
import { getClient } from './get.ts'
import { listClients } from './list.ts'
import { updateClient } from './update.ts'
import { router } from '../procedure/trpc.ts'
import { mergeTwoClients } from './merge.ts'

export const clients = router({
  list: listClients,
  create: createClient,
  get: getClient,
  update: updateClient,
  listVisits,
  merge: mergeTwoClients,
  erase: eraseOneClient,
})
