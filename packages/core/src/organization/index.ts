import { router } from '../endpoint.ts'
import { me } from './me.ts'

export const account = router({ get: me })
