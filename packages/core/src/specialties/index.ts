import { router } from '../procedure/trpc.ts'
import { createSpecialty } from './create.ts'
import { deleteSpecialty } from './delete.ts'
import { listSpecialties } from './list.ts'
import { renameSpecialty } from './rename.ts'

export const specialties = router({
  list: listSpecialties,
  create: createSpecialty,
  rename: renameSpecialty,
  delete: deleteSpecialty,
})
