import { router } from '../procedure/trpc.ts'
import { listAudit } from './list.ts'

/** Who changed what; for the owner alone. */
export const audit = router({ list: listAudit })
