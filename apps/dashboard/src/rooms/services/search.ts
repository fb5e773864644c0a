import { id, oneOf, searchOf, text } from '../../address/search.ts'

export const servicesSearch = searchOf({
  q: text(100),
  state: oneOf('inactive', 'all'),
  mode: oneOf('SCHEDULED', 'QUEUE'),
  specialty_id: id(),
  /** The one that is being edited. */
  service_id: id(),
})
