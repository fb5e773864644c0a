import { router } from '../procedure/trpc.ts'
import { createKey } from './create.ts'
import { listApiKeys } from './list.ts'
import { revokeKey } from './revoke.ts'
import { updateKey } from './update.ts'

/** The API keys of the organization; for the owner alone. */
export const apiKeys = router({
  list: listApiKeys,
  create: createKey,
  update: updateKey,
  revoke: revokeKey,
})
