import { z } from 'zod'
import { visitingClient, Visitor } from '../clients/match-visitor.ts'
import { maybe } from '../events/emissions.ts'
import { BESIDE_OTHERS } from '../ground/fields.ts'
import { LANGUAGES, languageOf } from '../ground/language.ts'
import { openProcedure, withinBounds } from '../procedure/trpc.ts'
import { noteConsent, WantsWhatsapp } from './channels.ts'
import { linkOfKind } from './links.ts'
import { Proof } from './proof.ts'
import { NOTHING_MADE, submit, SubmissionId, submissionOf } from './submission.ts'
import { clientActor, numbersOfVisited, VisitedSlug, visitedToBook } from './visit.ts'
import { addWish } from '../waitlist/add-wish.ts'
import { askToConfirm, makeRoomFor } from '../waitlist/unconfirmed.ts'
import { requireFewWishes } from '../waitlist/few-wishes.ts'
import { findWish } from '../waitlist/load.ts'
import { refuseDays, WISH_FIELDS } from '../waitlist/wish.ts'
import { WISH_LINK, WishView, wishView } from './wish-view.ts'

const Asked = z.object({
  slug: VisitedSlug,
  submission_id: SubmissionId,
  proof: Proof.optional(),
  ...WISH_FIELDS,
  client: Visitor,
  whatsapp: WantsWhatsapp,
  /** Of the messages about it. */
  language: z.enum(LANGUAGES).optional(),
})

/**
 * Public: asks to wait for time that is taken now. It waits once it is confirmed, by the link of a message or by the team.
 * When time frees, the client who has waited longest is told first.
 */
export const join = openProcedure
  .meta({
    emits: { created: [maybe('client.created')], replayed: [] },
    notes: ['waitlist_wish.added', 'waitlist_wish.expired'],
  })
  .use(withinBounds(Asked))
  .use(numbersOfVisited)
  .input(Asked.superRefine(refuseDays, BESIDE_OTHERS))
  .output(
    z.object({
      /** The client's link. Null: it was taken back since. */
      url: z.string().nullable(),
      wish: WishView.nullable(),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const { service, browser } = ctx
    const visited = await visitedToBook(service, browser, input)
    const submission = submissionOf(service, 'wish', input)
    const { wishId, linkVersion } = await submit(visited, ctx, submission, async (work) => {
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
        outcome: 'created',
        made: { ...NOTHING_MADE, wishId: row.id, linkVersion: row.linkVersion },
        actor: clientActor({ ...row, id: row.clientId }),
        depositId: null,
      }
    })
    if (wishId === null) throw new Error('A wish was to be written, and none was.')
    const row = await findWish(visited.db, visited.organization.id, wishId)
    const url = linkOfKind(visited, WISH_LINK, row, linkVersion)
    return { url, wish: url === null ? null : await wishView(visited, row, null) }
  })
