/** Texts of the catalogue as the team reads and writes them. */
import { CATALOGUE, PURPOSES, type Purpose } from '@scheduling/messaging'
import type { MessageText } from '@scheduling/database'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { LANGUAGES, type Language } from '../ground/language.ts'

export const TextName = {
  purpose: z.enum(PURPOSES),
  language: z.enum(LANGUAGES),
}

/** Templates of the language of webhooks: their variables are those of an event, with the facts as `data.object`. */
export const TextInput = {
  subject: z.string().trim().min(1).max(LIMITS.messageSubjectCharacters),
  body: z.string().trim().min(1).max(LIMITS.messageBodyCharacters),
}

export const CatalogueText = z.object({
  ...TextName,
  subject: z.string(),
  body: z.string(),
  /** False: it is the text of the catalogue. */
  is_own: z.boolean(),
  /** The name under which the platform has to approve its template; null: it is sent within a conversation alone. */
  whatsapp_template: z.string().nullable(),
  /** The facts that the places of that template hold, in their order. */
  whatsapp_places: z.array(z.string()),
})

export function toText(
  purpose: Purpose,
  language: Language,
  own: Pick<MessageText, 'subject' | 'body'> | null,
): z.input<typeof CatalogueText> {
  const { template } = CATALOGUE[purpose]
  const { subject, body } = own ?? CATALOGUE[purpose].texts[language]
  return {
    purpose,
    language,
    subject,
    body,
    is_own: own !== null,
    whatsapp_template: template?.name ?? null,
    whatsapp_places: [...(template?.places ?? [])],
  }
}
