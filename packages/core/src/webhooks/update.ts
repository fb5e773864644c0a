import { readChatFormat } from '@scheduling/webhooks'
import { z } from 'zod'
import type { Context, WriteContext } from '../context.ts'
import { discardPending } from '../delivery/ledger.ts'
import { clearFailures } from '../delivery/settle.ts'
import { throughPrisma } from '../delivery/statement.ts'
import { StoredTemplate } from '../delivery/subscription.ts'
import { mutation } from '../endpoint.ts'
import { NoExpand } from '../fields.ts'
import { LIMITS } from '../limits.ts'
import { invalidFields, type Problem } from '../problems.ts'
import { requireMessageTemplate, requireTemplate } from './check-templates.ts'
import { templateMissing } from './create.ts'
import { defaultName, destinationRules, refusalOfHost, urlColumns } from './destination.ts'
import { findWebhook, lockWebhook, WebhookId } from './find-webhook.ts'
import { WebhookChanges } from './new-webhook.ts'
import { openMap, openText, sealField } from './sealed.ts'
import { formatOf, toWebhook, Webhook, type WebhookRow } from './webhook.ts'
import {
  formatFaults,
  headerFaults,
  readUrl,
  secretCountFaults,
  templateSizeFaults,
} from './webhook-rules.ts'

type Wish = z.output<typeof WebhookChanges>

/** `PATCH /v1/webhooks/{webhook_id}` */
export const updateWebhook = mutation({
  method: 'PATCH',
  path: '/webhooks/{webhook_id}',
  tag: 'Webhooks',
  summary: 'Update a webhook',
  description:
    'What is left out stays. `events`, `filters`, `headers` and `template` are replaced whole; `secrets` merges, and null deletes one.',
  scope: 'webhooks:manage',
  feature: 'webhooks',
  input: WebhookChanges.extend({ webhook_id: WebhookId, expand: NoExpand }),
  output: Webhook,
  success: { ok: 200 },
  problems: ['not_found', 'template_invalid'],
  async prepare(context, input): Promise<{ hostRefusal: Problem | null }> {
    return { hostRefusal: await refusalOfUrl(context, input) }
  },
  async run(write, input, prepared) {
    const { tx, organization, crypto } = write
    const row = await lockWebhook(tx, organization.id, input.webhook_id)
    const before = openedColumns(write, row)
    const href = wantedAddress(write, row, before.href, input, prepared.hostRefusal)
    const secrets = mergedSecrets(before.secrets, input.secrets)
    requireFitting(row, input, secrets)
    requireTemplates(write, row, input, Object.keys(secrets))
    await tx.webhook.update({
      where: { organizationId_id: { organizationId: organization.id, id: row.id } },
      data: {
        ...(href === before.href ? {} : urlColumns(crypto, row.id, formatOf(row.format), href)),
        ...(input.events === undefined ? {} : { events: input.events }),
        ...(input.name === undefined
          ? {}
          : { name: input.name ?? defaultName(href, LIMITS.webhookNameCharacters) }),
        ...(input.filters === undefined ? {} : { filters: input.filters }),
        ...(input.headers === undefined || isSameMap(input.headers, before.headers)
          ? {}
          : { headersSealed: sealField(crypto, row.id, 'headers', input.headers) }),
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
              disabledAt: input.active ? null : new Date(write.now()),
            }),
      },
    })
    if (input.active === true) await clearFailures(throughPrisma(tx), row.id, !row.active)
    if (input.active === false) await discardPending(throughPrisma(tx), row.id, write.now())
    const after = await findWebhook(tx, organization.id, row.id)
    return { outcome: 'ok', reply: toWebhook(after, write) }
  },
})

/** Faults that can be told without the webhook are refused at once; a host that leads inside, later. */
async function refusalOfUrl(context: Context, input: Wish): Promise<Problem | null> {
  // The rules of a chat platform follow when the format is known.
  const url =
    input.url === undefined ? null : readUrl(input.url, 'generic', destinationRules(context))
  const faults = [
    ...(url !== null && 'fault' in url ? [url.fault] : []),
    ...headerFaults(input.headers ?? {}),
    ...templateSizeFaults(input.template),
  ]
  if (faults.length > 0) throw invalidFields(faults)
  return url === null || 'fault' in url ? null : refusalOfHost(context, url.href)
}

function openedColumns({ crypto }: WriteContext, row: WebhookRow) {
  return {
    href: openText(crypto, row.id, 'url', row.urlSealed) ?? row.url,
    headers: openMap(crypto, row.id, 'headers', row.headersSealed),
    secrets: openMap(crypto, row.id, 'secrets', row.secretsSealed),
  }
}

/** @returns the address from now on; the truncated form of a chat address stands for the whole one */
function wantedAddress(
  write: WriteContext,
  row: WebhookRow,
  current: string,
  input: Wish,
  hostRefusal: Problem | null,
): string {
  if (input.url === undefined || (row.urlSealed !== null && input.url === row.url)) return current
  if (hostRefusal !== null) throw hostRefusal
  const url = readUrl(input.url, formatOf(row.format), destinationRules(write))
  if ('fault' in url) throw invalidFields([url.fault])
  return url.href
}

function mergedSecrets(
  current: Readonly<Record<string, string>>,
  changes: Wish['secrets'],
): Record<string, string> {
  const merged = new Map(Object.entries(current))
  for (const [name, value] of Object.entries(changes ?? {})) {
    if (value === null) merged.delete(name)
    else merged.set(name, value)
  }
  return Object.fromEntries(merged)
}

function requireFitting(row: WebhookRow, input: Wish, secrets: Record<string, string>): void {
  const faults = [
    ...formatFaults(formatOf(row.format), { ...input, secret: null }),
    ...(row.format === 'custom' && input.template === null ? [templateMissing()] : []),
    ...secretCountFaults(secrets),
  ]
  if (faults.length > 0) throw invalidFields(faults)
}

/** Tried again with everything that they are rendered with, as it will be. */
function requireTemplates(
  write: WriteContext,
  row: WebhookRow,
  input: Wish,
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
