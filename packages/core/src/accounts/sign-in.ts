import { z } from 'zod'
import { openProcedure, withinBounds } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Problem } from '../problems.ts'
import { trpcError } from '../trpc-error-code.ts'
import { hashPassword, isPassword } from './password.ts'
import { openSession } from './session.ts'

/** Checked in place of a missing account's, so that the time taken tells nothing about who has one. */
const nobodysHash = hashPassword('nobody has this password')

const Credentials = z.object({
  email: z.string().trim().toLowerCase().max(LIMITS.emailCharacters),
  password: z.string().min(1).max(200),
})

/** Dashboard: opens a session and sets its cookie. The answer never tells whether the e-mail exists. */
export const signIn = openProcedure
  .use(withinBounds(Credentials))
  .input(Credentials)
  .output(z.object({ name: z.string(), role: z.enum(['owner', 'collaborator']) }))
  .mutation(async ({ ctx, input }) => {
    const { service, cookies } = ctx
    const retryAfterSeconds = ctx.countSignIn()
    if (retryAfterSeconds > 0) {
      const wait = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`
      throw trpcError(
        new Problem('rate_limited', `Too many attempts to sign in. Try again in ${wait}.`, {
          retryAfterSeconds,
        }),
      )
    }
    const user = await service.db.user.findUnique({
      where: { email: input.email },
      include: { professional: true },
    })
    const isRight = await isPassword(input.password, user?.passwordHash ?? (await nobodysHash))
    if (user === null || !isRight || !user.professional.isActive) {
      throw trpcError(new Problem('unauthorized', 'The e-mail or the password is not right.'))
    }
    const session = await openSession(service, user.id)
    cookies.set(session.token, session.expiresAt)
    return { name: user.professional.name, role: user.professional.role }
  })
