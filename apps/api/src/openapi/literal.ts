/** A value as programs of several languages write it. */

/** What the column of the docs shows of a line on a desk. */
const LINE_CHARACTERS = 80

export type Syntax = {
  quoted(text: string): string
  /** With what stands before the value. */
  key(name: string): string
  readonly nothing: string
  readonly truth: readonly [yes: string, no: string]
  /** Around the fields of an object, on one line and on several. */
  readonly around: readonly [open: string, close: string]
  /** Between these marks and the fields, on one line. */
  readonly gap: string
  /** How far fields on lines of their own stand in. */
  readonly step: string
}

export function fits(line: string): boolean {
  return line.length < LINE_CHARACTERS
}

/** @param indent of the line that it begins in, for objects on lines of their own; left out: all on one line */
export function literal(value: unknown, syntax: Syntax, indent?: string): string {
  if (typeof value === 'string') return syntax.quoted(value)
  if (typeof value === 'boolean') return syntax.truth[value ? 0 : 1]
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, syntax)).join(', ')}]`
  if (value === null) return syntax.nothing
  if (typeof value !== 'object') return JSON.stringify(value)
  const [open, close] = syntax.around
  if (indent === undefined) {
    const { gap } = syntax
    return `${open}${gap}${fieldsOf(value, syntax.key, syntax).join(', ')}${gap}${close}`
  }
  return `${open}\n${onLines(value, syntax.key, syntax, indent)}${indent}${close}`
}

/** Fields on one line. */
export function fieldsOf(
  fields: object,
  key: (name: string) => string,
  syntax: Syntax,
): readonly string[] {
  return Object.entries(fields).map(([name, value]) => `${key(name)}${literal(value, syntax)}`)
}

/** Each field on a line of its own; what does not fit there, on several. */
export function onLines(
  fields: object,
  key: (name: string) => string,
  syntax: Syntax,
  indent: string,
): string {
  const inner = `${indent}${syntax.step}`
  return Object.entries(fields)
    .map(([name, value]) => {
      const short = `${inner}${key(name)}${literal(value, syntax)}`
      return `${fits(short) ? short : `${inner}${key(name)}${literal(value, syntax, inner)}`},\n`
    })
    .join('')
}
