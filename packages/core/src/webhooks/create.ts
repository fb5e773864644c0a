import { countRows, insertRow, tables } from '@scheduling/database'
import { randomBytes } from 'node:crypto'
import { INITIAL_HEALTH, sealField } from '@scheduling/delivery'
import { GENERATED_SECRET_BYTES, newSecret, readChatFormat } from '@scheduling/webhooks'
import type { z } from 'zod'
import type { WriteContext } from '../change/write-context.ts'
import { procedure } from '../procedure/define.ts'
import { BESIDE_OTHERS, NoExpand } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { lockOrganization } from '../change/locks.ts'
import { invalidFields, Problem } from '../contract/problems.ts'
import { webhookChanges } from './changes.ts'
import { requireMessageTemplate, requireTemplate } from './check-templates.ts'
import { destinationRules, refusalOfHost } from '../addresses/destination.ts'
import { defaultName, urlColumns } from './destination.ts'
import { fittingFields, NewWebhook } from './new-webhook.ts'
import { toWebhook, Webhook } from './webhook.ts'
import { readUrl } from './webhook-rules.ts'

type AcceptedWebhook = z.output<typeof NewWebhook>

type Prepared = {
  readonly href: string
  /** Kept until nothing was found that answers this request already. */
  readonly hostRefusal: Problem | null
}

/** `POST /v1/webhooks` */
export const createWebhook = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/webhooks',
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description: `An organization can have at most ${LIMITS.webhooksPerOrganization} webhooks. The response contains the signing \`secret\`. Later, only a rotation returns a secret. Anyone who can create a webhook can read every record, by subscribing to \`*\`.`,
    idempotent: true,
  },
  scope: 'webhooks:manage',
  access: 'owner',
  feature: 'webhooks',
  input: NewWebhook.extend({ expand: NoExpand }).superRefine(fittingFields, BESIDE_OTHERS),
  output: Webhook,
  success: { created: 201 },
  emits: { created: [] },
  notes: ['webhook.created'],
  problems: ['template_invalid', 'webhook_limit_reached'],
  async prepare(context, input): Promise<Prepared> {
    const url = readUrl(input.url, input.format, destinationRules(context))
    if ('fault' in url) throw invalidFields([url.fault])
    return { href: url.href, hostRefusal: await refusalOfHost(context, url.href) }
  },
  async run(write, input, prepared) {
    if (prepared.hostRefusal !== null) throw prepared.hostRefusal
    requireTemplates(write, input)
    const { tx, organization } = write
    await lockOrganization(tx, organization.id)
    const count = await countRows(tx, tables.webhook, { organizationId: organization.id })
    if (count >= LIMITS.webhooksPerOrganization) {
      throw new Problem(
        'webhook_limit_reached',
        `The organization has ${count} webhooks, and at most ${LIMITS.webhooksPerOrganization} are allowed.`,
      )
    }
    const { row, secret } = await insert(write, input, prepared.href)
    const changes = webhookChanges(null, row, ['url'])
    write.note({ action: 'webhook.created', id: row.id, changes })
    return { outcome: 'created', reply: toWebhook(row, write, secret) }
  },
})

function requireTemplates(write: WriteContext, input: AcceptedWebhook): void {
  if (input.template != null) {
    requireTemplate(write, {
      template: input.template,
      secretNames: Object.keys(input.secrets),
      events: input.events,
    })
  }
  if (input.message_template != null) {
    requireMessageTemplate(write, {
      messageTemplate: input.message_template,
      showFullPersonalData: input.show_full_personal_data,
      events: input.events,
    })
  }
}

async function insert(write: WriteContext, input: AcceptedWebhook, href: string) {
  const { crypto } = write
  const id = write.newId('whk')
  const isSigned = readChatFormat(input.format) === null
  const secret = isSigned ? (input.secret ?? newSecret(randomBytes(GENERATED_SECRET_BYTES))) : null
  const row = await insertRow(write.tx, tables.webhook, {
    id,
    organizationId: write.organization.id,
    name: input.name ?? defaultName(href, LIMITS.webhookNameCharacters),
    ...urlColumns(crypto, id, href),
    events: input.events,
    format: input.format,
    filters: input.filters,
    headersSealed: sealField(crypto, id, 'headers', input.headers),
    ...(input.template == null ? {} : { template: input.template }),
    secretsSealed: sealField(crypto, id, 'secrets', input.secrets),
    secretNames: Object.keys(input.secrets).toSorted(),
    messageTemplate: input.message_template ?? null,
    showFullPersonalData: input.show_full_personal_data,
    active: input.active,
    // An inactive webhook always says why.
    ...(input.active ? {} : { disabledReason: 'MANUAL', disabledAt: new Date(write.realNow()) }),
    apiVersion: input.api_version,
    signingSecretSealed: secret === null ? null : sealField(crypto, id, 'signing-secret', secret),
  })
  return { row: { ...INITIAL_HEALTH, ...row }, secret }
}
