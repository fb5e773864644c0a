import { tables, without } from '@scheduling/database'
import { loader } from '../lists/expand.ts'
import { recordsOf } from '../lists/records.ts'
import { toClient } from './client.ts'
import { CLIENT } from './rows.ts'

export const CLIENTS = recordsOf({
  table: tables.client,
  alias: 'c',
  row: without(CLIENT, 'organizationId', 'phoneKey', 'searchText', 'erasedAt'),
})

export const loadClients = loader(CLIENTS, (row, { organization: { timeZone } }) =>
  toClient(row, timeZone),
)
