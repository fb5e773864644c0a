import { router } from '../procedure/trpc.ts'
import { createClient } from './create.ts'
import { getClient } from './get.ts'
import { listClients } from './list.ts'
import { updateClient } from './update.ts'

export const clients = router({
  list: listClients,
  create: createClient,
  get: getClient,
  update: updateClient,
})
