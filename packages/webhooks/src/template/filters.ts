import type { Budget } from './budget.ts'
import { formatDate } from './format-date.ts'
import { occurrencesOf } from './occurrences.ts'
import type { FilterName } from './syntax-tree.ts'
import { TemplateFault, isForbiddenKey, type Position } from './template.ts'
import { isMap, isTrue, lookUp, toText, type Value } from './value.ts'
import { writeJson } from './write-json.ts'

export type FilterCall = {
  value: Value
  args: readonly Value[]
  budget: Budget
  /** IANA name of the organization's zone. */
  timeZone: string
  at: Position
}

/** Reading one date costs about as much as fifty plain steps. */
const DATE_STEPS = 50

/**
 * The filters of the API document, our own. A missing value stays missing through all of them
 * except `json` (writes `null`), `default` and `length` (0), so one template serves several types.
 */
export function applyFilter(name: FilterName, call: FilterCall): Value {
  const { value, args, budget, at } = call
  switch (name) {
    case 'json':
      return writeJson(value, budget, at)
    case 'default':
      return value === null || (isTrue(args[1] ?? false) && !isTrue(value))
        ? (args[0] ?? null)
        : value
    case 'length':
      return countParts(call)
  }
  if (value === null) return null
  switch (name) {
    case 'date':
      return dateFilter(call)
    case 'upper':
      return changeCase(call, (text) => text.toUpperCase())
    case 'lower':
      return changeCase(call, (text) => text.toLowerCase())
    case 'truncate':
      return truncate(call)
    case 'replace':
      return replace(call)
    case 'join':
      return join(call)
    case 'first':
      return edge(call, 0)
    case 'last':
      return edge(call, -1)
  }
}

function fault(message: string, at: Position): TemplateFault {
  return new TemplateFault('template_error', message, at)
}

function textOf(call: FilterCall): string {
  return toText(call.value, call.at)
}

function countParts({ value, budget, at }: FilterCall): number {
  if (value === null) return 0
  if (Array.isArray(value)) return value.length
  if (isMap(value)) return Object.keys(value).length
  if (typeof value === 'string') {
    budget.allowText(value.length, at)
    return Array.from(value).length
  }
  throw fault('`length` needs a list, a map or a text', at)
}

function dateFilter({ value, args, budget, timeZone, at }: FilterCall): Value {
  const [format] = args
  if (typeof format !== 'string') throw fault('`date` needs its format as text', at)
  budget.spend(DATE_STEPS, at)
  budget.allowText(format.length * 4, at)
  const result = typeof value === 'string' ? formatDate(value, format, timeZone) : null
  if (result === null) throw fault('`date` needs a date or a date-time with offset', at)
  return result
}

/** A letter can become three (`ΐ`), so three times the length is asked for. */
function changeCase(call: FilterCall, change: (text: string) => string): string {
  const text = textOf(call)
  call.budget.allowText(text.length, call.at)
  const result = change(text)
  call.budget.allowText(result.length, call.at)
  return result
}

/** `truncate(length, killwords=false, end='...')`: at most `length` characters, `end` included. */
function truncate(call: FilterCall): string {
  const { args, at } = call
  const [length, killWords = false, end = '...'] = args
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0) {
    throw fault('`truncate` needs a whole number of characters', at)
  }
  const text = textOf(call)
  call.budget.allowText(text.length, at)
  const characters = Array.from(text)
  if (characters.length <= length) return text
  const endText = toText(end, at)
  call.budget.allowText(endText.length, at)
  const ending = Array.from(endText)
  const kept = characters.slice(0, Math.max(0, length - ending.length)).join('')
  const space = isTrue(killWords) ? -1 : kept.lastIndexOf(' ')
  const cut = space > 0 ? kept.slice(0, space) : kept
  return cut + ending.slice(0, length).join('')
}

/** Plain texts, all occurrences; nothing in them is a pattern. An empty one replaces nothing. */
function replace(call: FilterCall): string {
  const { args, budget, at } = call
  const text = textOf(call)
  const searched = toText(args[0] ?? null, at)
  const replacement = toText(args[1] ?? null, at)
  if (searched === '') return text
  budget.allowText(text.length, at)
  budget.allowText(searched.length, at)
  const places = occurrencesOf(text, searched)
  budget.spend(places.length, at)
  budget.allowText(text.length + places.length * (replacement.length - searched.length), at)
  const parts: string[] = []
  let done = 0
  for (const place of places) {
    parts.push(text.slice(done, place), replacement)
    done = place + searched.length
  }
  return parts.join('') + text.slice(done)
}

/** `join(separator='', attribute)`: the attribute is taken from each map of the list first. */
function join({ value, args, budget, at }: FilterCall): string {
  if (!Array.isArray(value)) throw fault('`join` needs a list', at)
  const separator = toText(args[0] ?? null, at)
  const attribute = args[1] ?? null
  if (attribute !== null && (typeof attribute !== 'string' || isForbiddenKey(attribute))) {
    throw fault('`join` needs the name of a field: `join(", ", "name")`', at)
  }
  let length = 0
  const texts = value.map((part) => {
    const chosen = attribute === null ? part : lookUp(part, attribute, at)
    if (typeof chosen === 'object' && chosen !== null) {
      throw fault('`join` needs the name of a field here: `join(", ", "name")`', at)
    }
    const text = toText(chosen, at)
    length += text.length + separator.length
    budget.checkLength(length, at)
    budget.allowText(text.length, at)
    return text
  })
  return texts.join(separator)
}

function edge({ value, budget, at }: FilterCall, index: 0 | -1): Value {
  if (Array.isArray(value)) return value.at(index) ?? null
  if (typeof value === 'string') {
    budget.allowText(value.length, at)
    return Array.from(value).at(index) ?? null
  }
  throw fault(`\`${index === 0 ? 'first' : 'last'}\` needs a list or a text`, at)
}
