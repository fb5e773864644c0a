/** What can be written at a place of a template: the fields of the event, filters, names of secrets. */

export type Knowledge = {
  /** The variables of a template with the values that a sample event has. */
  readonly sample: Readonly<Record<string, unknown>>
  readonly secretNames: readonly string[]
}

export type Suggestion = {
  readonly label: string
  readonly kind: 'variable' | 'filter' | 'secret' | 'word'
  /** An example value. */
  readonly detail?: string
}

/** Offsets count from the beginning of the text. */
export type Suggestions = { readonly from: number; readonly options: readonly Suggestion[] }

/** Of the language: docs/webhooks/templates.md. */
const FILTERS = [
  'json',
  'date',
  'default',
  'upper',
  'lower',
  'truncate',
  'replace',
  'join',
  'first',
  'last',
  'length',
]
const BLOCK_WORDS = ['if', 'elif', 'else', 'endif', 'for', 'endfor']
const LOOP = { index: 1, index0: 0, first: true, last: false, length: 1 }
const MOST_EXAMPLE_CHARACTERS = 32

/** @param before the text up to the cursor; null outside of `{{ … }}` and `{% … %}` */
export function suggestionsAt(before: string, knowledge: Knowledge): Suggestions | null {
  const open = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'))
  const closed = Math.max(before.lastIndexOf('}}'), before.lastIndexOf('%}'))
  if (open === -1 || closed > open) return null
  const inside = before.slice(open + 2)
  const quote = openQuote(inside)
  if (quote !== null) return secretsAt(inside, quote, before.length, knowledge.secretNames)
  const path = pathBefore(inside)
  const ahead = inside.slice(0, inside.length - path.length).trimEnd()
  const dot = path.lastIndexOf('.')
  const word = path.slice(dot + 1)
  const from = before.length - word.length
  if (dot === -1 && ahead.endsWith('|')) {
    return { from, options: FILTERS.map((label) => ({ label, kind: 'filter' })) }
  }
  const scope = { ...knowledge.sample, ...loopVariables(before.slice(0, open), knowledge.sample) }
  if (dot !== -1) return { from, options: fieldsOf(valueAt(scope, path.slice(0, dot))) }
  const isBlock = before.startsWith('{%', open)
  return {
    from,
    options: [
      ...(isBlock && ahead.replace('-', '') === '' ? BLOCK_WORDS : []).map(
        (label) => ({ label, kind: 'word' }) as const,
      ),
      ...fieldsOf(scope),
      { label: 'secret_ref', kind: 'word' },
    ],
  }
}

/** Where the text that is still open begins; null where none is. */
function openQuote(inside: string): number | null {
  let open: { readonly mark: string; readonly at: number } | null = null
  for (let at = 0; at < inside.length; at += 1) {
    const mark = inside.charAt(at)
    if (open !== null && mark === '\\') at += 1
    else if (open === null && (mark === "'" || mark === '"')) open = { mark, at: at + 1 }
    else if (open?.mark === mark) open = null
  }
  return open === null ? null : open.at
}

function secretsAt(
  inside: string,
  quote: number,
  end: number,
  names: readonly string[],
): Suggestions | null {
  const ahead = inside.slice(0, quote - 1).trimEnd()
  if (!ahead.endsWith('secret_ref(')) return null
  const from = end - (inside.length - quote)
  return { from, options: names.map((label) => ({ label, kind: 'secret' })) }
}

function pathBefore(inside: string): string {
  let start = inside.length
  while (start > 0 && /[\w.[\]]/.test(inside.charAt(start - 1))) start -= 1
  return inside.slice(start)
}

/** `data.object.services[0]` in a value; undefined where nothing is. */
function valueAt(value: unknown, path: string): unknown {
  return path
    .split(/[.[\]]/)
    .filter((part) => part !== '')
    .reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null && Object.hasOwn(part, name)
          ? Reflect.get(part, name)
          : undefined,
      value,
    )
}

function fieldsOf(value: unknown): Suggestion[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).map(([label, example]) => ({
    label,
    kind: 'variable',
    detail: shortened(example),
  }))
}

function shortened(example: unknown): string {
  const text = JSON.stringify(example) ?? ''
  return text.length <= MOST_EXAMPLE_CHARACTERS
    ? text
    : `${text.slice(0, MOST_EXAMPLE_CHARACTERS)}…`
}

const LOOP_HEAD = /\{%-? *for +(\w{1,64})(?: *, *(\w{1,64}))? +in +([\w.[\]]{1,200})/g

/** The names of the loops before, with the first element that each would have. */
function loopVariables(
  before: string,
  sample: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const [, name = '', second, path = ''] of before.matchAll(LOOP_HEAD)) {
    const list = valueAt({ ...sample, ...found }, path)
    const [key, value] = Object.entries(list ?? {})[0] ?? []
    found['loop'] = LOOP
    if (second === undefined) found[name] = Array.isArray(list) ? value : key
    else {
      found[name] = key
      found[second] = value
    }
  }
  return found
}
