import { date, oneOf, searchOf, text } from '../../address/search.ts'

export const webhooksSearch = searchOf({ dialog: oneOf('new') })

export const STATUSES = ['UNDELIVERED', 'SUCCEEDED', 'FAILED', 'PENDING', 'DISCARDED'] as const

export const webhookSearch = searchOf({
  status: oneOf(...STATUSES),
  /** Of events; what no type is called finds nothing. */
  type: text(60),
  /** The first day that is shown. */
  since: date(),
  /** The event whose attempts alone are shown. */
  event: text(40),
  /** The attempt that is open beside the list. */
  delivery: text(40),
  dialog: oneOf('edit', 'test', 'recover', 'rotate', 'delete'),
})
