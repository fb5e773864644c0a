import { date, id, oneOf, searchOf } from '../../address/search.ts'

export const depositsSearch = searchOf({
  view: oneOf('payments'),
  /** Of deposits. */
  status: oneOf('PENDING', 'PAID', 'EXPIRED', 'REFUNDED'),
  client: id(),
  from: date(),
  to: date(),
  /** Of payments. */
  outcome: oneOf('ACCEPTED', 'LATE', 'SECOND', 'TOO_SMALL'),
  rejected: oneOf('yes'),
  /** The deposit that is open beside the list. */
  deposit: id(),
  /** The dialog for a new deposit is open. */
  charge: oneOf('yes'),
})
