import { z } from 'zod'
import { bookingClient, CLIENT_CHOICE, namedClient, oneClient } from '../clients/client-choice.ts'
import { invalidFields, type FieldError } from '../contract/problems.ts'
import { maybe } from '../events/emissions.ts'
import { BESIDE_OTHERS, NoExpand } from '../ground/fields.ts'
import { LANGUAGES, languageOf } from '../ground/language.ts'
import { procedure } from '../procedure/define.ts'
import { addWish } from './add-wish.ts'
import { refuseDays, toWish, Wish, WISH_FIELDS } from './wish.ts'

/** The team notes what a client waits for. */
export const addOneWish = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/waitlist/entries',
    tag: 'Waitlist',
    summary: 'Create a waitlist entry',
    description:
      'Adds what a client waits for. When time that fits becomes free, the client who has waited longest is offered it.',
    idempotent: true,
  },
  scope: 'write',
  access: 'desk',
  input: z
    .object({
      ...WISH_FIELDS,
      ...CLIENT_CHOICE,
      language: z.enum(LANGUAGES).optional().meta({
        description: 'Of the messages. By default, that of the organization.',
      }),
      expand: NoExpand,
    })
    .superRefine(refuseDays, BESIDE_OTHERS)
    .superRefine(oneClient, BESIDE_OTHERS),
  output: Wish,
  success: { created: 201 },
  emits: { created: [maybe('client.created'), maybe('client.updated')] },
  notes: ['waitlist_wish.added'],
  problems: ['action_not_allowed', 'client_identifier_required', 'feature_not_enabled'],
  async run(context, input) {
    const faults: FieldError[] = []
    const named = await namedClient(context, input, faults)
    if (faults.length > 0) throw invalidFields(faults)
    const row = await addWish(context, {
      ...input,
      language: input.language ?? languageOf(context.organization),
      source: context.source,
      client: () => bookingClient(context, input, named),
    })
    return { outcome: 'created', reply: toWish(row, context) }
  },
})
