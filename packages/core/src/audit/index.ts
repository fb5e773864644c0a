import { router } from '../procedure/trpc.ts'
import { listAudit } from './list.ts'

/** Who changed what. */
export const audit = router({ list: listAudit })
