/** Until when a new deposit can be paid: at the latest until the visit begins. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useZone } from '../../session/me.tsx'
import { now } from '../../time/clock.ts'
import { instantAt, wallClockOf } from '../../time/wall-clock.ts'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { DEPOSIT_TEXTS } from './texts.ts'

export type Deadline = {
  /** As the field has it; empty: the usual time. */
  readonly typed: string
  type(typed: string): void
  /** An instant; null where the clock skips it. */
  readonly expiresAt: string | null | undefined
  /** The start of a visit that is still to come: it cannot be later. */
  readonly start: string | null
  readonly isTooLate: boolean
}

/** @param start of the visit; null for a place in the queue */
export function useDeadline(start: string | null): Deadline {
  const zone = useZone()
  const [typed, type] = useState('')
  const expiresAt = typed === '' ? undefined : instantAt(`${typed.replace('T', ' ')}:00`, zone)
  const ahead = start !== null && Date.parse(start) > now() ? start : null
  return {
    typed,
    type,
    expiresAt,
    start: ahead,
    isTooLate:
      ahead !== null && typeof expiresAt === 'string' && Date.parse(expiresAt) > Date.parse(ahead),
  }
}

export function DeadlineField({ typed, type, start, isTooLate }: Deadline) {
  const t = useTexts(DEPOSIT_TEXTS)
  const written = useWritten()
  const zone = useZone()
  const inField = (instant: string) => wallClockOf(instant, zone).slice(0, 16).replace(' ', 'T')
  return (
    <TextInput
      type="datetime-local"
      label={t.expiresOptional}
      description={start === null ? t.aboutExpiry : t.aboutExpiryOf(written.moment(start))}
      error={isTooLate && t.afterStart}
      value={typed}
      min={inField(new Date(now()).toISOString())}
      {...(start !== null && { max: inField(start) })}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
