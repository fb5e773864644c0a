import { router } from '../procedure/trpc.ts'
import { getProfessional } from './get.ts'
import { getMeetingUrl } from './get-meeting-url.ts'
import { listInactiveProfessionals } from './list-inactive.ts'
import { listProfessionals } from './list.ts'

export const professionals = router({
  list: listProfessionals,
  listInactive: listInactiveProfessionals,
  get: getProfessional,
  getMeetingUrl,
})
