/** A webhook that lives as long as the receiver: made on the service at the start, deleted at the end. */
import { hostname } from 'node:os'
import { isOnThisMachine } from '../config/access.ts'
import { Failure, messageOf, Misuse } from '../failure.ts'
import { failureOf, type Service } from '../service.ts'

export type Subscription = {
  readonly id: string
  readonly url: string
  readonly secret: string
  /** @throws Failure that says which webhook is left */
  remove(): Promise<void>
}

/** Ctrl-C must not hang for long. */
const REMOVE_MS = 5000

/**
 * Where the service reaches the receiver.
 *
 * @param publicUrl an address that leads here, such as that of a tunnel
 * @throws Misuse when the service is on another machine and there is none
 */
export function subscribedUrl(
  serviceUrl: string,
  port: number,
  publicUrl: string | undefined,
): string {
  if (publicUrl !== undefined) {
    if (URL.canParse(publicUrl) && /^https?:$/.test(new URL(publicUrl).protocol)) return publicUrl
    throw new Misuse('--public-url takes an address, such as https://example.com/hooks.')
  }
  if (isOnThisMachine(serviceUrl)) return `http://localhost:${port}/`
  throw new Misuse(
    "The service is not on this machine, so it can't reach the receiver. Give an address that leads here with --public-url, or follow the feed instead: scheduling listen --feed",
  )
}

export async function subscribe(
  { api }: Service,
  url: string,
  events: readonly string[],
  ownSecret: string | undefined,
): Promise<Subscription> {
  const created = await api.webhooks.create({
    url,
    name: `scheduling listen on ${hostname()}`.slice(0, 80),
    // The API checks them: this program knows no list of selectors as types.
    ...(ownSecret === undefined ? {} : { secret: ownSecret }),
    events: (events.length === 0 ? ['*'] : [...events]) as ['*'],
  })
  const { id, secret } = created
  const remove = async () => {
    try {
      await api.webhooks.delete(id, {}, { timeoutMs: REMOVE_MS, maxRetries: 0 })
    } catch (error) {
      throw new Failure(
        `The webhook ${id} could not be deleted, and is left on the service: ${messageOf(failureOf(error))}`,
      )
    }
  }
  if (typeof secret !== 'string') {
    await remove()
    throw new Failure('The service made a webhook without a secret.')
  }
  return { id, url, secret, remove }
}
