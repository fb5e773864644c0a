import { router } from '../procedure/trpc.ts'
import { getEvent } from './get.ts'
import { listEvents } from './list.ts'

export const events = router({ list: listEvents, get: getEvent })
