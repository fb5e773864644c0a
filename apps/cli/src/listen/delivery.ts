/** What arrived at the receiver, or was made from an event of the feed: the request as it was. */
import { RECEIVER } from './limits.ts'

export type Delivery = {
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
}

export type Numbered = Delivery & {
  /** Counts up from 1 while the program runs. */
  readonly number: number
  /** Epoch milliseconds. */
  readonly at: number
}

/** The values of a header, joined as HTTP does it; an empty text without one. */
export function headerOf(delivery: Pick<Delivery, 'rawHeaders'>, name: string): string {
  const values: string[] = []
  for (const [header, value] of pairs(delivery.rawHeaders)) {
    if (header.toLowerCase() === name) values.push(value)
  }
  return values.join(', ')
}

/** @param rawHeaders names and values in turn */
export function pairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  return rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
}

/** The type of the event: by its header, else as the body says; null for what is no event. */
export function eventTypeOf(delivery: Delivery): string | null {
  const named = headerOf(delivery, 'x-service-event')
  if (named !== '') return named
  const body = jsonOf(delivery.body)
  return typeof body === 'object' &&
    body !== null &&
    'type' in body &&
    typeof body.type === 'string'
    ? body.type
    : null
}

/** The value of a body that is JSON, and not nested deeper than an event can be; undefined for any other. */
export function jsonOf(body: Buffer): unknown {
  const text = body.toString('utf8')
  if (isNestedDeeper(text, RECEIVER.shownDepth)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isNestedDeeper(json: string, most: number): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]
    if (isText && character === '\\') at += 1
    else if (character === '"') isText = !isText
    else if (isText) continue
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    if (depth > most) return true
  }
  return false
}
