import { isTimeZone } from '@scheduling/availability'
import { databaseFault, inTransaction, type Organization } from '@scheduling/database'
import { z } from 'zod'
import { hashPassword, NewPassword } from '../accounts/password.ts'
import { Email } from '../clients/email.ts'
import { SCOPES, type Service } from '../context.ts'
import { FEATURES } from '../contract/features.ts'
import { fault, text } from '../ground/fields.ts'
import { createApiKey } from '../keys/create-api-key.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid, type Problem } from '../contract/problems.ts'

/** First path segments that the service uses, or may use later. */
const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  'a',
  'app',
  'calendar',
  'd',
  'docs',
  'f',
  'healthz',
  'mcp',
  'metrics',
  'readyz',
  'trpc',
  'v1',
])

const Slug = z.string().superRefine((slug, context) => {
  const { slugMinCharacters: least, slugCharacters: most } = LIMITS
  const isShaped =
    slug.length >= least &&
    slug.length <= most &&
    /^[a-z0-9-]+$/.test(slug) &&
    !slug.startsWith('-') &&
    !slug.endsWith('-') &&
    !slug.includes('--')
  if (!isShaped) {
    const message = `Expected ${least} to ${most} of a–z, 0–9 and single hyphens, as in clinica-aurora.`
    context.addIssue(fault('invalid_format', message))
  } else if (RESERVED_SLUGS.has(slug)) {
    context.addIssue(fault('invalid_value', 'The service uses this word in its own addresses.'))
  }
})

export const NewOrganization = z.object({
  name: text(LIMITS.nameCharacters),
  slug: Slug,
  time_zone: z.string().refine(isTimeZone, {
    params: { code: 'invalid_value' },
    message: 'Expected an IANA name, as in America/Sao_Paulo.',
  }),
  owner: text(LIMITS.nameCharacters),
  email: Email,
  password: NewPassword,
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
    const organization = await tx.organization.create({
      data: {
        name: input.name,
        slug: input.slug,
        timeZone: input.time_zone,
        planFeatures: [...FEATURES],
      },
    })
    const { id: organizationId } = organization
    const owner = await tx.professional.create({
      data: { organizationId, name: input.owner, email: input.email, role: 'owner' },
    })
    await tx.user.create({
      data: { organizationId, professionalId: owner.id, email: input.email, passwordHash },
    })
    const key = { name: 'First key', scopes: SCOPES }
    const { value } = await createApiKey(tx, service, organization, key)
    return { organization, apiKey: value }
  })
  return made.catch((error: unknown) => {
    throw TAKEN[databaseFault(error)?.constraint ?? '']?.() ?? error
  })
}

/** By the violated constraint, so that one of two simultaneous requests is also refused. */
const TAKEN: Readonly<Record<string, () => Problem>> = {
  organization_slug_key: () =>
    invalid('slug', 'already_in_use', 'Another organization has this slug.'),
  user_account_email_key: () =>
    invalid('email', 'already_in_use', 'Another user already signs in with this e-mail.'),
}
