import { Prisma } from '@scheduling/database'

/** @param ms epoch milliseconds */
export function sqlInstant(ms: number): Prisma.Sql {
  return Prisma.sql`to_timestamp(${ms}::float8 / 1000)`
}

/** @param parameter of a statement, as `$3`, whose value is epoch milliseconds */
export function instantIn(parameter: string): string {
  return `to_timestamp(${parameter}::float8 / 1000)`
}

/** @param parameter of a statement, as `$3`, whose value is a list of epoch milliseconds */
export function instantsIn(parameter: string): string {
  return `ARRAY(SELECT to_timestamp(ms / 1000) FROM unnest(${parameter}::float8[]) WITH ORDINALITY AS given (ms, place) ORDER BY place)`
}
