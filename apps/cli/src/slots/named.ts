/** Services and professionals by their id, or by a part of their name. */
import { Failure, Misuse } from '../failure.ts'
import { oneLine } from '../terminal/safe-text.ts'

export type Named = { readonly id: number; readonly name: string }

const SHOWN = 20

/** @throws Misuse for none, and for several that fit as well */
export function pick(kind: string, given: string, all: readonly Named[]): Named {
  const wanted = folded(given)
  const byId = all.find(({ id }) => String(id) === given.trim())
  if (byId !== undefined) return byId
  const exact = all.filter(({ name }) => folded(name) === wanted)
  const found = exact.length > 0 ? exact : all.filter(({ name }) => folded(name).includes(wanted))
  const [first, second] = found
  if (first !== undefined && second === undefined) return first
  throw new Misuse(
    first === undefined
      ? `No ${kind} fits "${oneLine(given)}". There are:\n${listed(all)}`
      : `Several fit "${oneLine(given)}". Give the id of the ${kind}:\n${listed(found)}`,
  )
}

export function listed(all: readonly Named[]): string {
  const lines = all
    .slice(0, SHOWN)
    .map(({ id, name }) => `  ${String(id).padStart(4)}  ${oneLine(name)}`)
  return [...lines, ...(all.length > SHOWN ? [`  … and ${all.length - SHOWN} more`] : [])].join(
    '\n',
  )
}

/** Without case and accents. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}

export function requireSome(kind: string, all: readonly Named[]): void {
  if (all.length === 0) throw new Failure(`The organization has no ${kind}.`)
}
