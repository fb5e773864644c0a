import { PERMITTED } from '@scheduling/core'
import { describe, expect, it } from 'vitest'
import { obstacleOf, type Action } from '@scheduling/dashboard/booking-actions'

const NAMES = {
  confirm: 'confirm',
  arrive: 'arrive',
  start: 'start',
  complete: 'complete',
  noShow: 'no_show',
  cancel: 'cancel',
  move: 'reschedule',
  notes: 'edit_notes',
  services: 'change_services',
  price: 'change_price',
  invoice: 'mark_invoiced',
  room: 'set_meeting_url',
  undo: 'undo',
  delete: 'delete',
} as const satisfies Partial<Record<Action, string>>

const STATUSES = [
  'PENDING',
  'CONFIRMED',
  'COMPLETED',
  'NO_SHOW',
  'CANCELLED_CLIENT',
  'CANCELLED_PROFESSIONAL',
] as const

describe('the actions that the dashboard offers', () => {
  it.each(STATUSES)('are those that the service permits: %s', (status) => {
    const offered = (Object.keys(NAMES) as (keyof typeof NAMES)[]).filter(
      (action) =>
        obstacleOf(action, { status, invoice_issued: false, deposit: null }, true) === null,
    )
    expect(offered.map((action) => NAMES[action]).toSorted()).toEqual(
      PERMITTED[status].filter((action) => action !== 'edit_metadata').toSorted(),
    )
  })
})
