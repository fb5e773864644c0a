import { id, oneOf, searchOf } from '../../address/search.ts'

export const waitlistSearch = searchOf({
  show: oneOf('unconfirmed', 'ended'),
  service: id(),
  professional: id(),
})
