import { router } from '../procedure/endpoint.ts'
import { getService } from './get.ts'
import { listServices } from './list.ts'

export const services = router({ list: listServices, get: getService })
