/** How rules become checks of a shape, so that all faults of a request are told in one answer. */
import { z } from 'zod'
import { fault } from '../ground/fields.ts'
import type { FieldError } from '../contract/problems.ts'

/**
 * A rule of `webhook-rules.ts` as a check of the shape.
 *
 * @param field the name under which faults are reported; '' for the whole body
 */
export function reportFaults<Value>(
  field: string,
  faultsOf: (value: Value) => readonly FieldError[],
) {
  return (value: Value, context: z.core.$RefinementCtx<Value>): void => {
    for (const { field: faulty, code, message } of faultsOf(value)) {
      const part = field === '' ? faulty : faulty.slice(field.length + 1)
      context.addIssue({ ...fault(code, message), path: part === '' ? [] : [part] })
    }
  }
}

/** The fields of a body that have no fault of their own, for rules about several of them. */
export function soundFields<Sent extends object>(
  sent: Sent,
  { issues }: z.core.$RefinementCtx<Sent>,
): Partial<Sent> {
  const faulty = new Set(issues.map(({ path }) => path?.[0]))
  // A body that is no object has none, and reaches this all the same.
  const fields = typeof sent === 'object' ? Object.entries(sent ?? {}) : []
  // Safe: some of an object's fields are a part of it.
  return Object.fromEntries(fields.filter(([name]) => !faulty.has(name))) as Partial<Sent>
}

/** Of a map that may have faults of its own, what can be judged. */
export function textsOf(map: unknown): Record<string, string> {
  if (typeof map !== 'object' || map === null) return {}
  const entries = Object.entries(map)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
