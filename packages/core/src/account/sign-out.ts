import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { closeSession } from './session.ts'

/**
 * Dashboard: ends the session and clears its cookie. The browser stays known. Without a session, nothing
 * happens.
 */
export const signOut = procedure({
  caller: 'visitor',
  kind: 'action',
  input: null,
  output: z.object({ signed_out: z.literal(true) }),
  async run(call) {
    const { session } = call.browser.cookies
    if (session.value !== null) await closeSession(call.service, session.value)
    session.clear()
    return { signed_out: true as const }
  },
})
