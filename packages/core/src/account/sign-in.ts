import { column, countRows, prismaOf, query, sqlOf, tables } from '@scheduling/database'
import { nameOf, OF_ACTIVE_PROFESSIONAL } from './active.ts'
import { z } from 'zod'
import { workOf } from '../change/system-work.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { procedure } from '../procedure/define.ts'
import { ACCESSES } from '../context.ts'
import { byUser } from './acting-user.ts'
import { countSignIn, isRightPassword } from './attempts.ts'
import { openInstead, setCookies } from './enter.ts'
import { TypedEmail } from './typed-email.ts'

/** Lengths come first: a text that is too long is not processed. */
const Credentials = z.object({
  email: TypedEmail,
  password: z.string().min(1).max(LIMITS.passwordCharacters),
})

/**
 * Dashboard: opens a session and sets its cookie. Neither the answer, nor its timing, nor the counters reveal
 * whether the e-mail exists.
 */
export const signIn = procedure({
  caller: 'visitor',
  kind: 'change',
  input: Credentials,
  output: z.object({ name: z.string(), access: z.enum(ACCESSES) }),
  notes: ['user.signed_in'],
  async run(call, input) {
    const { service, browser } = call
    await countSignIn(browser)
    const user = await prismaOf(service.db).user.findUnique({
      where: { email: input.email },
      include: { professional: true },
    })
    const hash = user === null || user.professional?.isActive === false ? null : user.passwordHash
    const isRight = await isRightPassword(service, browser, input, hash)
    if (user === null || !isRight) throw wrong()
    const { id, organizationId, passwordHash, access } = user
    const name = nameOf(user)
    const initiator = byUser(call, { id, name })
    const session = await workOf(service, organizationId, initiator, async ({ tx, note }) => {
      const [kept] = await keepPassword(sqlOf(tx), [id, passwordHash])
      if (kept === undefined) throw wrong()
      // Asked once the user is locked: a change that deactivates the professional locks the user before.
      const isOfTeam = await countRows(tx, tables.user, {
        id,
        professionalId: OF_ACTIVE_PROFESSIONAL,
      })
      if (isOfTeam === 0) throw wrong()
      note({ action: 'user.signed_in', id, changes: null })
      return openInstead(service, tx, browser, id)
    })
    setCookies(service, browser, input.email, session)
    return { name, access }
  },
})

/** A change of the password, and a removal of the user, waits for this and then ends the new session too. */
const keepPassword = query({
  name: 'password kept',
  text: 'SELECT id FROM user_account WHERE id = $1::int AND password_hash = $2::text FOR SHARE',
  row: { id: column.int },
})

function wrong(): Problem {
  return new Problem('unauthorized', 'The e-mail or the password is wrong.')
}
