import { router } from '../procedure/trpc.ts'
import { createProfessional } from './create.ts'
import { deactivateProfessional } from './deactivate.ts'
import { getProfessional } from './get.ts'
import { getMeetingUrl } from './get-meeting-url.ts'
import { listInactiveProfessionals } from './list-inactive.ts'
import { listProfessionals } from './list.ts'
import { reactivateProfessional } from './reactivate.ts'
import { updateProfessional } from './update.ts'

export const professionals = router({
  list: listProfessionals,
  listInactive: listInactiveProfessionals,
  get: getProfessional,
  getMeetingUrl,
  create: createProfessional,
  update: updateProfessional,
  deactivate: deactivateProfessional,
  reactivate: reactivateProfessional,
})
