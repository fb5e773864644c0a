import { inPart } from '@scheduling/telemetry'

const POSTGRESQL = { 'db.system.name': 'postgresql' } as const

/** A statement, by the name that it was declared with: never by its text, which is long, or its values, which are private. */
export function inStatementSpan<Result>(name: string, ask: () => Promise<Result>): Promise<Result> {
  return inPart(
    name,
    { kind: 'client', attributes: { ...POSTGRESQL, 'db.query.summary': name } },
    ask,
  )
}

/**
 * A statement that Prisma composed: it has no name, so its first word names it. A statement that begins with a name of
 * ours, such as SAVEPOINT, is called by its kind alone.
 */
export function inPrismaSpan<Result>(text: string, ask: () => Promise<Result>): Promise<Result> {
  const [word = ''] = text.trimStart().slice(0, 12).split(/\s/, 1)
  const operation = OPERATIONS.has(word.toUpperCase()) ? word.toUpperCase() : 'statement'
  return inStatementSpan(`Prisma ${operation}`, ask)
}

const OPERATIONS: ReadonlySet<string> = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'WITH'])

export function inTransactionSpan<Result>(work: () => Promise<Result>): Promise<Result> {
  return inPart('transaction', { attributes: POSTGRESQL }, work)
}
