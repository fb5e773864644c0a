import { NO_FILTERS, recordEvent, type NewEvent } from '../events/new-event.ts'
import type { Reader } from '../lists/expand.ts'
import { toDeposit, type DepositRow } from './deposit-base.ts'
import type { DepositOwner } from './owner.ts'
import type { DepositEventType } from './transitions.ts'

/** @param rows.before null when the deposit is new */
export function depositEvent(
  type: DepositEventType,
  rows: { readonly before: DepositRow | null; readonly after: DepositRow },
  owner: Pick<DepositOwner, 'filters'>,
  reader: Reader,
): NewEvent {
  return recordEvent(type, {
    before: rows.before === null ? null : toDeposit(rows.before, reader),
    after: toDeposit(rows.after, reader),
    // A deposit has no status or type that a subscription could filter by.
    filters: { ...NO_FILTERS, ...owner.filters },
  })
}
