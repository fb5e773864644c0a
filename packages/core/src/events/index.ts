import { router } from '../procedure/trpc.ts'
import { getEvent } from './get.ts'
import { listEvents } from './list.ts'
import { listEventTypes } from './list-types.ts'

export const events = router({ list: listEvents, get: getEvent, listTypes: listEventTypes })
