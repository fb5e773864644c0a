import { router } from '../procedure/trpc.ts'
import { followChanges } from './changes.ts'

export const live = router({ changes: followChanges })
