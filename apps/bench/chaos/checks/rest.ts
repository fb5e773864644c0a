/** Copies, limits and clocks. */
import type { Anomaly, Check, History } from '../history.ts'
import { CLOCK_PLAY_MS } from '../rules.ts'

/** A copy that was kept by `updated_since` is the list. */
export const checkCopies: Check = ({ copies }) =>
  copies.flatMap(({ name, records, truth }) =>
    [...new Set([...records.keys(), ...truth.keys()])].flatMap((id) =>
      records.get(id) === truth.get(id)
        ? []
        : [
            {
              kind: 'copy differs',
              what: `${name}: ${id} is ${records.get(id) ?? 'missing'} and should be ${truth.get(id) ?? 'missing'}`,
              at: null,
            },
          ],
    ),
  )

/** No more were let through than the limit says, by however many processes. */
export const checkLimits: Check = ({ bursts }) =>
  bursts
    .filter(({ passed, most }) => passed > most)
    .map(({ second, passed, most }) => ({
      kind: 'limit passed',
      what: `${passed} of ${most} in a second`,
      at: second * 1000,
    }))

/** What was written while a request was under way says so, whatever the clock of its process showed. */
export function checkClocks({ operations, events, appointments }: History): Anomaly[] {
  const anomalies: Anomaly[] = []
  const byRequest = Map.groupBy(events, ({ requestId }) => requestId)
  const rows = new Map(appointments.map((row) => [row.id, row]))
  for (const { kind, api, from, to, outcome } of operations) {
    if (outcome.kind !== 'ok') continue
    const own = byRequest.get(outcome.requestId) ?? []
    // Answered from a record: it happened earlier.
    if (own.length === 0) continue
    const times = new Map(own.map(({ type, createdAt }) => [type, createdAt]))
    const written = rows.get(outcome.shown.id)?.times[kind]
    if (written !== undefined && own.some(({ type }) => type.startsWith('appointment.')))
      times.set(`${kind} of the row`, written)
    for (const [what, at] of times) {
      // A payment code may come from the timer, long after the answer.
      const isLaterWork = what === 'deposit.created'
      const offMs = at < from ? at - from : isLaterWork ? 0 : Math.max(0, at - to)
      if (Math.abs(offMs) <= CLOCK_PLAY_MS) continue
      const seconds = (offMs / 1000).toFixed(0)
      anomalies.push({ kind: 'time moved', what: `${what} at ${api}: ${seconds} s`, at: from })
    }
  }
  return anomalies
}
