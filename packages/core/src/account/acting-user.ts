import type { Initiator } from '../change/system-work.ts'
import type { VisitorCall } from '../procedure/visitor.ts'

/** A user who has no session, or none yet: who signs in, or comes with a link. */
type ActingUser = { readonly id: number; readonly name: string }

/**
 * @param call of the procedure that needs no session
 * @param who the user, or how to know the user by what was done
 */
export function byUser<Result>(
  call: VisitorCall,
  who: ActingUser | ((result: Result) => ActingUser),
): Initiator<Result> {
  return {
    actorOf(result) {
      const { id, name } = typeof who === 'function' ? who(result) : who
      return { type: 'user', id: String(id), name }
    },
    source: 'dashboard',
    requestId: call.requestId,
    declared: call.declaredOf('ok'),
  }
}
