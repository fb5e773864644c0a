import { putOnWaitlist } from './put-on-waitlist.ts'
import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { findWish, lockWish } from './load.ts'
import { toWish, Wish } from './wish.ts'

/** The team confirms a wish for a client whom no message can reach. */
export const confirmOneWish = procedure({
  kind: 'change',
  scope: 'write',
  access: 'desk',
  input: z.object({ entry_id: Id }),
  output: Wish,
  emits: { ok: [] },
  notes: ['waitlist_wish.confirmed'],
  problems: ['not_found', 'action_not_allowed'],
  async run(context, { entry_id: id }) {
    const { tx, organization } = context
    await putOnWaitlist(context, await lockWish(tx, organization.id, id))
    return toWish(await findWish(tx, organization.id, id), context)
  },
})
