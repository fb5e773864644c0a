import { Resources } from './api-methods.ts'
import { Call } from './call.ts'
import type { MethodRow } from './method-row.ts'
import { settingsOf, type OnceOptions, type SchedulingOptions, type Settings } from './options.ts'
import { routeRequest, type RouteRequest } from './request.ts'
import { methodsOf } from './resource.ts'
import { send, type Answer } from './send.ts'
import { signWebhook } from './sign-webhook.ts'
import type { SignedWebhooks } from './signed-webhooks.ts'
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
  declare readonly webhooks: SignedWebhooks & {
    /** `unwrapWebhook`: verifies a delivery, and returns its event. */
    readonly unwrap: typeof unwrapWebhook
    /** `signWebhook`: the headers of a delivery, to test a receiver. */
    readonly sign: typeof signWebhook
  }
  readonly #settings: Settings

  /**
   * @param options without them, `SCHEDULING_API_KEY` and `SCHEDULING_BASE_URL` of the environment say which key and where
   * @throws TypeError for an option that is not valid
   */
  constructor(options: SchedulingOptions = {}) {
    const settings = settingsOf(options, VERSION)
    // The types of the methods are generated from the same rows.
    super(<Methods>(rows: Parameters<typeof methodsOf>[1]) => methodsOf(settings, rows) as Methods)
    this.#settings = settings
    Object.assign(this.webhooks, { unwrap: unwrapWebhook, sign: signWebhook })
  }

  /**
   * A route that this library does not know yet: `api.request('GET', '/clients/1')`. What is sent and answered has the
   * names of the wire. A change is sent again after a lost answer only with an `idempotencyKey`.
   *
   * @param path below `/v1`
   * @throws TypeError for another path
   */
  request<Data = unknown>(
    method: MethodRow['method'],
    path: string,
    options: RouteRequest & OnceOptions = {},
  ): Call<Data> {
    const { query, body, ...call } = options
    const asked = routeRequest(method, path, { query, body }, this.#settings.root)
    const isOnce = call.idempotencyKey !== undefined
    const row: MethodRow = { method, path, isOnWire: true, ...(isOnce ? { idempotent: true } : {}) }
    // What a newer route answers, its caller says.
    return new Call(send(this.#settings, row, asked, call) as Promise<Answer<Data>>)
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
