/** What a message says, made when it is sent. */
import type { Message as MessageRow, MessagingContact } from '@scheduling/database'
import {
  CATALOGUE,
  DEMONSTRATION_WORDS,
  type Purpose,
  type ReplyButton,
} from '@scheduling/messaging'
import type { Work } from '../change/system-work.ts'
import type { About } from '../events/client-messages.ts'
import { languageOf, type Language } from '../ground/language.ts'
import type { Facts } from './facts.ts'
import { aboutOf, readSubject, type Obsolete, type Subject } from './subject.ts'
import { madeText, ownText, type MadeText } from './texts.ts'
import { writtenFacts } from './written-facts.ts'

type Made = MadeText & {
  readonly obsolete: null
  readonly facts: Facts | null
  readonly appointment: Extract<Subject, { obsolete: null }>['appointment']
  readonly language: Language
  readonly isQuestion: boolean
}

/** What a user typed, as it is. */
export function typedText({ organization }: Work, row: MessageRow): Made {
  const { subject, text } = row
  return {
    obsolete: null,
    subject: subject ?? '',
    text: text ?? '',
    facts: null,
    appointment: null,
    language: languageOf(organization),
    isQuestion: false,
  }
}

export async function textOf(
  work: Work,
  { row, lockedAt }: DueRow,
  purpose: Purpose,
  contact: MessagingContact | null,
): Promise<Made | { readonly obsolete: Obsolete }> {
  if (purpose === 'reminder' && contact?.remindersStoppedAt != null)
    return { obsolete: 'reminders_stopped' }
  // What waited for its time is as old as that time is past.
  const since = Math.max(row.createdAt.getTime(), row.nextAttemptAt?.getTime() ?? 0)
  const ageMs = purpose === 'reminder' ? 0 : lockedAt.getTime() - since
  const subject = await readSubject(work, row, purpose, ageMs)
  if (subject.obsolete !== null) return { obsolete: subject.obsolete }
  const { organization } = work
  const language = languageOf({ language: subject.language ?? organization.language })
  const own = await ownText(work.tx, organization.id, purpose, language)
  const { appointment } = subject
  const now = work.now()
  const read = { ...subject.facts, channel: row.channel }
  const facts = writtenFacts(read, language, { organization, now })
  const made = madeText(own, purpose, language, { organization, facts, now })
  // Whatever the organization wrote.
  const text = facts.demonstration ? `${made.text}\n\n${DEMONSTRATION_WORDS[language]}` : made.text
  return {
    obsolete: null,
    ...made,
    text,
    facts,
    appointment,
    language,
    // Reminders ask those too who have confirmed: they may not come after all.
    isQuestion:
      row.channel === 'whatsapp' &&
      CATALOGUE[purpose].isQuestion &&
      (purpose === 'reminder' || facts.status === 'PENDING'),
  }
}

/** Only what asked is a question that an answer without a quote can mean. A message that is sent again asks again. */
export function aboutWhenSent(row: MessageRow, { isQuestion, appointment }: Made): About {
  const { asked: _, answered: __, ...about } = aboutOf(row)
  return isQuestion && appointment !== null ? { ...about, asked: appointment.status } : about
}

export function templateOf(purpose: Purpose | null) {
  return purpose === null ? null : CATALOGUE[purpose].template
}

export function buttonsFor(language: Language): ReplyButton[] {
  const isEnglish = language === 'en'
  return [
    { payload: 'confirm', title: isEnglish ? 'YES' : 'SIM' },
    { payload: 'cancel', title: isEnglish ? 'NO' : 'NÃO' },
  ]
}

export function valueAt(facts: Facts | null, place: string): string {
  const value: unknown = facts === null ? null : Reflect.get(facts, place)
  return value === null || value === undefined ? '' : String(value)
}

export type DueRow = {
  readonly row: MessageRow
  /** By the clock of the database, which the times of the row are by too. */
  readonly lockedAt: Date
}
