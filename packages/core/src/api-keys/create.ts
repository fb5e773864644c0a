import { countRows, Prisma, tables } from '@scheduling/database'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import type { WriteContext } from '../change/write-context.ts'
import { SCOPES } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { changesBetween } from '../events/new-event.ts'
import { refuseRepeated, text } from '../ground/fields.ts'
import { InstantInput } from '../ground/time-fields.ts'
import { procedure } from '../procedure/define.ts'
import { createApiKey } from './create-api-key.ts'
import { ApiKey, KEY_KINDS, requireAgent, toApiKey } from './key.ts'

const Scopes = z
  .array(z.enum(SCOPES))
  .min(1, 'At least one scope is required.')
  .max(SCOPES.length)
  .superRefine((scopes, context) =>
    refuseRepeated(scopes, context, 'This scope is in the list twice.'),
  )

const CREATED = ['name', 'scopes', 'kind', 'expires_at', 'show_full_personal_data'] as const

/** In every time zone its year has four digits. Epoch milliseconds. */
const LAST_DAY = Date.UTC(9999, 11, 31)

/**
 * A new API key. This answer is the only place where its value ever stands: only a hash of it is stored, and the
 * procedure takes no `Idempotency-Key`, so no answer with it is kept.
 */
export const createKey = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  input: z.object({
    name: text(LIMITS.nameCharacters),
    scopes: Scopes,
    kind: z.enum(KEY_KINDS).default('integration'),
    /** Null, or left out: it does not expire. */
    expires_at: InstantInput.nullable().default(null),
    show_full_personal_data: z.boolean().default(false),
  }),
  output: ApiKey.extend({ value: z.string() }),
  emits: { ok: [] },
  notes: ['api_key.created'],
  problems: ['action_not_allowed'],
  async run(write, input) {
    const { tx, organization } = write
    if (input.show_full_personal_data) requireAgent(input.kind)
    if (input.expires_at !== null && input.expires_at <= write.realNow()) {
      throw invalid('expires_at', 'out_of_range', 'A key must expire in the future.')
    }
    if (input.expires_at !== null && input.expires_at >= LAST_DAY) {
      throw invalid(
        'expires_at',
        'out_of_range',
        'A key must expire before the end of the year 9999.',
      )
    }
    await requireRoom(write)
    const { name, kind, scopes, expires_at: expiry } = input
    const expiresAt = expiry === null ? null : new Date(expiry)
    const { row, value } = await createApiKey(tx, write, organization, {
      name,
      kind,
      scopes: SCOPES.filter((scope) => scopes.includes(scope)),
      expiresAt,
      showFullPersonalData: input.show_full_personal_data,
    })
    const key = toApiKey(row, organization)
    const changes = changesBetween({}, key, CREATED)
    write.note({ action: 'api_key.created', id: key.id, changes })
    return { ...key, value }
  },
})

/** @throws `409 action_not_allowed` when the organization has as many keys that work as it may have */
async function requireRoom({ tx, organization, realNow }: WriteContext): Promise<void> {
  await lockOrganization(tx, organization.id)
  const working = await countRows(tx, tables.apiKey, {
    organizationId: organization.id,
    revokedAt: null,
    expiresAt: Prisma.sql`IS NULL OR r.expires_at > ${new Date(realNow())}`,
  })
  if (working >= LIMITS.apiKeysPerOrganization) {
    throw new Problem(
      'action_not_allowed',
      `The organization has ${working} API keys that work, and at most ${LIMITS.apiKeysPerOrganization} are allowed. Revoke one that is no longer used.`,
    )
  }
}
