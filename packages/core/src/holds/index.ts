import { router } from '../procedure/trpc.ts'
import { createHold } from './create.ts'
import { getHold } from './get.ts'
import { listHolds } from './list.ts'
import { releaseOneHold } from './release.ts'

export const holds = router({
  list: listHolds,
  create: createHold,
  get: getHold,
  release: releaseOneHold,
})
