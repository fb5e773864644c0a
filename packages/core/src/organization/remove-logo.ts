import { deleteRows, tables } from '@scheduling/database'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { lockSettings, OrganizationSettings, toSettings } from './settings.ts'
import { withLogo } from './with-logo.ts'

/** Takes the picture off the public pages. Without one, nothing changes. */
export const removeLogo = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  input: z.object({}),
  output: OrganizationSettings,
  emits: { ok: [] },
  notes: ['organization.updated'],
  problems: [],
  async run(write) {
    const { tx, organization } = write
    const { id: organizationId } = organization
    const before = await lockSettings(tx, organizationId)
    if (before.logoVersion === null) return toSettings(before)
    await deleteRows(tx, tables.organizationLogo, { organizationId })
    return withLogo(write, before, null)
  },
})
