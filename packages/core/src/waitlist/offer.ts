import { z } from 'zod'
import { Id, NoExpand } from '../ground/fields.ts'
import { StartInput } from '../ground/time-fields.ts'
import { procedure } from '../procedure/define.ts'
import { offerTime } from './offer-time.ts'
import { toWish, Wish } from './wish.ts'

/** The team offers a start to who waits, whatever days and hours were asked for: it is held, and the client is told. */
export const offerToWish = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/waitlist/entries/{entry_id}/offer',
    tag: 'Waitlist',
    summary: 'Offer a time',
    description:
      'Holds a start for an entry that waits, and tells the client, whatever days and hours were asked for.',
    idempotent: true,
  },
  scope: 'write',
  access: 'desk',
  input: z.object({
    entry_id: Id,
    start: StartInput,
    professional_id: Id.nullable().optional().meta({
      description: 'If null, any free professional of those that the client asked for.',
    }),
    expand: NoExpand,
  }),
  output: Wish,
  emits: { ok: [] },
  notes: ['waitlist_wish.offered'],
  problems: [
    'not_found',
    'action_not_allowed',
    'professional_cannot_perform_service',
    'min_advance_violation',
    'slot_unavailable',
  ],
  async run(context, { entry_id: wishId, start, professional_id: professionalId = null }) {
    const { source } = context
    return toWish(await offerTime(context, { wishId, start, professionalId, source }), context)
  },
})
