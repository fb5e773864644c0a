import { router } from '../procedure/endpoint.ts'
import { signIn } from '../accounts/sign-in.ts'
import { signOut } from '../accounts/sign-out.ts'
import { me } from './me.ts'

/** The dashboard's way in, and the organization that it leads to. */
export const account = router({ get: me, signIn, signOut })
