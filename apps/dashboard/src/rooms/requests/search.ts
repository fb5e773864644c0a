import { oneOf, searchOf, text } from '../../address/search.ts'

export const requestsSearch = searchOf({
  /** The id of one request, as a caller has it. */
  request: text(60),
  status: oneOf('2xx', '4xx', '5xx'),
  api_key_id: text(60),
})
