/** The free starts of a day, followed while they are on the screen, and the next days that have some. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../../api/client.ts'
import { useZone } from '../../session/me.tsx'
import { now } from '../../time/clock.ts'
import { dateIn, today } from '../../time/wall-clock.ts'
import { amongOf, startsOf, type FreeStart, type Slot } from './slots.ts'

export type Wanted = {
  readonly serviceIds: readonly number[]
  /** Null: any professional who is free. */
  readonly professionalId: number | null
  /** `YYYY-MM-DD` of the day that was chosen; null: that of the start, else the first that has a free one. */
  readonly date: string | null
  /** The start that was chosen. */
  readonly start: string | null
}

export type FreeDay = { readonly date: string; readonly count: number }

export type Offers = {
  /** `YYYY-MM-DD` of the day that is shown; null while the first free one is looked for. */
  readonly day: string | null
  /** Null while they are read. */
  readonly starts: readonly FreeStart[] | null
  /** Null while they are read. Empty: nothing is free as far as can be booked. */
  readonly days: readonly FreeDay[] | null
  readonly error: unknown
  retry(): void
  /** The chosen start, if it is among those of the day. */
  readonly offered: FreeStart | null
  /** Whether a start was chosen that is not among those of the day, as far as is known. */
  readonly isOther: boolean
  /** Whether it was offered, and has been taken since. */
  readonly isTaken: boolean
}

const DAYS = 5

export function useOffers({ serviceIds, professionalId, date, start }: Wanted): Offers {
  const zone = useZone()
  const what = {
    service_ids: [...serviceIds],
    ...(professionalId !== null && { professional_id: professionalId }),
  }
  const isAsked = serviceIds.length > 0
  const next = useQuery(
    api.availability.nextDates.queryOptions(
      { ...what, limit: DAYS },
      { enabled: isAsked, placeholderData: keepPreviousData },
    ),
  )
  const days = next.data?.data.map((one) => ({ date: one.date, count: one.slot_count })) ?? null
  const day =
    date ??
    (start !== null ? dateIn(start, zone) : days === null ? null : (days[0]?.date ?? today(zone)))
  const slots = useQuery(
    api.availability.slots.queryOptions(
      { ...what, ...(day !== null && { date: day }) },
      { enabled: isAsked && day !== null },
    ),
  )
  return useShown({
    day,
    slots: slots.data?.data,
    days,
    error: slots.error ?? next.error,
    retry() {
      void slots.refetch()
      void next.refetch()
    },
    start,
    asked: `${serviceIds.join()} ${professionalId}`,
  })
}

type Read = Pick<Offers, 'day' | 'days' | 'error' | 'retry'> &
  Pick<Wanted, 'start'> & {
    /** Those of the day; undefined while they are read. */
    readonly slots: readonly Slot[] | undefined
    /** Changes with what is looked for. */
    readonly asked: string
  }

/** What stands on the screen of the free times that were read. */
export function useShown({ slots, asked, start, ...read }: Read): Offers {
  const zone = useZone()
  const all = useMemo(() => (slots === undefined ? null : startsOf(slots)), [slots])
  // What of today is over can be booked, but is offered only to who chose it.
  const isPast = start !== null && Date.parse(start) < now()
  const starts =
    all === null || read.day !== today(zone) || isPast
      ? all
      : all.filter((one) => Date.parse(one.start) >= now())
  const offered = start === null || starts === null ? null : amongOf(start, starts)
  // What has been offered once and is no longer was taken meanwhile. What was typed may never have been offered.
  const chosen = `${asked} ${start}`
  const [offeredOnce, setOfferedOnce] = useState<string | null>(null)
  if (offered !== null && offeredOnce !== chosen) setOfferedOnce(chosen)
  const isMissing = start !== null && starts !== null && offered === null
  return {
    ...read,
    starts,
    offered,
    isOther: isMissing,
    isTaken: isMissing && offeredOnce === chosen,
  }
}
