import { tables, updateRows } from '@scheduling/database'
import { z } from 'zod'
import { sessionOf } from '../context.ts'
import { procedure } from '../procedure/define.ts'
import { inTurn } from './attempts.ts'
import { userIdOf } from './calling-user.ts'
import { CurrentPassword, requirePassword, wrongPassword } from './current-password.ts'
import { endLinks, endSessions } from './lost-access.ts'
import { hashPassword, NewPassword } from './password.ts'

/** Dashboard: a new password for who knows the present one. All other sessions end. */
export const changePassword = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  whileSuspended: true,
  input: z.object({
    current_password: CurrentPassword,
    new_password: NewPassword,
  }),
  output: z.object({ changed: z.literal(true), ended_sessions: z.int() }),
  emits: { ok: [] },
  notes: ['user.password_changed'],
  problems: [],
  async prepare(context, input) {
    const before = await requirePassword(context, 'current_password', input.current_password)
    return { before, after: await inTurn(hashPassword(input.new_password)) }
  },
  async run(context, _, { before, after }) {
    const { tx, note } = context
    const id = userIdOf(context)
    const changed = await updateRows(
      tx,
      tables.user,
      { id, passwordHash: before },
      { passwordHash: after },
    )
    // Another call has changed it since it was compared.
    if (changed === 0) throw wrongPassword('current_password')
    const ended = await endSessions(tx, id, sessionOf(context.caller))
    await endLinks(tx, id)
    note({ action: 'user.password_changed', id, changes: null })
    return { changed: true as const, ended_sessions: ended }
  },
})
