import { amongIds, type Load } from '../lists/expand.ts'
import { toClient, type ClientRecord } from './client.ts'

export const loadClients: Load<ClientRecord> = async (db, { organization }, ids) => {
  const rows = await db.client.findMany({ where: amongIds(organization, ids) })
  return new Map(rows.map((row) => [row.id, toClient(row, organization.timeZone)]))
}
