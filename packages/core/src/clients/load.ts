import { loader } from '../lists/expand.ts'
import { recordsOf } from '../lists/records.ts'
import { toClient } from './client.ts'
import { SHOWN_CLIENT } from './rows.ts'

export const CLIENTS = recordsOf({
  table: 'client',
  alias: 'c',
  row: SHOWN_CLIENT,
})

export const loadClients = loader(CLIENTS, (row, { organization: { timeZone } }) =>
  toClient(row, timeZone),
)
