import { router } from '../procedure/trpc.ts'
import { getRequest } from './get.ts'
import { listRequests } from './list.ts'

/** The request log: what keys asked, and what became of it. */
export const requests = router({ list: listRequests, get: getRequest })
