import { router } from '../procedure/trpc.ts'
import { firstDay } from './first-day.ts'
import { getOverview } from './get.ts'

/** What an owner looks at: how a week or a month goes, and what a new organization still has to set up. */
export const overview = router({ get: getOverview, firstDay })
