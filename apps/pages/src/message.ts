/** Pages that only say something: what was asked for is not there, or cannot be done. */
import type { Problem } from '@scheduling/core'
import { FRAME_TEXTS } from './frame/texts.ts'
import { languageOf, type Language } from './language.ts'
import type { Page, PageRequest } from './page.ts'
import { PARAMETERS } from './paths.ts'

type MessageKind = 'gone' | 'missing' | 'busy' | 'failed' | 'foreign'

/** @param back where it can be started over; null: nowhere */
export function message(
  status: number,
  said: MessageKind,
  language: Language,
  back: string | null = null,
): Page {
  const texts = FRAME_TEXTS[language]
  return {
    status,
    language,
    title: texts[said],
    organization: null,
    template: 'frame/message.njk',
    view: { why: texts[`${said}Why`], back, goBack: texts.goBack, ways: waysFrom(said, language) },
  }
}

/** Links for the team and for developers, who have no link of a client. */
function waysFrom(said: MessageKind, language: Language): { href: string; text: string }[] {
  if (said !== 'missing') return []
  const { toDashboard, toDocs, docsPath } = FRAME_TEXTS[language]
  return [
    { href: '/app', text: toDashboard },
    { href: docsPath, text: toDocs },
  ]
}

/** @param notFound what a 404 says */
export function refusal(
  { status, errors }: Pick<Problem, 'status' | 'errors'>,
  notFound: 'gone' | 'missing',
  language: Language,
  back: string | null = null,
): Page {
  // What was sent is no form of ours, or too long for one: the page itself is there.
  const isForm = notFound === 'missing' && errors.some(({ field }) => field === 'body')
  if (isForm) return message(status, 'failed', language, back)
  // A token that never existed and one that expired look the same.
  if (status === 404 || status === 400) return message(404, notFound, language)
  return message(status, status === 429 ? 'busy' : 'failed', language, back)
}

/** Before the organization is known. */
export function languageAsked({
  query,
  acceptLanguage,
}: Pick<PageRequest, 'query' | 'acceptLanguage'>): Language {
  return languageOf(query.get(PARAMETERS.language), acceptLanguage, 'pt')
}
