import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { invalid, notSignedIn } from '../contract/problems.ts'
import { sessionOf } from '../context.ts'
import { procedure } from '../procedure/define.ts'
import { countSignIn, inTurn, isRightPassword } from './attempts.ts'
import { browserOf, userIdOf } from './calling-user.ts'
import { endSessions } from './lost-access.ts'
import { hashPassword, NewPassword } from './password.ts'

/** Dashboard: a new password for who knows the present one. All other sessions end. */
export const changePassword = procedure({
  kind: 'change',
  scope: 'write',
  input: z.object({
    current_password: z.string().min(1).max(LIMITS.passwordCharacters),
    new_password: NewPassword,
  }),
  output: z.object({ changed: z.literal(true), ended_sessions: z.int() }),
  emits: { ok: [] },
  notes: ['user.password_changed'],
  problems: [],
  async prepare(context, input) {
    const browser = browserOf(context)
    const id = userIdOf(context)
    await countSignIn(browser)
    const user = await context.db.user.findUnique({ where: { id } })
    if (user === null) throw notSignedIn()
    const { email, passwordHash: before } = user
    const given = { email, password: input.current_password }
    if (!(await isRightPassword(context, browser, given, before))) throw wrong()
    return { before, after: await inTurn(hashPassword(input.new_password)) }
  },
  async run(context, _, { before, after }) {
    const { tx, note } = context
    const id = userIdOf(context)
    const { count } = await tx.user.updateMany({
      where: { id, passwordHash: before },
      data: { passwordHash: after },
    })
    // Somebody else has changed it since it was compared.
    if (count === 0) throw wrong()
    const ended = await endSessions(tx, id, sessionOf(context.caller))
    await tx.passwordReset.deleteMany({ where: { userId: id } })
    note({ action: 'user.password_changed', id, changes: null })
    return { changed: true as const, ended_sessions: ended }
  },
})

function wrong() {
  return invalid('current_password', 'invalid_value', 'This is not the present password.')
}
