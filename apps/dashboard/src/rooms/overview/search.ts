import { date, id, oneOf, searchOf } from '../../address/search.ts'
import { LIST_NAMES } from './lists.ts'

export const overviewSearch = searchOf({ period: oneOf('month') })

/** The list that a number opens. */
export const overviewListSearch = searchOf({
  of: oneOf(...LIST_NAMES),
  from: date(),
  to: date(),
  professional: id(),
  service: id(),
  /** The appointment that is open over the list. */
  appointment: id(),
})
