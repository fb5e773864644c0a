import {
  findRow,
  requireRow,
  tables,
  type Database,
  type MessagingConnection,
  type Organization,
} from '@scheduling/database'

/** An organization, with the number that it sends messages from; null: none is connected. */
export type ConnectedOrganization = {
  readonly organization: Organization
  readonly messagingConnection: MessagingConnection | null
}

export async function findOrganization(db: Database, id: number): Promise<ConnectedOrganization> {
  const [organization, messagingConnection] = await Promise.all([
    requireRow(db, tables.organization, { id }),
    findRow(db, tables.messagingConnection, { organizationId: id }),
  ])
  return { organization, messagingConnection }
}
