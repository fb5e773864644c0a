import { router } from '../procedure/trpc.ts'
import { addSampleData } from './add-sample-data.ts'
import { getOrganization } from './get.ts'
import { removeLogo } from './remove-logo.ts'
import { setFeatures } from './set-features.ts'
import { setLogo } from './set-logo.ts'
import { updateOrganization } from './update.ts'

/** The settings of the organization; for the owner alone. */
export const organization = router({
  get: getOrganization,
  update: updateOrganization,
  setFeatures,
  setLogo,
  removeLogo,
  addSampleData,
})
