/** The organization of a caller, read in the statement that finds the caller. */
import {
  joined,
  joinedRow,
  leftJoined,
  tables,
  type MessagingConnection,
  type Organization,
} from '@scheduling/database'

/** An organization, with the number that it sends messages from; null: none is connected. */
export type ConnectedOrganization = {
  readonly organization: Organization
  readonly messagingConnection: MessagingConnection | null
}

export const CONNECTED = {
  ...joined('o', tables.organization),
  ...leftJoined('m', tables.messagingConnection),
}

/** @param alias of a table with `organization_id` */
export const joinConnected = (alias: string) =>
  `JOIN organization o ON o.id = ${alias}.organization_id LEFT JOIN messaging_connection m ON m.organization_id = o.id`

export function connectedOf(row: object): ConnectedOrganization {
  const organization = joinedRow(row, 'o', tables.organization)
  if (organization === null) throw new Error('The statement joins no organization.')
  return { organization, messagingConnection: joinedRow(row, 'm', tables.messagingConnection) }
}
