import { Resources, type WebhooksMethods } from './api-methods.ts'
import { settingsOf, type SchedulingOptions } from './options.ts'
import { methodsOf } from './resource.ts'
import { sync, type SyncOptions, type SyncStep } from './sync.ts'
import { unwrapWebhook } from './unwrap-webhook.ts'
import { VERSION } from './version.ts'

/**
 * A client of the API, for one key. Its methods are named as in the reference: `api.clients.list()`.
 *
 * Each takes the ids of its path, then its input, then options of the call. A call that fails throws a
 * `SchedulingError`.
 */
export class Scheduling extends Resources {
  declare readonly webhooks: WebhooksMethods & {
    /** `unwrapWebhook`: verifies a delivery, and returns its event. */
    readonly unwrap: typeof unwrapWebhook
  }

  /** @throws TypeError for an option that is not valid */
  constructor(options: SchedulingOptions) {
    const settings = settingsOf(options, VERSION)
    // The types of the methods are generated from the same rows.
    super(<Methods>(rows: Parameters<typeof methodsOf>[1]) => methodsOf(settings, rows) as Methods)
    Object.assign(this.webhooks, { unwrap: unwrapWebhook })
  }

  /**
   * What a copy needs: every record of some lists, then every event of them, one step at a time.
   *
   * @throws SchedulingError `bookmark_invalid`, and what calls throw
   */
  sync(options: SyncOptions): AsyncGenerator<SyncStep, void> {
    return sync(this, options)
  }
}
