/** What the document of the API cannot say of a secret: where it always is there. */
import type { WebhooksMethods } from './api-methods.ts'
import type { CreateWebhookInput, RotateWebhookSecretInput, Webhook } from './api-records.ts'
import type { Call } from './call.ts'
import type { OnceOptions } from './options.ts'

/** A webhook whose deliveries are signed, as it is answered when its secret is new. */
export type SignedWebhook = Webhook & { secret: string }

export type SignedWebhooks = Omit<WebhooksMethods, 'create' | 'rotateSecret'> & {
  /**
   * Create a webhook: `POST /v1/webhooks`. Its `secret` is answered this once. Chat formats are not signed, and have none.
   *
   * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
   */
  create: {
    (
      input: CreateWebhookInput & { format?: 'generic' | 'custom' | undefined },
      options?: OnceOptions,
    ): Call<SignedWebhook>
    (input: CreateWebhookInput, options?: OnceOptions): Call<Webhook>
  }
  /**
   * Rotate the signing secret: `POST /v1/webhooks/{webhook_id}/rotate-secret`. The new `secret` is answered this once.
   *
   * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
   *
   * @throws `not_found`, `action_not_allowed`
   */
  rotateSecret(
    webhookId: string,
    input?: RotateWebhookSecretInput,
    options?: OnceOptions,
  ): Call<SignedWebhook>
}
