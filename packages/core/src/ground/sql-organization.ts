import { Prisma } from '@scheduling/database'

/**
 * Condition on a column that holds the id of an organization.
 *
 * @param column of ours: it becomes part of the text
 * @param organizationId the only one; null: any
 */
export function ofOrganization(column: string, organizationId: number | null): Prisma.Sql {
  return organizationId === null
    ? Prisma.sql`true`
    : Prisma.sql`${Prisma.raw(column)} = ${organizationId}`
}
