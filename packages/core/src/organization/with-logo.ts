import { tables, updateRow, type Organization } from '@scheduling/database'
import type { z } from 'zod'
import type { WriteContext } from '../change/write-context.ts'
import { toSettings, type OrganizationSettings } from './settings.ts'

/** Says on the organization, and in the audit, which picture it has. @param version null: none */
export async function withLogo(
  { tx, note }: Pick<WriteContext, 'tx' | 'note'>,
  before: Organization,
  version: string | null,
): Promise<z.output<typeof OrganizationSettings>> {
  const after = await updateRow(
    tx,
    tables.organization,
    { id: before.id },
    { logoVersion: version },
  )
  const changes = { logo: { from: before.logoVersion, to: version } }
  note({ action: 'organization.updated', id: null, changes })
  return toSettings(after)
}
