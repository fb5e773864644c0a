import { EVENT_TYPES } from '../event-types.ts'
import { changesBetween, NO_FILTERS, type NewEvent } from '../events/new-event.ts'
import { toDeposit, type DepositRow } from './deposit.ts'
import type { DepositEventType } from './transitions.ts'

/** @param before null when the deposit is new */
export function depositEvent(
  type: DepositEventType,
  row: DepositRow,
  before: DepositRow | null,
  timeZone: string,
): NewEvent {
  const { changes } = EVENT_TYPES[type]
  const object = toDeposit(row, timeZone)
  return {
    type,
    object,
    changes:
      before === null || changes === null
        ? null
        : changesBetween(toDeposit(before, timeZone), object, changes),
    filters: NO_FILTERS,
  }
}
