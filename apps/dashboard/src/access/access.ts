/** What each access may do: whether something is shown is asked here, of the table that the service goes by. */
import { ALLOWED, GROUPS } from './table.ts'

export const ACCESSES = ALLOWED.everybody
export type Access = (typeof ACCESSES)[number]

/** A procedure, a download (`downloads.clients`), or an import. */
export type Call = keyof typeof GROUPS

export function mayCall(access: Access, call: Call): boolean {
  return (ALLOWED[GROUPS[call]] as readonly Access[]).includes(access)
}
