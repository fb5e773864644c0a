/** What a page sends with everything that a visitor books, joins or asks for. */
import { z } from 'zod'
import { Visitor } from '../clients/match-visitor.ts'
import { LIMITS } from '../contract/limits.ts'
import { LANGUAGES } from '../ground/language.ts'
import { VisitedSlug } from '../procedure/visitor.ts'
import { WantsWhatsapp } from './channels.ts'
import { Proof } from './proof.ts'

const SubmissionId = z
  .string()
  .min(LIMITS.submissionMinCharacters)
  .max(LIMITS.valueCharacters)
  .regex(/^[\w-]*$/)

export const SUBMISSION = {
  slug: VisitedSlug,
  submission_id: SubmissionId,
  proof: Proof.optional(),
  client: Visitor,
  whatsapp: WantsWhatsapp,
  /** The language of the page, for messages about this record. Left out: the organization's. */
  language: z.enum(LANGUAGES).optional(),
}
