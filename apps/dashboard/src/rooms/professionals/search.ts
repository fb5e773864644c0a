import { id, oneOf, searchOf, text } from '../../address/search.ts'

export const professionalsSearch = searchOf({
  q: text(100),
  state: oneOf('inactive'),
  /** The one that is being edited. */
  professional_id: id(),
})
