import { router } from '../procedure/trpc.ts'
import { createProfessional } from './create.ts'
import { deactivateProfessional } from './deactivate.ts'
import { reactivateProfessional } from './reactivate.ts'
import { updateProfessional } from './update.ts'

/** Part of the router `professionals`. */
export const professionalChanges = router({
  create: createProfessional,
  update: updateProfessional,
  deactivate: deactivateProfessional,
  reactivate: reactivateProfessional,
})
