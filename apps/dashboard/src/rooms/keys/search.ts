import { oneOf, searchOf } from '../../address/search.ts'

export const keysSearch = searchOf({
  /** The dialog for a new key is open. */
  create: oneOf('yes'),
})
