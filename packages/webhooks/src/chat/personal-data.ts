import type { EventEnvelope } from '@scheduling/events'

/** Left out of every chat message, whatever the subscription says, at any depth of the event. */
const NEVER_IN_CHAT: ReadonlySet<string> = new Set([
  'cpf',
  'birth_date',
  'notes',
  'metadata',
  'text',
  'tracking_url',
  'meeting_url',
])

export function isNeverInChat(field: string): boolean {
  return NEVER_IN_CHAT.has(field) || field.startsWith('payment_')
}

/**
 * The event as a chat channel may see it. Reduced, unless full personal data is asked for: clients
 * by first name and last surname, telephones with the middle hidden, e-mail addresses null, in the
 * record, in its changes and in the actor. What is never shown in chat is gone in both cases.
 */
export function eventForChat(event: EventEnvelope, showFullPersonalData: boolean): EventEnvelope {
  const kind = String(event.data.object['object'] ?? '')
  const isReduced = !showFullPersonalData
  const { actor } = event.context
  const actorName = isReduced && actor.type === 'client' ? reduceName(actor.name) : actor.name
  const changes =
    event.data.changes === null
      ? null
      : Object.fromEntries(
          Object.entries(event.data.changes).flatMap(([field, { from, to }]) => {
            if (isNeverInChat(field)) return []
            const seen = (value: unknown) => fieldForChat(field, value, kind, isReduced)
            return [[field, { from: seen(from), to: seen(to) }]]
          }),
        )
  return {
    ...event,
    data: {
      ...event.data,
      object: recordForChat(event.data.object, kind, isReduced),
      changes,
    },
    context: { ...event.context, actor: { ...actor, name: actorName } },
  }
}

function recordForChat(
  record: Readonly<Record<string, unknown>>,
  kind: string,
  isReduced: boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([field, value]) =>
      isNeverInChat(field) ? [] : [[field, fieldForChat(field, value, kind, isReduced)]],
    ),
  )
}

/** `kind` says whose field it is: `object` of the record, or the field that holds a mini-object. */
function fieldForChat(field: string, value: unknown, kind: string, isReduced: boolean): unknown {
  if (Array.isArray(value)) {
    return value.map((part: unknown) => fieldForChat(field, part, kind, isReduced))
  }
  if (isRecord(value)) return recordForChat(value, String(value['object'] ?? field), isReduced)
  if (!isReduced || typeof value !== 'string') return value
  switch (field) {
    case 'email':
      return null
    case 'phone':
      // The organization's own number is no client's.
      return kind === 'messaging_connection' ? value : maskPhone(value)
    case 'name':
      return kind === 'client' ? reduceName(value) : value
    case 'first_name':
      return words(value)[0] ?? ''
    case 'last_name':
      return words(value).at(-1) ?? null
    default:
      return value
  }
}

/** `Mariana Alves de Souza` becomes `Mariana Souza`. */
export function reduceName(name: string | null): string | null {
  if (name === null) return null
  const [first = '', ...more] = words(name)
  const last = more.at(-1)
  return last === undefined ? first : `${first} ${last}`
}

/** `+5511987654321` becomes `+5511•••••4321`; of a short number less is left. */
export function maskPhone(phone: string): string {
  const characters = Array.from(phone)
  const atEnd = characters.length >= 9 ? 4 : Math.min(2, characters.length - 1)
  const atStart = Math.max(0, Math.min(5, characters.length - 8))
  return characters
    .map((character, index) =>
      index < atStart || index >= characters.length - atEnd ? character : '•',
    )
    .join('')
}

function words(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '')
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
