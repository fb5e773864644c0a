import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { distinctIds, Id, NoExpand } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { removeWish } from './end-offer.ts'
import { toWish, Wish } from './wish.ts'

/** Takes a wish off the waitlist, with its offer. One that has ended stays as it is. */
export const removeOneWish = procedure({
  kind: 'change',
  rest: {
    method: 'DELETE',
    path: '/waitlist/entries/{entry_id}',
    tag: 'Waitlist',
    summary: 'Remove a waitlist entry',
    description: 'Takes it off the waitlist, with its offer. One that has ended stays as it is.',
  },
  scope: 'write',
  access: 'desk',
  input: z.object({ entry_id: Id, expand: NoExpand }),
  output: Wish,
  emits: { ok: [] },
  notes: ['waitlist_wish.removed'],
  problems: ['not_found'],
  run: async (context, { entry_id: id }) => toWish(await removeWish(context, id), context),
})

/** Takes wishes off the waitlist at once, such as those of one visitor who fills it. All or none. */
export const removeManyWishes = procedure({
  kind: 'change',
  scope: 'write',
  access: 'desk',
  input: z.object({ entry_ids: distinctIds(LIMITS.wishesRemovedAtOnce, 1) }),
  output: z.object({ data: z.array(Wish) }),
  emits: { ok: [] },
  notes: ['waitlist_wish.removed'],
  problems: ['not_found'],
  async run(context, { entry_ids: ids }) {
    const data: z.input<typeof Wish>[] = []
    // In one order, so that two calls do not wait for each other.
    for (const id of ids.toSorted((one, other) => one - other)) {
      data.push(toWish(await removeWish(context, id), context))
    }
    return { data }
  },
})
