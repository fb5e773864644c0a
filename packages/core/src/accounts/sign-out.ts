import { z } from 'zod'
import { openProcedure } from '../endpoint.ts'
import { closeSession } from './session.ts'

/** Dashboard: ends the session and clears its cookie. Without one, nothing happens. */
export const signOut = openProcedure
  .output(z.object({ signed_out: z.literal(true) }))
  .mutation(async ({ ctx }) => {
    if (ctx.cookies.token !== null) await closeSession(ctx.service, ctx.cookies.token)
    ctx.cookies.clear()
    return { signed_out: true as const }
  })
