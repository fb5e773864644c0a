import { z } from 'zod'
import { nextDatesOf, slotsWithin } from '../availability/free-times.ts'
import { LIMITS } from '../contract/limits.ts'
import { Id, MiniReference } from '../ground/fields.ts'
import { DateInput, DateOnly, Instant } from '../ground/time-fields.ts'
import { procedure } from '../procedure/define.ts'
import { findWish } from './load.ts'
import { offerable, requireWaiting } from './offerable.ts'

const OfferTimes = z.object({
  /** The day of `slots`; null: none was asked for, and no day has a free start. */
  date: DateOnly.nullable(),
  /** The next days with a free start, from the first that was asked for on. */
  dates: z.array(z.object({ date: DateOnly, slot_count: z.int().min(1) })),
  slots: z.array(
    z.object({ start: Instant, remaining_capacity: z.int().min(1), professional: MiniReference }),
  ),
})

/** The times that `waitlist.offer` accepts for who waits, of one day, and the days that have some. */
export const listOfferTimes = procedure({
  kind: 'read',
  scope: 'read',
  access: 'desk',
  input: z.object({
    entry_id: Id,
    date: DateInput.optional().meta({
      description: 'By default, the first day with a free start.',
    }),
  }),
  output: OfferTimes,
  problems: ['not_found', 'action_not_allowed'],
  async run(context, { entry_id: wishId, date: asked }) {
    const { db, organization } = context
    const wish = await findWish(db, organization.id, wishId)
    requireWaiting(wish)
    const { performers, demand } = await offerable(db, organization, wish)
    const whose = { professionalIds: performers.map(({ id }) => id), demand }
    const limit = LIMITS.nextDatesDefault
    const dates = await nextDatesOf(context, { ...whose, limit, from: wish.fromDate })
    const date = asked ?? dates[0]?.date ?? null
    const slots =
      date === null
        ? []
        : await slotsWithin(context, { ...whose, window: { from: date, to: date } })
    const named = new Map(performers.map((performer) => [performer.id, performer]))
    return {
      date,
      dates: dates.map((found) => ({ date: found.date, slot_count: found.slotCount })),
      slots: slots.flatMap(
        ({ startText: start, remaining: remaining_capacity, professionalId }) => {
          const professional = named.get(professionalId)
          return professional === undefined ? [] : [{ start, remaining_capacity, professional }]
        },
      ),
    }
  },
})
