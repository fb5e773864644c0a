/** Texts of messages, made from the catalogue or from what the organization wrote instead. */
import {
  findRow,
  tables,
  type MessageText,
  type Organization,
  type Transaction,
} from '@scheduling/database'
import { CATALOGUE, oneLine, type Purpose, type PurposeText } from '@scheduling/messaging'
import {
  checkTemplate,
  renderTemplate,
  threadStopwatch,
  type TemplateError,
  type WebhookTemplate,
} from '@scheduling/webhooks'
import { LIMITS } from '../contract/limits.ts'
import type { Language } from '../ground/language.ts'
import { SAMPLE_FACTS, type Facts } from './facts.ts'

type OrganizationNames = Pick<Organization, 'id' | 'name' | 'timeZone'>

/** Of a subject as it is made: more than any mailbox shows. */
const MOST_SUBJECT_CHARACTERS = 200

/** A text, for one organization. */
export type MadeText = { readonly subject: string; readonly text: string }

/** What the organization wrote; null: it has the standard text. */
export function ownText(
  tx: Transaction,
  organizationId: number,
  purpose: Purpose,
  language: Language,
): Promise<MessageText | null> {
  return findRow(tx, tables.messageText, { organizationId, purpose, language })
}

/**
 * The text of one message. A text of the organization that fails or is empty with these facts gives way to the standard one: a client
 * must not miss a reminder for it.
 */
export function madeText(
  own: PurposeText | null,
  purpose: Purpose,
  language: Language,
  surroundings: { organization: OrganizationNames; facts: Facts; now: number },
): MadeText {
  const standard = CATALOGUE[purpose].texts[language]
  const made =
    (own === null ? null : rendered(own, surroundings)) ?? rendered(standard, surroundings)
  if (made === null) throw new Error(`The text of ${purpose} cannot be made.`)
  return made
}

function rendered(
  { subject, body }: PurposeText,
  surroundings: { organization: OrganizationNames; facts: Facts; now: number },
): MadeText | null {
  const render = (source: string): string | null => {
    const outcome = renderTemplate(templateOf(source), {
      ...contextOf(surroundings),
      secrets: {},
    })
    return outcome.ok ? outcome.rendered.body : null
  }
  const [title, text] = [render(subject), render(body)?.trim()]
  // A text that has nothing to say with these facts would reach the client as an empty message, or not at all.
  if (title === null || text === undefined || text === '') return null
  return {
    subject: cut(oneLine(title), MOST_SUBJECT_CHARACTERS),
    text: cut(text, LIMITS.messageCharacters),
  }
}

/**
 * Faults of a text that a user wrote, by its fields `subject` and `body`; [] when nothing is. It is tried as
 * templates of webhooks are.
 */
export function textFaults(
  text: PurposeText,
  organization: OrganizationNames,
  now: number,
): TemplateError[] {
  return (['subject', 'body'] as const).flatMap((field) =>
    checkTemplate(templateOf(text[field]), {
      ...contextOf({ organization, facts: SAMPLE_FACTS, now }),
      secretNames: [],
      events: [{ type: 'appointment.created', changes: null, sample: SAMPLE_FACTS }],
    }).map((error) => ({ ...error, field })),
  )
}

function templateOf(body: string): WebhookTemplate {
  return { method: 'POST', content_type: 'text/plain', body, headers: {}, query: {} }
}

function contextOf({
  organization,
  facts,
  now,
}: {
  organization: OrganizationNames
  facts: Facts
  now: number
}) {
  const { id, name, timeZone } = organization
  const at = new Date(now).toISOString()
  return {
    event: {
      id: 'message',
      type: 'message',
      api_version: '',
      created_at: at,
      organization_id: id,
      livemode: true,
      sequence: 0,
      data: { object: { ...facts }, changes: null, batch_id: null },
      context: {
        actor: { type: 'system' as const, id: null, name: null },
        source: 'messaging',
        request_id: '',
      },
    },
    organization: { name, timezone: timeZone },
    now,
    elapsedMs: threadStopwatch,
  }
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : Array.from(text).slice(0, most).join('')
}
