/** No one is in two places, and every appointment has the time that is its own. */
import type { Anomaly, AppointmentRow, Check } from '../history.ts'
import { FREED, HOLDING } from '../rules.ts'

const MORE = 'booked twice' satisfies Anomaly['kind']

export const checkCalendar: Check = ({ appointments, capacities }) => {
  const anomalies: Anomaly[] = []
  const byProfessional = Map.groupBy(
    appointments.filter(({ status }) => HOLDING.has(status)),
    ({ professionalId }) => professionalId,
  )
  for (const rows of byProfessional.values()) {
    const inOrder = rows.toSorted((one, other) => startOf(one) - startOf(other))
    for (const [place, row] of inOrder.entries()) {
      const beside = inOrder
        .slice(place + 1)
        .filter((other) => startOf(other) < Date.parse(row.end))
      const strangers = beside.filter((other) => !isOneClass(row, other))
      for (const other of strangers)
        anomalies.push(found(MORE, `${row.id} and ${other.id} overlap`))
      const seats = 1 + beside.length - strangers.length
      const capacity = capacities.get(row.serviceId) ?? 1
      if (seats > capacity)
        anomalies.push(
          found(MORE, `${seats} of ${capacity} seats at ${row.start} of ${row.serviceId}`),
        )
    }
  }
  for (const { id, status, isHeld } of appointments) {
    if (HOLDING.has(status) && !isHeld)
      anomalies.push(found('half there', `appointment ${id} is ${status} and holds no time`))
    if (FREED.has(status) && isHeld)
      anomalies.push(found('half there', `appointment ${id} is ${status} and holds its time`))
  }
  return anomalies
}

const startOf = ({ start }: AppointmentRow): number => Date.parse(start ?? '')

/** Two seats of one class. */
function isOneClass(one: AppointmentRow, other: AppointmentRow): boolean {
  return one.serviceId === other.serviceId && startOf(one) === startOf(other)
}

const found = (kind: Anomaly['kind'], what: string): Anomaly => ({ kind, what, at: null })
