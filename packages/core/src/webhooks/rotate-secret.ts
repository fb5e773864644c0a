import { randomBytes } from 'node:crypto'
import { GENERATED_SECRET_BYTES, newSecret } from '@scheduling/webhooks'
import { mutation } from '../endpoint.ts'
import { NoExpand } from '../fields.ts'
import { LIMITS } from '../limits.ts'
import { Problem } from '../problems.ts'
import { lockWebhook, WebhookId } from './find-webhook.ts'
import { SecretRotation } from './new-webhook.ts'
import { openText, sealField } from './sealed.ts'
import { toWebhook, Webhook } from './webhook.ts'

const HOUR_MS = 3_600_000

/** `POST /v1/webhooks/{webhook_id}/rotate-secret` */
export const rotateWebhookSecret = mutation({
  method: 'POST',
  path: '/webhooks/{webhook_id}/rotate-secret',
  tag: 'Webhooks',
  summary: 'Rotate the signing secret',
  description: `The answer shows the new \`secret\`. For ${LIMITS.previousSecretHours} hours deliveries are signed with the previous one too (\`v0\`), so that receivers can change without a gap; a second rotation within that time keeps only the latest previous one.`,
  scope: 'webhooks:manage',
  feature: 'webhooks',
  body: 'optional',
  input: SecretRotation.extend({ webhook_id: WebhookId, expand: NoExpand }),
  output: Webhook,
  success: { ok: 200 },
  problems: ['not_found', 'action_not_allowed'],
  async run(write, input) {
    const { tx, organization, crypto } = write
    const { id, signingSecretSealed } = await lockWebhook(tx, organization.id, input.webhook_id)
    const current = openText(crypto, id, 'signing-secret', signingSecretSealed)
    if (current === null) {
      throw new Problem(
        'action_not_allowed',
        'Messages to chat platforms are not signed: there is no secret to rotate.',
      )
    }
    const secret = input.secret ?? newSecret(randomBytes(GENERATED_SECRET_BYTES))
    const row = await tx.webhook.update({
      where: { organizationId_id: { organizationId: organization.id, id } },
      data: {
        signingSecretSealed: sealField(crypto, id, 'signing-secret', secret),
        previousSecretSealed: input.revoke_previous
          ? null
          : sealField(crypto, id, 'previous-secret', current),
        previousSecretExpiresAt: input.revoke_previous
          ? null
          : new Date(write.now() + LIMITS.previousSecretHours * HOUR_MS),
      },
      include: { health: true },
    })
    return { outcome: 'ok', reply: toWebhook(row, write, secret) }
  },
})
