import { router } from '../procedure/trpc.ts'
import { getProfessional } from './get.ts'
import { listProfessionals } from './list.ts'

export const professionals = router({ list: listProfessionals, get: getProfessional })
