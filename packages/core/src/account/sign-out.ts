import { z } from 'zod'
import { openProcedure } from '../procedure/trpc.ts'
import { closeSession } from './session.ts'

/**
 * Dashboard: ends the session and clears its cookie. The browser stays known. Without a session, nothing
 * happens.
 */
export const signOut = openProcedure
  .output(z.object({ signed_out: z.literal(true) }))
  .mutation(async ({ ctx }) => {
    const { session } = ctx.browser.cookies
    if (session.value !== null) await closeSession(ctx.service, session.value)
    session.clear()
    return { signed_out: true as const }
  })
