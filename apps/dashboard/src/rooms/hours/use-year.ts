/** Hours, holidays and blocked times from today on, as far as one answer shows them. */
import { addDays } from '@scheduling/availability'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useZone } from '../../session/me.tsx'
import { today } from '../../time/wall-clock.ts'

const DAYS_AHEAD = 365

/** @param professionalId null for what is common to all */
export function useYear(professionalId: number | null) {
  const from = today(useZone())
  return useQuery(
    api.schedule.get.queryOptions({
      from,
      to: addDays(from, DAYS_AHEAD),
      ...(professionalId !== null && { professional_id: professionalId }),
    }),
  )
}
