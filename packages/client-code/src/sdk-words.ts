/** The words of the SDK: those of the reference, with the names of fields as code has them. */
import { COMMON_PROBLEMS, deprecationText, PROBLEMS } from '@scheduling/core'
import { EVENT_TYPES, isEventType } from '@scheduling/events'
import { eventSchemaName, TAGS, type Route } from '@scheduling/api'
import { z } from 'zod'
import { codeName } from '@scheduling/sdk/spelling'
import { commentOf } from './shapes.ts'

export function wordsOfRoom([first]: readonly Route[]): string {
  const tag = first?.endpoint.rest.tag ?? ''
  return TAGS[tag] ?? tag
}

export function wordsOfMethod({ endpoint, path, method }: Route): string {
  const { rest, scope, feature, allProblems } = endpoint
  const own = allProblems.filter((code) => !COMMON_PROBLEMS.includes(code))
  const needs = [
    scope === null ? 'any key' : `a key with the scope \`${scope}\``,
    ...(feature === undefined ? [] : [`the feature \`${feature}\``]),
  ]
  return [
    `${rest.summary}: \`${method} ${path}\`.`,
    ...(rest.description === undefined ? [] : [rest.description]),
    `Needs ${needs.join(', and ')}.`,
    ...Object.entries(rest.deprecatedFields ?? {}).map(
      ([name, deprecation]) => `\`${name}\`: ${deprecationText(deprecation)}`,
    ),
    ...(rest.deprecated === undefined ? [] : [`@deprecated ${deprecationText(rest.deprecated)}`]),
    ...(own.length === 0 ? [] : [`@throws ${own.map((code) => `\`${code}\``).join(', ')}`]),
  ].join('\n\n')
}

export function wordsOfEvent(name: string): string {
  const type = Object.keys(EVENT_TYPES).find((one) => eventSchemaName(one) === name)
  return type !== undefined && isEventType(type) ? `${commentOf(EVENT_TYPES[type].when)}\n` : ''
}

/** Also where the schema is wrapped, as an optional one. */
export function descriptionOf(schema: z.core.$ZodType): string | null {
  const { description } = z.globalRegistry.get(schema) ?? {}
  if (description !== undefined) return description
  const inner: unknown = Reflect.get(schema._zod.def, 'innerType')
  return inner instanceof z.ZodType ? descriptionOf(inner) : null
}

/** A text with the names of fields as code has them. */
export function inCode(text: string, known: ReadonlySet<string>): string {
  return text.replaceAll(/`[a-z]+(?:_[a-z]+)*`/g, (name) => {
    const plain = name.slice(1, -1)
    return known.has(plain) && !(plain in PROBLEMS) ? `\`${codeName(plain)}\`` : name
  })
}
export function article(name: string): string {
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase()}`
}
