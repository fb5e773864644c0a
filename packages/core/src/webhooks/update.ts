import { sqlOf, tables, updateRow } from '@scheduling/database'
import {
  addressOf,
  clearFailures,
  discardPending,
  openMap,
  sealField,
  StoredTemplate,
} from '@scheduling/delivery'
import { readChatFormat } from '@scheduling/webhooks'
import { z } from 'zod'
import type { WriteContext } from '../change/write-context.ts'
import type { Context } from '../context.ts'
import { procedure } from '../procedure/define.ts'
import { NoExpand } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalidFields, type FieldError, type Problem } from '../contract/problems.ts'
import { webhookChanges, type HiddenField } from './changes.ts'
import { requireMessageTemplate, requireTemplate } from './check-templates.ts'
import { changedHeaders, changedSecrets } from './credentials.ts'
import { destinationRules, refusalOfHost } from '../addresses/destination.ts'
import { defaultName, shownAddress, urlColumns } from './destination.ts'
import { findWebhook, lockWebhook, WebhookId } from './find-webhook.ts'
import { WebhookChanges } from './new-webhook.ts'
import { formatOf } from './webhook-format.ts'
import { toWebhook, Webhook, type WebhookRow } from './webhook.ts'
import { formatFaults, readUrl, secretCountFaults, templateMissing } from './webhook-rules.ts'

type AcceptedWebhookChanges = z.output<typeof WebhookChanges>

/** `PATCH /v1/webhooks/{webhook_id}` */
export const updateWebhook = procedure({
  kind: 'change',
  rest: {
    method: 'PATCH',
    path: '/webhooks/{webhook_id}',
    tag: 'Webhooks',
    summary: 'Update a webhook',
    description:
      'A field that you leave out stays the same. `events`, `filters`, `headers` and `template` are replaced as a whole. `secrets` is merged, and null deletes a secret. With a new `url`, send every secret and every credential header again, or remove it.',
  },
  scope: 'webhooks:manage',
  access: 'owner',
  feature: 'webhooks',
  input: WebhookChanges.extend({ webhook_id: WebhookId, expand: NoExpand }),
  output: Webhook,
  success: { ok: 200 },
  emits: { ok: [] },
  notes: ['webhook.updated'],
  problems: ['not_found', 'template_invalid'],
  async prepare(context, input): Promise<{ hostRefusal: Problem | null }> {
    return { hostRefusal: await refusalOfUrl(context, input) }
  },
  async run(write, input, prepared) {
    const { tx, organization, crypto } = write
    const row = await lockWebhook(tx, organization.id, input.webhook_id)
    const before = openedColumns(write, row)
    const { href, headers, secrets } = wanted(write, row, before, input, prepared.hostRefusal)
    requireTemplates(write, row, input, Object.keys(secrets))
    await updateRow(
      tx,
      tables.webhook,
      { organizationId: organization.id, id: row.id },
      {
        ...(href === before.href ? {} : urlColumns(crypto, row.id, href)),
        ...(input.events === undefined ? {} : { events: input.events }),
        ...(input.name === undefined
          ? {}
          : { name: input.name ?? defaultName(href, LIMITS.webhookNameCharacters) }),
        ...(input.filters === undefined ? {} : { filters: input.filters }),
        ...(isSameMap(headers, before.headers)
          ? {}
          : { headersSealed: sealField(crypto, row.id, 'headers', headers) }),
        ...(input.template == null ? {} : { template: input.template }),
        ...(isSameMap(secrets, before.secrets)
          ? {}
          : {
              secretsSealed: sealField(crypto, row.id, 'secrets', secrets),
              secretNames: Object.keys(secrets).toSorted(),
            }),
        ...(input.message_template === undefined
          ? {}
          : { messageTemplate: input.message_template }),
        ...(input.show_full_personal_data === undefined
          ? {}
          : { showFullPersonalData: input.show_full_personal_data }),
        ...(input.active === undefined || input.active === row.active
          ? {}
          : {
              active: input.active,
              disabledReason: input.active ? null : 'MANUAL',
              disabledAt: input.active ? null : new Date(write.realNow()),
            }),
      },
    )
    if (input.active === true) await clearFailures(sqlOf(tx), row.id, !row.active)
    if (input.active === false) await discardPending(sqlOf(tx), row.id, write.realNow())
    const after = await findWebhook(tx, organization.id, row.id)
    const changed = {
      url: href !== before.href,
      headers: !isSameMap(headers, before.headers),
      secrets: !isSameMap(secrets, before.secrets),
    }
    const changes = webhookChanges(row, after, hiddenChanges(row, after, changed))
    if (changes !== null) write.note({ action: 'webhook.updated', id: row.id, changes })
    return { outcome: 'ok', reply: toWebhook(after, write) }
  },
})

