import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { lockSettings, OrganizationSettings, toSettings } from './settings.ts'

/** Takes the picture off the public pages. Without one, nothing changes. */
export const removeLogo = procedure({
  kind: 'change',
  scope: 'write',
  role: 'owner',
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
    await tx.organizationLogo.delete({ where: { organizationId } })
    const after = await tx.organization.update({
      where: { id: organizationId },
      data: { logoVersion: null },
    })
    const changes = { logo: { from: before.logoVersion, to: null } }
    write.note({ action: 'organization.updated', id: null, changes })
    return toSettings(after)
  },
})
