import { router } from '../procedure/trpc.ts'
import { listNextDates } from './list-next-dates.ts'
import { listSlots } from './list-slots.ts'

export const availability = router({ slots: listSlots, nextDates: listNextDates })
