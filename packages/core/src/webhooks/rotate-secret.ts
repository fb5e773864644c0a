import { tables, updateRow } from '@scheduling/database'
import { randomBytes } from 'node:crypto'
import { formatInstant } from '@scheduling/availability'
import { livingSecrets, openText, sealField, type PreviousSecret } from '@scheduling/delivery'
import { GENERATED_SECRET_BYTES, newSecret } from '@scheduling/webhooks'
import type { WriteContext } from '../change/write-context.ts'
import { procedure } from '../procedure/define.ts'
import { NoExpand } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { webhookChanges } from './changes.ts'
import { lockWebhook, WebhookId } from './find-webhook.ts'
import { SecretRotation } from './new-webhook.ts'
import { toWebhook, Webhook, type WebhookRow } from './webhook.ts'

const HOUR_MS = 3_600_000

/** `POST /v1/webhooks/{webhook_id}/rotate-secret` */
export const rotateWebhookSecret = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/rotate-secret',
    tag: 'Webhooks',
    summary: 'Rotate the signing secret',
    description: `The response contains the new \`secret\`. For ${LIMITS.previousSecretHours} hours, deliveries are also signed with the previous secret (\`v0\`), so that receivers can change over without a gap. If you rotate again within that time, each previous secret keeps its own ${LIMITS.previousSecretHours} hours. While ${LIMITS.previousSecrets} previous secrets still sign, only a rotation with \`revoke_previous\` is possible.`,
    idempotent: true,
    body: 'optional',
  },
  scope: 'webhooks:manage',
  access: 'owner',
  feature: 'webhooks',
  input: SecretRotation.extend({ webhook_id: WebhookId, expand: NoExpand }),
  output: Webhook,
  success: { ok: 200 },
  emits: { ok: [] },
  notes: ['webhook.secret_rotated'],
  problems: ['not_found', 'action_not_allowed'],
  async run(write, input) {
    const { tx, organization, crypto } = write
    const row = await lockWebhook(tx, organization.id, input.webhook_id)
    const { id } = row
    const current = openText(crypto, id, 'signing-secret', row.signingSecretSealed)
    if (current === null) {
      throw new Problem(
        'action_not_allowed',
        'Messages to chat platforms are not signed, so there is no secret to rotate.',
      )
    }
    const secret = input.secret ?? newSecret(randomBytes(GENERATED_SECRET_BYTES))
    const previous = input.revoke_previous
      ? []
      : [previousSecret(write, id, current), ...secretsThatStay(write, row)]
    const rotated = await updateRow(
      tx,
      tables.webhook,
      { organizationId: organization.id, id },
      {
        signingSecretSealed: sealField(crypto, id, 'signing-secret', secret),
        previousSecretsSealed: previous.map(({ sealed }) => sealed),
        previousSecretsExpireAt: previous.map(({ expiresAt }) => expiresAt),
      },
    )
    const changes = webhookChanges(row, row, ['secret'])
    write.note({ action: 'webhook.secret_rotated', id, changes })
    return { outcome: 'ok', reply: toWebhook({ ...row, ...rotated }, write, secret) }
  },
})

function previousSecret(
  { crypto, realNow }: WriteContext,
  id: string,
  secret: string,
): PreviousSecret {
  return {
    sealed: sealField(crypto, id, 'previous-secret', secret),
    expiresAt: new Date(realNow() + LIMITS.previousSecretHours * HOUR_MS),
  }
}

/** @throws `409 action_not_allowed` when there is no room for one more */
function secretsThatStay(
  { realNow, organization }: WriteContext,
  row: WebhookRow,
): PreviousSecret[] {
  const living = livingSecrets(row.previousSecretsSealed, row.previousSecretsExpireAt, realNow())
  const oldest = living.at(-1)
  if (oldest === undefined || living.length < LIMITS.previousSecrets) return living
  const until = formatInstant(oldest.expiresAt.getTime(), organization.timeZone)
  throw new Problem(
    'action_not_allowed',
    `${living.length} previous secrets still sign, and the oldest one expires at ${until}. Wait until then, or revoke all of them with \`revoke_previous: true\`.`,
  )
}
