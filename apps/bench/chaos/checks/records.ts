/** The table and the feed tell the same story, and each step of it is allowed. */
import type { Anomaly, AppointmentRow, Event, History, QueueRow } from '../history.ts'
import { STEPS } from '../rules.ts'

export function checkRecords({ events, appointments, queue }: History): Anomaly[] {
  return [
    ...checkKind('appointment', events, appointments),
    ...checkKind('queue.entry', events, queue),
  ]
}

function checkKind(
  kind: string,
  events: readonly Event[],
  rows: readonly (AppointmentRow | QueueRow)[],
): Anomaly[] {
  const anomalies: Anomaly[] = []
  const told = Map.groupBy(
    events
      .filter(({ type }) => type.startsWith(`${kind}.`))
      .toSorted((one, other) => one.sequence - other.sequence),
    ({ shown }) => shown.id,
  )
  for (const [id, steps] of told) {
    let status = '-'
    for (const { type, shown, createdAt } of steps) {
      const step = STEPS[type]
      if (step === undefined || !step.from.includes(status) || !step.to.includes(shown.status)) {
        const what = `${kind} ${id}: ${type} from ${status} to ${shown.status}`
        anomalies.push({ kind: 'step not allowed', what, at: createdAt })
      }
      status = shown.status
    }
  }
  for (const row of rows) {
    const last = told.get(row.id)?.at(-1)
    if (last === undefined) {
      anomalies.push({ kind: 'half there', what: `no event tells of ${kind} ${row.id}`, at: null })
    } else if (stateOf(last.shown) !== stateOf(row)) {
      const what = `${kind} ${row.id} is ${stateOf(row)}, its last event says ${stateOf(last.shown)}`
      anomalies.push({ kind: 'half there', what, at: last.createdAt })
    }
    told.delete(row.id)
  }
  for (const id of told.keys())
    anomalies.push({
      kind: 'half there',
      what: `events tell of ${kind} ${id}, which is not there`,
      at: null,
    })
  return anomalies
}

function stateOf({ status, start, professionalId }: Event['shown']): string {
  return `${status} ${start === null ? '' : Date.parse(start)} ${professionalId ?? ''}`
}
