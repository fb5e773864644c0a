/** Finds what must never happen. */
import { checkAnswers } from './checks/answers.ts'
import { checkCalendar } from './checks/calendar.ts'
import { checkDeliveries } from './checks/deliveries.ts'
import { checkFeed } from './checks/feed.ts'
import { checkRecords } from './checks/records.ts'
import { checkClocks, checkCopies, checkLimits } from './checks/rest.ts'
import type { Anomaly, Check, History } from './history.ts'

const CHECKS: readonly Check[] = [
  checkCalendar,
  checkAnswers,
  checkRecords,
  checkFeed,
  checkDeliveries,
  checkCopies,
  checkLimits,
  checkClocks,
]

/** @returns nothing for a history in which the service kept its word */
export function anomaliesOf(history: History): Anomaly[] {
  return CHECKS.flatMap((check) => check(history))
}
