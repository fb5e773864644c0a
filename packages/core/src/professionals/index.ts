import { router } from '../procedure/trpc.ts'
import { createProfessional } from './create.ts'
import { deactivateProfessional } from './deactivate.ts'
import { getProfessional } from './get.ts'
import { getMeetingUrl } from './get-meeting-url.ts'
import { getPhoto } from './get-photo.ts'
import { listInactiveProfessionals } from './list-inactive.ts'
import { listProfessionals } from './list.ts'
import { reactivateProfessional } from './reactivate.ts'
import { removePhoto } from './remove-photo.ts'
import { setPhoto } from './set-photo.ts'
import { updateProfessional } from './update.ts'

export const professionals = router({
  list: listProfessionals,
  listInactive: listInactiveProfessionals,
  get: getProfessional,
  getMeetingUrl,
  getPhoto,
  setPhoto,
  removePhoto,
  create: createProfessional,
  update: updateProfessional,
  deactivate: deactivateProfessional,
  reactivate: reactivateProfessional,
})
