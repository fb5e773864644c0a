import type { Doer } from '../change/system-work.ts'
import type { NoteAction } from '../events/notes.ts'

/** A user who has no session, or none yet: who signs in, or comes with a link. */
type ActingUser = { readonly id: number; readonly name: string }

/** @param who the user, or how to know the user by what was done */
export function byUser<Result>(
  requestId: string,
  who: ActingUser | ((result: Result) => ActingUser),
  ...notes: readonly NoteAction[]
): Doer<Result> {
  return {
    actorOf(result) {
      const { id, name } = typeof who === 'function' ? who(result) : who
      return { type: 'user', id: String(id), name }
    },
    source: 'dashboard',
    requestId,
    declared: { name: notes.join(), emits: [], notes },
  }
}
