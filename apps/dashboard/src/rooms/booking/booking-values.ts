/** What is filled in for a new appointment, and what is sent of it. */
import { clientInputOf, isNamed, type ClientChoice } from '../../parts/client-choice.ts'
import type { Rhythm } from './recurrence.ts'

export type BookingValues = {
  client: ClientChoice | null
  service_ids: readonly number[]
  /** Null: any professional who is free. */
  professional_id: number | null
  /** An instant. */
  start: string | null
  notes: string
  allow_overbook: boolean
  rhythm: Rhythm
  /** How many dates, if it repeats. */
  times: number
}

/** Null as long as something is missing. */
export function inputOf(values: BookingValues) {
  const { client, start } = values
  if (!isNamed(client) || start === null || values.service_ids.length === 0) return null
  return {
    ...clientInputOf(client),
    service_ids: [...values.service_ids],
    professional_id: values.professional_id,
    start,
    notes: values.notes.trim() === '' ? null : values.notes.trim(),
    allow_overbook: values.allow_overbook,
  }
}
