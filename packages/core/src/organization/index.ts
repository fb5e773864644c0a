import { router } from '../procedure/trpc.ts'
import { signIn } from '../accounts/sign-in.ts'
import { signOut } from '../accounts/sign-out.ts'
import { getOrganization } from './get.ts'
import { me } from './me.ts'
import { setFeatures } from './set-features.ts'
import { updateOrganization } from './update.ts'

/** Signing in and out of the dashboard, and the organization of the caller. */
export const account = router({ get: me, signIn, signOut })

/** The settings of the organization; for the owner alone. */
export const organization = router({
  get: getOrganization,
  update: updateOrganization,
  setFeatures,
})
