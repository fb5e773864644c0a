import type { EventEnvelope } from '@scheduling/events'
import {
  formatDateTime,
  formatList,
  formatMinutes,
  formatMoney,
  type ChatLanguage,
} from './format-value.ts'
import { isRecord } from './personal-data.ts'
import {
  ALL_PROFESSIONALS,
  ANY_PROFESSIONAL,
  CHANGED_FIELDS,
  LABELS,
  WORDS,
  type LabelName,
} from './texts.ts'

export type ChatField = { label: string; value: string }
type Facts = readonly (readonly [LabelName, string | null])[]

/**
 * The main data of an event, most important first, at most 9. Reads only an event that
 * `eventForChat` made: nothing here can show what a channel must not see.
 */
export function recordFacts(
  event: EventEnvelope,
  timezone: string,
  language: ChatLanguage,
): ChatField[] {
  return listFacts(event, new RecordReader(event, timezone, language)).flatMap(([label, value]) =>
    value === null || value.trim() === '' ? [] : [{ label: LABELS[label][language], value }],
  )
}

function listFacts(event: EventEnvelope, read: RecordReader): Facts {
  switch (event.data.object['object']) {
    case 'appointment':
      return [
        ['client', read.nameOf('client')],
        ['when', read.dateTime('start')],
        ['previously', read.previousDateTime('start')],
        ['services', read.namesOf('services')],
        ['professional', read.nameOf('professional')],
        ['status', read.word('status')],
        ['place', read.word('type')],
        ['price', read.money('price')],
        ['changed', event.type === 'appointment.updated' ? read.changedFields() : null],
      ]
    case 'client':
      return [
        ['client', read.text('name')],
        ['phone', read.text('phone')],
        ['email', read.text('email')],
        ['changed', read.changedFields()],
      ]
    case 'queue_entry':
      return [
        ['client', read.nameOf('client')],
        ['service', read.nameOf('service')],
        ['professional', read.nameOf('professional') ?? read.choose(ANY_PROFESSIONAL)],
        ['status', read.word('status')],
        ['position', read.whole('position')],
        ['estimatedWait', read.minutes('estimated_wait_minutes')],
      ]
    case 'deposit': {
      const isPending = read.text('status') === 'PENDING'
      const isRefunded = read.text('refunded_amount') !== '0.00'
      return [
        ['client', read.nameOf('client')],
        ['amount', read.money('amount')],
        ['status', read.word('status')],
        ['due', isPending ? read.dateTime('expires_at') : null],
        ['refunded', isRefunded ? read.money('refunded_amount') : null],
      ]
    }
    case 'service':
      return [
        ['service', read.text('name')],
        ['duration', read.minutes('duration_minutes')],
        ['price', read.money('price')],
        ['place', read.word('service_type')],
        ['changed', event.type === 'service.updated' ? read.changedFields() : null],
      ]
    case 'professional':
      return [
        ['professional', read.text('name')],
        ['role', read.word('role')],
      ]
    case 'blocked_time':
      return [
        ['professional', read.nameOf('professional') ?? read.choose(ALL_PROFESSIONALS)],
        ['from', read.dateTime('start')],
        ['until', read.dateTime('end')],
      ]
    case 'message':
      return [
        ['client', read.nameOf('client')],
        ['phone', read.text('phone')],
        ['email', read.text('email')],
        ['kind', read.word('kind')],
        ['channel', read.word('channel')],
        ['error', read.text('error_code')],
      ]
    case 'messaging_connection':
      return [
        ['status', read.word('status')],
        ['phone', read.text('phone')],
        ['channel', read.word('channel')],
      ]
    case 'webhook_status':
      return [
        ['webhook', read.text('name')],
        ['failingSince', read.dateTime('failing_since')],
        ['why', read.word('disabled_reason')],
      ]
    case 'ping':
      return [['webhook', read.text('webhook_name')]]
    default:
      return [
        ['code', read.whole('id')],
        ['keptAs', read.whole('merged_into')],
      ]
  }
}

/** Reads fields of a record in words of a language; null for what is missing or of another type. */
class RecordReader {
  readonly #event: EventEnvelope
  readonly #timezone: string
  readonly #language: ChatLanguage

  constructor(event: EventEnvelope, timezone: string, language: ChatLanguage) {
    this.#event = event
    this.#timezone = timezone
    this.#language = language
  }

  text(field: string): string | null {
    const value = this.#event.data.object[field]
    return typeof value === 'string' ? value : null
  }

  whole(field: string): string | null {
    const value = this.#event.data.object[field]
    return typeof value === 'number' ? String(value) : null
  }

  minutes(field: string): string | null {
    const value = this.#event.data.object[field]
    return typeof value === 'number' ? formatMinutes(value) : null
  }

  word(field: string): string | null {
    const value = this.text(field)
    return value === null ? null : (this.#lookUp(WORDS, value) ?? value)
  }

  money(field: string): string | null {
    const amount = this.text(field)
    return amount === null
      ? null
      : formatMoney(amount, this.text('currency') ?? 'BRL', this.#language)
  }

  dateTime(field: string): string | null {
    const value = this.text(field)
    return value === null ? null : formatDateTime(value, this.#timezone, this.#language)
  }

  previousDateTime(field: string): string | null {
    const from = this.#event.data.changes?.[field]?.from
    return typeof from === 'string' ? formatDateTime(from, this.#timezone, this.#language) : null
  }

  nameOf(field: string): string | null {
    return readName(this.#event.data.object[field])
  }

  namesOf(field: string): string | null {
    const list: unknown = this.#event.data.object[field]
    if (!Array.isArray(list)) return null
    const names = list.map(readName).filter((name) => name !== null)
    return formatList(names, this.#language)
  }

  changedFields(): string | null {
    const fields = Object.keys(this.#event.data.changes ?? {})
    const words = fields.map((field) => this.#lookUp(CHANGED_FIELDS, field))
    const known = new Set(words.filter((word) => word !== null))
    return known.size === 0 ? null : formatList(Array.from(known), this.#language)
  }

  choose(texts: Readonly<Record<ChatLanguage, string>>): string {
    return texts[this.#language]
  }

  #lookUp(
    table: Readonly<Record<string, Readonly<Record<ChatLanguage, string>>>>,
    key: string,
  ): string | null {
    return Object.hasOwn(table, key) ? (table[key]?.[this.#language] ?? null) : null
  }
}

function readName(value: unknown): string | null {
  return isRecord(value) && typeof value['name'] === 'string' ? value['name'] : null
}
