import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { readSpecialties, Specialty, toSpecialty } from './specialty.ts'

/** All specialties, by name. */
export const listSpecialties = procedure({
  kind: 'read',
  scope: 'read',
  input: z.object({}),
  output: z.object({ data: z.array(Specialty) }),
  problems: [],
  async run({ db, organization }) {
    return { data: (await readSpecialties(db, organization.id)).map(toSpecialty) }
  },
})
