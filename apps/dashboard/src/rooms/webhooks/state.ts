/** How a webhook is doing, in one word. */
import type { Webhook } from './types.ts'

export type State = 'active' | 'failing' | 'paused' | 'off'

/** A user paused it; or the service has switched it off, and says why in `disabled_reason`. */
export function stateOf(
  webhook: Pick<Webhook, 'active' | 'failing_since' | 'disabled_reason'>,
): State {
  if (webhook.active) return webhook.failing_since === null ? 'active' : 'failing'
  return webhook.disabled_reason === null || webhook.disabled_reason === 'MANUAL' ? 'paused' : 'off'
}
