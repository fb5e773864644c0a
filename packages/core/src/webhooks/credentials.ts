/**
 * Values that a caller may write and never reads back: secrets, and headers that are credentials by their name.
 * They belong to the address they were given for: a change of the address drops them.
 */
import { isCredentialHeader } from '@scheduling/webhooks'
import type { FieldError } from '../contract/problems.ts'

/** Stands for a value that is not shown. */
export const WITHHELD = '***'

type TextMap = Readonly<Record<string, string>>

/** `headers` of an answer. */
export function shownHeaders(headers: TextMap): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      isCredentialHeader(name) ? WITHHELD : value,
    ]),
  )
}

/** Faults of a webhook that is being made: there is nothing yet that `***` could stand for. */
export function withheldFaults(field: 'headers' | 'secrets', values: TextMap): FieldError[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === WITHHELD ? [nothingBehind(field, name)] : [],
  )
}

/** What a PATCH makes of a map, and what is wrong with that. */
type Changed = { readonly values: TextMap; readonly faults: readonly FieldError[] }

/**
 * Headers are replaced whole; `***` keeps the value of a name, in whatever case.
 *
 * @param sent undefined: they stay
 * @param isUrlNew then no credential may stay
 */
export function changedHeaders(
  stored: TextMap,
  sent: TextMap | undefined,
  isUrlNew: boolean,
): Changed {
  const kept = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]))
  const values: [name: string, value: string][] = []
  const faults: FieldError[] = []
  const carried: string[] = []
  for (const [name, value] of Object.entries(sent ?? withheld(stored))) {
    const known = kept.get(name.toLowerCase())
    if (value !== WITHHELD) values.push([name, value])
    else if (known === undefined) faults.push(nothingBehind('headers', name))
    else {
      values.push([name, known])
      if (isUrlNew && isCredentialHeader(name)) carried.push(name)
    }
  }
  if (carried.length > 0) faults.push(carriedOff('headers', carried, 'leave it out'))
  return { values: Object.fromEntries(values), faults }
}

/** As a caller would send them who changes none. */
function withheld(stored: TextMap): TextMap {
  return Object.fromEntries(Object.keys(stored).map((name) => [name, WITHHELD]))
}

/**
 * Secrets merge; null deletes one.
 *
 * @param isUrlNew then none may stay as it is
 */
export function changedSecrets(
  stored: TextMap,
  sent: Readonly<Record<string, string | null>> | undefined,
  isUrlNew: boolean,
): Changed {
  const values = new Map(Object.entries(stored))
  const carried = new Set(isUrlNew ? values.keys() : [])
  const faults: FieldError[] = []
  for (const [name, value] of Object.entries(sent ?? {})) {
    if (value === WITHHELD) {
      if (!carried.has(name)) faults.push(nothingBehind('secrets', name))
      continue
    }
    carried.delete(name)
    if (value === null) values.delete(name)
    else values.set(name, value)
  }
  if (carried.size > 0) faults.push(carriedOff('secrets', [...carried], 'send null to delete it'))
  return { values: Object.fromEntries(values), faults }
}

function nothingBehind(field: 'headers' | 'secrets', name: string): FieldError {
  return {
    field: `${field}.${name}`,
    code: 'invalid_value',
    message: `\`${WITHHELD}\` is only a placeholder for a hidden value. Send the value itself.`,
  }
}

function carriedOff(field: 'headers' | 'secrets', names: string[], otherwise: string): FieldError {
  const named = names.map((name) => `\`${name}\``).join(', ')
  return {
    field,
    code: 'required',
    message: `Credentials of the old \`url\` are not sent to a new one. Send the value of ${named} again, or ${otherwise}.`,
  }
}