/** The fields that changed, of those whose values the audit does not tell. */
function hiddenChanges(
  before: WebhookRow,
  after: WebhookRow,
  changed: { readonly url: boolean; readonly headers: boolean; readonly secrets: boolean },
): HiddenField[] {
  const isNew = {
    ...changed,
    template: JSON.stringify(before.template) !== JSON.stringify(after.template),
    message_template: before.messageTemplate !== after.messageTemplate,
  }
  const fields = ['url', 'headers', 'template', 'secrets', 'message_template'] as const
  return fields.filter((field) => isNew[field])
}

/** Faults that can be told without the webhook are refused at once; a host that leads inside, later. */
async function refusalOfUrl(
  context: Context,
  input: AcceptedWebhookChanges,
): Promise<Problem | null> {
  if (input.url === undefined) return null
  // The rules of a chat platform follow when the format is known.
  const url = readUrl(input.url, 'generic', destinationRules(context))
  if ('fault' in url) throw invalidFields([url.fault])
  return refusalOfHost(context, url.href)
}

type Opened = {
  readonly href: string
  readonly headers: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
}

function openedColumns({ crypto }: WriteContext, row: WebhookRow): Opened {
  return {
    href: addressOf(crypto, row),
    headers: openMap(crypto, row.id, 'headers', row.headersSealed),
    secrets: openMap(crypto, row.id, 'secrets', row.secretsSealed),
  }
}

/**
 * Address, headers and secrets from now on.
 *
 * @throws `400` with every fault that only the webhook itself can tell
 */
function wanted(
  write: WriteContext,
  row: WebhookRow,
  before: Opened,
  input: AcceptedWebhookChanges,
  hostRefusal: Problem | null,
): Opened {
  const format = formatOf(row.format)
  const url = wantedAddress(write, row, before.href, input, hostRefusal)
  const isUrlNew = 'href' in url && url.href !== before.href
  const headers = changedHeaders(before.headers, input.headers, isUrlNew)
  const secrets = changedSecrets(before.secrets, input.secrets, isUrlNew)
  const faults = [
    ...('faults' in url ? url.faults : []),
    ...headers.faults,
    ...formatFaults(format, { ...input, secret: null }),
    ...(format === 'custom' && input.template === null ? [templateMissing()] : []),
    ...secrets.faults,
    ...secretCountFaults(secrets.values),
  ]
  if ('faults' in url || faults.length > 0) throw invalidFields(faults)
  return { href: url.href, headers: headers.values, secrets: secrets.values }
}

/** The truncated form of a chat address stands for the whole one. */
function wantedAddress(
  write: WriteContext,
  row: WebhookRow,
  current: string,
  { url }: AcceptedWebhookChanges,
  hostRefusal: Problem | null,
): { href: string } | { faults: readonly FieldError[] } {
  const format = formatOf(row.format)
  const isShownForm = url !== current && url === shownAddress(format, current)
  if (url === undefined || isShownForm) return { href: current }
  if (hostRefusal !== null) return { faults: hostRefusal.errors }
  const read = readUrl(url, format, destinationRules(write))
  return 'fault' in read ? { faults: [read.fault] } : read
}

/** Tried again with everything that they are rendered with, as it will be. */
function requireTemplates(
  write: WriteContext,
  row: WebhookRow,
  input: AcceptedWebhookChanges,
  secretNames: readonly string[],
): void {
  const events = input.events ?? row.events
  if (row.format === 'custom' && (input.template ?? input.secrets ?? input.events) != null) {
    const template = input.template ?? StoredTemplate.parse(row.template)
    // Else a change of secrets would fail for a name that was fine when the template was saved.
    const areNamesChecked = (input.template ?? input.events) != null
    requireTemplate(write, { template, secretNames, events, areNamesChecked })
  }
  const messageTemplate =
    input.message_template === undefined ? row.messageTemplate : input.message_template
  const isTitleNew =
    (input.message_template ?? input.events ?? input.show_full_personal_data) != null
  if (readChatFormat(row.format) !== null && messageTemplate !== null && isTitleNew) {
    requireMessageTemplate(write, {
      messageTemplate,
      showFullPersonalData: input.show_full_personal_data ?? row.showFullPersonalData,
      events,
      areNamesChecked: (input.message_template ?? input.events) != null,
    })
  }
}

function isSameMap(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean {
  return JSON.stringify(Object.entries(one)) === JSON.stringify(Object.entries(other))
}
