import { router } from '../procedure/trpc.ts'
import { signIn } from '../accounts/sign-in.ts'
import { signOut } from '../accounts/sign-out.ts'
import { me } from './me.ts'

/** Signing in and out of the dashboard, and the organization of the caller. */
export const account = router({ get: me, signIn, signOut })
