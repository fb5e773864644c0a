import { id, oneOf, searchOf } from '../../address/search.ts'

export const waitlistSearch = searchOf({
  show: oneOf('ended'),
  service: id(),
  professional: id(),
})
