import { upsertRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { bytes as ownBytes } from '../ground/bytes.ts'
import { procedure } from '../procedure/define.ts'
import { charactersFor, sentPicture, versionOf } from './picture/sent-picture.ts'
import { lockSettings, OrganizationSettings, toSettings } from './settings.ts'
import { withLogo } from './with-logo.ts'

const MOST = { bytes: LIMITS.logoBytes, sidePixels: LIMITS.logoSidePixels }

/**
 * Sets the picture on the public pages. Only what holds its pixels is kept, so what a camera wrote beside them, such as a
 * place, is gone.
 */
export const setLogo = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  input: z.object({
    /** PNG, JPEG or WebP, in base64. */
    picture: z.string().min(1).max(charactersFor(MOST)),
  }),
  output: OrganizationSettings,
  emits: { ok: [] },
  notes: ['organization.updated'],
  problems: [],
  async run(write, input) {
    const { tx, organization } = write
    const { contentType, bytes } = sentPicture(input.picture, MOST)
    const version = versionOf(bytes)
    const { id: organizationId } = organization
    const before = await lockSettings(tx, organizationId)
    if (before.logoVersion === version) return toSettings(before)
    const logo = { version, contentType, bytes: ownBytes(bytes) }
    await upsertRow(tx, tables.organizationLogo, { organizationId }, logo)
    return withLogo(write, before, version)
  },
})
