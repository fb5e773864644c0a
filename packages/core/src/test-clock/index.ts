import { router } from '../procedure/trpc.ts'
import { advanceTestClock } from './advance.ts'
import { getTestClock } from './get.ts'

export const testClock = router({ get: getTestClock, advance: advanceTestClock })
