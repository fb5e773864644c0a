import { formatInstant } from '@scheduling/availability'
import { sqlOf } from '@scheduling/database'
import { z } from 'zod'
import { CLIENTS } from '../clients/load.ts'
import { noSuchClient } from '../clients/merged.ts'
import { parsed } from '../contract/validation.ts'
import { Id } from '../ground/fields.ts'
import { zipped } from '../ground/zip.ts'
import { personFiles } from '../clients/export-person.ts'
import { personOf } from '../clients/held-rows.ts'
import { noteDownload, type Download } from './download.ts'

const Input = z.object({ client_id: Id })

/** Everything about one client, for the client: a ZIP of JSON and CSV. */
export const personAsZip: Download = {
  access: 'owner',
  async open(context, raw) {
    const { client_id: id } = parsed(Input, raw)
    const { db, organization, actor } = context
    if ((await CLIENTS.one(db, organization.id, id)) === null) {
      throw await noSuchClient(db, organization.id, id)
    }
    await noteDownload(context, { action: 'client.exported', id, changes: null })
    const person = await personOf(sqlOf(db), organization.id, id)
    const files = personFiles(context, person, {
      client_id: id,
      merged_client_ids: person.ids.filter((other) => other !== id),
      organization: organization.name,
      exported_at: formatInstant(context.realNow(), organization.timeZone),
      exported_by: actor.name,
    })
    return {
      fileName: `client-${id}.zip`,
      contentType: 'application/zip',
      pieces: zipped(files),
    }
  },
}
