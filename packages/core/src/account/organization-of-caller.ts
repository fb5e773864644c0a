import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { FEATURES, featureMap } from '../contract/features.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { SCOPES, type Context } from '../context.ts'

export const Me = z
  .object({
    object: z.literal('organization'),
    id: Id,
    name: z.string(),
    slug: z.string().nullable(),
    timezone: z.string().meta({
      description:
        "The IANA name of the organization's time zone. Every date of the API is in this time zone.",
    }),
    plan: z.object({ name: z.string() }).nullable(),
    features: z.record(z.enum(FEATURES), z.boolean()).meta({
      description:
        'Whether each feature is in the plan and switched on by the owner. More keys may be added.',
    }),
    api_key: z.object({ id: z.string(), name: z.string(), scopes: z.array(z.enum(SCOPES)) }),
    whatsapp: z
      .object({
        channel: z.enum(['own', 'central']).nullable(),
        status: z.string().nullable(),
        phone: z.string().nullable(),
      })
      .meta({ description: 'The connection to the messaging app.' }),
  })
  .meta({ id: 'Organization' })

type Shown = Pick<Context, 'organization' | 'caller' | 'messagingConnection'>

function toMe({
  organization,
  caller,
  messagingConnection: connection,
}: Shown): z.input<typeof Me> {
  return {
    object: 'organization',
    id: organization.id,
    name: organization.name,
    slug: organization.slug,
    timezone: organization.timeZone,
    plan: organization.planName === null ? null : { name: organization.planName },
    features: featureMap(organization),
    api_key:
      caller.kind === 'api_key'
        ? { id: caller.id, name: caller.name, scopes: [...caller.scopes] }
        : { id: `user:${caller.id}`, name: caller.name, scopes: [...SCOPES] },
    whatsapp: {
      channel: connection === null ? null : connection.channel === 'own' ? 'own' : 'central',
      status: connection?.status ?? null,
      phone: connection?.phone ?? null,
    },
  }
}

/** `GET /v1/me`: checks a key, and shows what it gives access to. */
export const organizationOfCaller = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/me',
    tag: 'Account',
    summary: 'Get the organization of the key',
    description:
      'Use this route to check a key. It shows the organization of the key, what the key can do, and which features are on.',
  },
  scope: null,
  access: 'everybody',
  input: z.object({ expand: NoExpand }),
  output: Me,
  problems: [],
  run: async (context) => toMe(context),
})
