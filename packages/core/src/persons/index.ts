import { router } from '../procedure/trpc.ts'
import { eraseOneClient } from './erase.ts'

/** An erasure reaches into messages, so it stands above them. */
export const persons = router({ erase: eraseOneClient })
