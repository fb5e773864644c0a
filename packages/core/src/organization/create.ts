import { insertRow, inTransaction, tables, type Organization } from '@scheduling/database'
import { z } from 'zod'
import { systemWork } from '../change/system-work.ts'
import { hashPassword, NewPassword } from '../account/password.ts'
import { Email } from '../clients/email.ts'
import { SCOPES, type Service } from '../context.ts'
import { FEATURES } from '../contract/features.ts'
import { text } from '../ground/fields.ts'
import { storedTimeZone } from '../ground/time-fields.ts'
import { createApiKey } from '../api-keys/create-api-key.ts'
import { LIMITS } from '../contract/limits.ts'
import { asProblem } from '../contract/as-problem.ts'
import { Slug } from './slug.ts'

export const NewOrganization = z.object({
  name: text(LIMITS.nameCharacters),
  slug: Slug,
  time_zone: storedTimeZone(),
  owner: text(LIMITS.nameCharacters),
  email: Email,
  password: NewPassword,
  /** False: a test organization, whose keys are `svc_test_`. It stays what it is. */
  livemode: z.boolean().default(true),
})

export type MadeOrganization = {
  readonly organization: Organization
  /** The value of its first key, which has every scope. Only this function returns it. */
  readonly apiKey: string
}

/**
 * Creates an organization with every feature in its plan, an owner who can sign in, and a first API key. It has
 * no working hours and no services. For the operator of the service.
 *
 * @throws `400 validation_error` on `slug` or `email` when it is taken, and then nothing is created
 */
export async function createOrganization(
  service: Service,
  input: z.output<typeof NewOrganization>,
): Promise<MadeOrganization> {
  const passwordHash = await hashPassword(input.password)
  const made = inTransaction(service.db, service.patience, async (tx) => {
    const organization = await insertRow(tx, tables.organization, {
      name: input.name,
      slug: input.slug,
      timeZone: input.time_zone,
      planFeatures: [...FEATURES],
      livemode: input.livemode,
    })
    const { id: organizationId } = organization
    const owner = await insertRow(tx, tables.professional, {
      organizationId,
      name: input.owner,
      email: input.email,
      role: 'owner',
    })
    await insertRow(tx, tables.user, {
      organizationId,
      professionalId: owner.id,
      email: input.email,
      passwordHash,
      access: 'owner',
    })
    const key = { name: 'First key', scopes: SCOPES }
    const { value } = await createApiKey(tx, service, organization, key)
    return { organization, apiKey: value }
  })
  const { organization, apiKey } = await made.catch((error: unknown) => {
    throw asProblem(error) ?? error
  })
  await systemWork(service, organization.id, async ({ note }) =>
    note({ action: 'organization.created', id: null, changes: null }),
  )
  return { organization, apiKey }
}
