import { upsertRow, tables } from '@scheduling/database'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { invalid } from '../contract/problems.ts'
import { bytes as ownBytes } from '../ground/bytes.ts'
import { procedure } from '../procedure/define.ts'
import { pictureIn } from './picture/picture.ts'
import { lockSettings, OrganizationSettings, toSettings } from './settings.ts'
import { withLogo } from './with-logo.ts'

/** In base64: three bytes are four characters. */
const MOST_CHARACTERS = Math.ceil(LIMITS.logoBytes / 3) * 4

/**
 * Sets the picture on the public pages. Only what holds its pixels is kept, so what a camera wrote beside them, such as a
 * place, is gone.
 */
export const setLogo = procedure({
  kind: 'change',
  scope: 'write',
  role: 'owner',
  input: z.object({
    /** PNG, JPEG or WebP, in base64. */
    picture: z.string().min(1).max(MOST_CHARACTERS),
  }),
  output: OrganizationSettings,
  emits: { ok: [] },
  notes: ['organization.updated'],
  problems: [],
  async run(write, input) {
    const { tx, organization } = write
    const { contentType, bytes } = pictureIn(bytesIn(input.picture), 'picture')
    const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
    const { id: organizationId } = organization
    const before = await lockSettings(tx, organizationId)
    if (before.logoVersion === version) return toSettings(before)
    const logo = { version, contentType, bytes: ownBytes(bytes) }
    await upsertRow(tx, tables.organizationLogo, { organizationId }, logo)
    return withLogo(write, before, version)
  },
})

/** @throws `400 validation_error` */
function bytesIn(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64) {
    throw invalid('picture', 'invalid_format', 'This is not base64. Send the bytes of the file so.')
  }
  if (bytes.length > LIMITS.logoBytes) {
    const most = LIMITS.logoBytes / 1024
    throw invalid('picture', 'too_long', `The file can have at most ${most} KB.`)
  }
  return bytes
}
