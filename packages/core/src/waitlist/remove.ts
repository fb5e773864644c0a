import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { removeWish } from './end-offer.ts'
import { toWish, Wish } from './wish.ts'

/** Takes a wish off the waitlist, with its offer. One that has ended stays as it is. */
export const removeOneWish = procedure({
  kind: 'change',
  scope: 'write',
  input: z.object({ wish_id: Id }),
  output: Wish,
  emits: { ok: [] },
  notes: ['waitlist_wish.removed'],
  problems: ['not_found'],
  run: async (context, { wish_id: id }) => toWish(await removeWish(context, id), context),
})
