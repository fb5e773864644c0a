/** What a page says where its organization asks for a proof of work, and none came. */
import { phoneWritten, type Problem } from '@scheduling/core'
import type { Language } from '../language.ts'
import type { Told } from './person.ts'
import { BOOKING_TEXTS } from './texts.ts'

/** Null: it is another refusal. */
export function proofAsked(
  { errors }: Pick<Problem, 'errors'>,
  { phone, country }: { readonly phone: string | null; readonly country: string },
  language: Language,
): Required<Told> | null {
  if (!errors.some(({ field }) => field === 'proof')) return null
  const texts = BOOKING_TEXTS[language]
  const written = phone === null ? null : phoneWritten(phone, country)
  return { text: texts.proofAsked, withoutScript: texts.withoutScript(written) }
}
