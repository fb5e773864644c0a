/** The reference is worth its name only while it answers what the service answers. */
import { require } from '../figures.ts'
import type { Shot } from '../stage/load.ts'
import { answerOf, type Pair } from '../stage/pair.ts'

const INSTANT = /^\d{4}-\d\d-\d\dT/

/** @throws for a record, a column or a value that only one of the two sends */
export async function requireSameAnswers(pair: Pair, shots: readonly Shot[]): Promise<void> {
  for (const shot of shots.slice(0, 3)) {
    const ours = recordsOf(await answerOf(pair, 'ours', shot))
    const reference = recordsOf(await answerOf(pair, 'reference', shot))
    require(ours.length > 0, `${shot.path} answers no record`)
    require(ours.length ===
      reference.length, `${shot.path}: the reference has ${reference.length} records for ${ours.length}`)
    for (const [place, record] of ours.entries()) requireSame(shot.path, record, reference[place])
  }
}

/** @param where the path of the value, for the message */
export function requireSame(where: string, ours: unknown, reference: unknown): void {
  if (isObject(ours) && isObject(reference)) {
    const names = new Set([...Object.keys(ours), ...Object.keys(reference)])
    for (const name of names) requireSame(`${where} ${name}`, ours[name], reference[name])
    return
  }
  require(plain(ours) ===
    plain(
      reference,
    ), `${where}: the service answers ${plain(ours)}, the reference ${plain(reference)}`)
}

function recordsOf(answer: { readonly data?: unknown }): readonly unknown[] {
  return Array.isArray(answer.data) ? answer.data : [answer]
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Instants are compared to the second, in whatever zone they are written. */
function plain(value: unknown): unknown {
  if (typeof value !== 'string' || !INSTANT.test(value)) return value
  return Math.floor(Date.parse(value) / 1000)
}
