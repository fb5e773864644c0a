import { router } from '../procedure/trpc.ts'
import { createService } from './create.ts'
import { deactivateService } from './deactivate.ts'
import { updateService } from './update.ts'

/** Part of the router `services`. */
export const serviceChanges = router({
  create: createService,
  update: updateService,
  deactivate: deactivateService,
})
