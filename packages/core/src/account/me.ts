import { findRow, tables } from '@scheduling/database'
import { formatInstant } from '@scheduling/availability'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { notSignedIn } from '../contract/problems.ts'
import { Id } from '../ground/fields.ts'
import { ACCESSES } from '../context.ts'
import { CONNECTIONS, notConnected } from './not-connected.ts'

/** Dashboard: who is signed in. */
export const me = procedure({
  kind: 'read',
  scope: 'read',
  access: 'everybody',
  input: z.object({}),
  output: z.object({
    object: z.literal('user'),
    id: Id,
    name: z.string(),
    email: z.string(),
    access: z.enum(ACCESSES),
    /** Null: the user is no professional. */
    professional_id: Id.nullable(),
    organization: z.object({
      id: Id,
      name: z.string(),
      slug: z.string().nullable(),
      timezone: z.string(),
      language: z.string(),
      livemode: z.boolean(),
      is_suspended: z.boolean().meta({
        description: 'Whether the operator suspended it: then the dashboard reads only.',
      }),
      /** What clients are not reached or charged by yet; the bank for owners only. */
      not_connected: z.array(z.enum(CONNECTIONS)),
      /** ISO 3166-1 alpha-2. */
      country: z.string(),
      now: z.string().meta({
        description:
          'The time of the organization. In a test organization it runs ahead of the clock; on the computer of a reception, the clock may be wrong.',
      }),
    }),
  }),
  problems: [],
  async run(context) {
    const { db, caller, organization, now } = context
    if (caller.kind !== 'user') throw notSignedIn()
    const user = await findRow(db, tables.user, { id: caller.id })
    // Removed a moment ago.
    if (user === null) throw notSignedIn()
    return {
      object: 'user' as const,
      id: caller.id,
      name: caller.name,
      email: user.email,
      access: caller.access,
      professional_id: caller.professionalId,
      organization: {
        id: organization.id,
        name: organization.name,
        slug: organization.slug,
        timezone: organization.timeZone,
        language: organization.language,
        livemode: organization.livemode,
        is_suspended: organization.suspendedAt !== null,
        not_connected: await notConnected(context, caller.access === 'owner'),
        country: organization.country,
        now: formatInstant(now(), organization.timeZone),
      },
    }
  },
})
