import { router } from '../procedure/trpc.ts'
import { createService } from './create.ts'
import { deactivateService } from './deactivate.ts'
import { getServiceRules } from './get-rules.ts'
import { getService } from './get.ts'
import { listServices } from './list.ts'
import { updateService } from './update.ts'

export const services = router({
  list: listServices,
  get: getService,
  getRules: getServiceRules,
  create: createService,
  update: updateService,
  deactivate: deactivateService,
})
