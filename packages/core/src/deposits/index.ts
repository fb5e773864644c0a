import { router } from '../procedure/trpc.ts'
import { getDeposit } from './get.ts'
import { listDeposits } from './list.ts'

export const deposits = router({ list: listDeposits, get: getDeposit })
