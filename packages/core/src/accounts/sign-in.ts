import { z } from 'zod'
import { openProcedure, withinBounds } from '../procedure/trpc.ts'
import { LIMITS } from '../contract/limits.ts'
import { NoPlaceError } from '../ground/line.ts'
import { Problem, rateLimited } from '../contract/problems.ts'
import { trpcError } from '../procedure/errors.ts'
import { asProblem } from '../contract/as-problem.ts'
import { deviceOf, withDevice } from './device.ts'
import { isPassword } from './password.ts'
import { closeSession, openSession } from './session.ts'

/** Lengths come first: a text that is too long is not processed. */
const Credentials = z.object({
  email: z.string().max(LIMITS.emailCharacters, { abort: true }).trim().toLowerCase(),
  password: z.string().min(1).max(LIMITS.passwordCharacters),
})

/**
 * Dashboard: opens a session and sets its cookie. Neither the answer, nor its timing, nor the counters reveal
 * whether the e-mail exists.
 */
export const signIn = openProcedure
  .use(withinBounds(Credentials))
  .input(Credentials)
  .output(z.object({ name: z.string(), role: z.enum(['owner', 'collaborator']) }))
  .mutation(async ({ ctx, input }) => {
    try {
      const { service, cookies, signIns } = ctx
      refuseFor(await signIns.countAttempt(), 'Too many sign-in attempts came from this address.')

      const account = service.crypto.hmac('account', input.email).toString('base64url')
      const device = deviceOf(service, cookies.device.value, account)
      const whose = device === null ? account : `${account} ${device}`
      const tooManyFailures = 'Too many attempts to sign in to this account failed.'
      refuseFor(await signIns.lookAtFailures(whose), tooManyFailures)

      const user = await service.db.user.findUnique({
        where: { email: input.email },
        include: { professional: true },
      })
      const hashOf = async (): Promise<string | null> => {
        refuseFor(await signIns.countFailure(whose), tooManyFailures)
        return user?.passwordHash ?? null
      }
      const isRight = await isPassword(input.password, hashOf, { goesFirst: device !== null })
      if (user === null || !isRight || !user.professional.isActive) {
        throw new Problem('unauthorized', 'The e-mail or the password is wrong.')
      }
      await signIns.forgetFailures(whose)
      // The previous session of this browser: no cookie refers to it any more.
      if (cookies.session.value !== null) await closeSession(service, cookies.session.value)
      const session = await openSession(service, user.id)
      cookies.session.set(session.token, session.expiresAt)
      const known = withDevice(service, cookies.device.value, account)
      cookies.device.set(known.value, known.expiresAt)
      return { name: user.professional.name, role: user.professional.role }
    } catch (error) {
      const problem =
        error instanceof NoPlaceError
          ? rateLimited('Too many people are signing in right now.', LIMITS.signInWaitSeconds)
          : asProblem(error)
      throw problem === null ? error : trpcError(problem)
    }
  })

function refuseFor(seconds: number, why: string): void {
  if (seconds > 0) throw rateLimited(why, seconds)
}
