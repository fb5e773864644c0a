import { authorize } from '../procedure/rights.ts'
import type { Context } from '../context.ts'
import { Problem } from '../contract/problems.ts'
import type { Download, Opened } from './download.ts'
import { listAsCsv } from './list-as-csv.ts'
import { personAsZip } from './person.ts'

/** Everything that can be downloaded, by the last segment of its address. */
export const DOWNLOADS: ReadonlyMap<string, Download> = new Map([
  ['client', personAsZip],
  ['clients', listAsCsv('clients', 'clients.list', 'managers')],
  ['appointments', listAsCsv('appointments', 'appointments.list')],
  ['queue-entries', listAsCsv('queue-entries', 'queue.listEntries')],
  ['deposits', listAsCsv('deposits', 'deposits.list')],
])

/**
 * Opens a download for a signed-in user.
 *
 * @throws `404 not_found`, `403 forbidden_scope`, `403 feature_not_enabled`, and what the download itself refuses
 */
export async function openDownload(
  context: Context,
  name: string,
  input: unknown,
): Promise<Opened> {
  const download = DOWNLOADS.get(name)
  if (download === undefined) throw new Problem('not_found', 'There is no download of this name.')
  const { access, feature } = download
  authorize(
    { kind: 'read', scope: 'read', access, ...(feature === undefined ? {} : { feature }) },
    context,
  )
  return download.open(context, input)
}
