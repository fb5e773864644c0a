import { router } from '../procedure/trpc.ts'
import { getServiceRules } from './get-rules.ts'
import { getService } from './get.ts'
import { listServices } from './list.ts'

export const services = router({
  list: listServices,
  get: getService,
  getRules: getServiceRules,
})
