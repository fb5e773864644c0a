/** The times that can be offered to who waits, followed while they are on the screen. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useZone } from '../../session/me.tsx'
import { today } from '../../time/wall-clock.ts'
import { useShown, type Offers, type Wanted } from '../booking/use-offers.ts'

/** @param chosen.date null: the first day that has a time */
export function useOfferTimes(
  entryId: number,
  { date, start }: Pick<Wanted, 'date' | 'start'>,
): Offers {
  const zone = useZone()
  const times = useQuery(
    api.waitlist.listOfferTimes.queryOptions(
      { entry_id: entryId, ...(date !== null && { date }) },
      { placeholderData: keepPreviousData },
    ),
  )
  const { data } = times
  return useShown({
    day: date ?? (data === undefined ? null : (data.date ?? today(zone))),
    // Those of the day before are not of this one.
    slots: times.isPlaceholderData ? undefined : data?.slots,
    days: data?.dates.map((one) => ({ date: one.date, count: one.slot_count })) ?? null,
    error: times.error,
    retry: () => void times.refetch(),
    start,
    asked: String(entryId),
  })
}
