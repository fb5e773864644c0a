import { id, oneOf, searchOf } from '../../address/search.ts'

export const peopleSearch = searchOf({
  /** The dialog for an invite is open. */
  invite: oneOf('yes'),
  /** What each access may do is shown. */
  table: oneOf('yes'),
  /** The user whose sessions are open. */
  sessions: id(),
})
