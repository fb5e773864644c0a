import { Prisma } from '@scheduling/database'

/** @param ms epoch milliseconds */
export function sqlInstant(ms: number): Prisma.Sql {
  return Prisma.sql`to_timestamp(${ms}::float8 / 1000)`
}
