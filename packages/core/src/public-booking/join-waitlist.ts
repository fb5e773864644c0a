import { SUBMISSION } from './submission-fields.ts'
import { z } from 'zod'
import { visitingClient } from '../clients/match-visitor.ts'
import { maybe } from '../events/emissions.ts'
import { BESIDE_OTHERS } from '../ground/fields.ts'
import { languageOf } from '../ground/language.ts'
import { procedure } from '../procedure/define.ts'
import { noteConsent } from './channels.ts'
import { linkOfKind } from './links.ts'
import { NOTHING_MADE, submit, submissionOf } from './submission.ts'
import { clientActor, visitedToBook } from './visit.ts'
import { addWish } from '../waitlist/add-wish.ts'
import { askToConfirm, makeRoomFor } from '../waitlist/unconfirmed.ts'
import { requireFewWishes } from '../waitlist/few-wishes.ts'
import { findWish } from '../waitlist/load.ts'
import { refuseDays, WISH_FIELDS } from '../waitlist/wish.ts'
import { WISH_LINK, WishView, wishView } from './wish-view.ts'

const Asked = z.object({
  ...SUBMISSION,
  ...WISH_FIELDS,
})

/**
 * Public: asks to wait for time that is taken now. It waits once it is confirmed, by the link of a message or by the team.
 * When time frees, the client who has waited longest is told first.
 */
export const join = procedure({
  caller: 'visitor',
  kind: 'change',
  visits: true,
  input: Asked.superRefine(refuseDays, BESIDE_OTHERS),
  output: z.object({
    /** The client's link. Null: it was taken back since. */
    url: z.string().nullable(),
    wish: WishView.nullable(),
  }),
  emits: { created: [maybe('client.created')], replayed: [] },
  notes: ['waitlist_wish.added', 'waitlist_wish.expired'],
  async run(call, input) {
    const visited = await visitedToBook(call, input)
    const submission = submissionOf(visited, 'wish', input)
    const { made, row: written } = await submit(visited, call, submission, async (work) => {
      const row = await addWish(work, {
        ...input,
        language: input.language ?? languageOf(work.organization),
        source: 'public_booking',
        client: () =>
          visitingClient(work, input.client, (existing) =>
            requireFewWishes(work, input.client, existing),
          ),
      })
      await makeRoomFor(work, row, input.client)
      await noteConsent(work, 'waitlist_wish', row.id, input)
      await askToConfirm(work, row)
      return {
        outcome: 'created' as const,
        made: { ...NOTHING_MADE, wishId: row.id, linkVersion: row.linkVersion },
        actor: clientActor({ ...row, id: row.clientId }),
        depositId: null,
        row,
      }
    })
    const { wishId: id, linkVersion } = made
    if (id === null) throw new Error('A wish was to be written, and none was.')
    const { db, organization } = visited
    const row = written ?? (await findWish(db, organization.id, id))
    const url = linkOfKind(visited, WISH_LINK, row, linkVersion)
    return { url, wish: url === null ? null : await wishView(visited, row, null) }
  },
})
