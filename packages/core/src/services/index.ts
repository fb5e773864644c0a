import { router } from '../procedure/trpc.ts'
import { getService } from './get.ts'
import { listServices } from './list.ts'

export const services = router({ list: listServices, get: getService })
