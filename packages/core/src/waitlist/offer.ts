import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { StartInput } from '../ground/time-fields.ts'
import { procedure } from '../procedure/define.ts'
import { offerTime } from './offer-time.ts'
import { toWish, Wish } from './wish.ts'

/** The team offers a start to who waits, whatever days and hours were asked for: it is held, and the client is told. */
export const offerToWish = procedure({
  kind: 'change',
  scope: 'write',
  input: z.object({
    wish_id: Id,
    start: StartInput,
    professional_id: Id.nullable().optional().meta({
      description: 'If null, any free professional of those that the client asked for.',
    }),
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
  async run(context, { wish_id: wishId, start, professional_id: professionalId = null }) {
    const source = 'dashboard'
    return toWish(await offerTime(context, { wishId, start, professionalId, source }), context)
  },
})
