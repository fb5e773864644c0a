import { router } from '../procedure/endpoint.ts'
import { me } from '../organization/me.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

export const account = router({ get: me, signIn, signOut })
