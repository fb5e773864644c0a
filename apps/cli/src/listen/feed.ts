/** Events of the feed, made into deliveries: for a service that can't reach this machine. */
import { setTimeout as pause } from 'node:timers/promises'
import { follow, type WireEvent } from '../events/follow.ts'
import type { Service } from '../service.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { Delivery, Numbered } from './delivery.ts'
import type { Desk } from './desk.ts'
import { isTaken, showForwarded } from './show.ts'
import { deliveryHeaders } from './sign.ts'

export type FeedOptions = {
  readonly terminal: Terminal
  readonly desk: Desk
  readonly target: URL | null
  readonly secret: string
  readonly types: readonly string[]
  /** Null: from the first event that is kept. */
  readonly after: string | null
  readonly stopped: AbortSignal
  /** Told after each event, and after each page: everything up to this one was handed over. */
  readonly mark: (bookmark: string | null) => void
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 10_000

/**
 * Hands over one event after the other, in order. While nothing listens at the target it waits with the event: those
 * behind it stay in the feed, which keeps them.
 */
export async function forwardFeed(service: Service, options: FeedOptions): Promise<void> {
  const { terminal, desk, target, secret, types, after, stopped, mark } = options
  const following = { after, types, signal: stopped, tell: terminal.note }
  for await (const step of follow(service, following)) {
    if (step.event !== null) {
      const shown = desk.show(deliveryOf(step.event, secret), secret)
      if (target !== null && !(await untilTaken(options, shown, target))) break
    }
    mark(step.bookmark)
  }
}

/**
 * Until the target has answered, whatever it answers: an answer is its own decision, as it would be in production.
 *
 * @returns false when this program was stopped before
 */
async function untilTaken(
  { terminal, desk, stopped }: FeedOptions,
  delivery: Numbered,
  target: URL,
): Promise<boolean> {
  for (let failures = 0; !stopped.aborted; failures += 1) {
    const forwarded = await desk.send(delivery, target)
    if (stopped.aborted && forwarded.status === null) return false
    const isDown = forwarded.status === null
    if (failures === 0 || !isDown) {
      const remark = isDown
        ? 'tried again until it answers; later events wait'
        : !isTaken(forwarded.status)
          ? `sent on; type ${delivery.number}r to send it again`
          : ''
      showForwarded(terminal, delivery, target, forwarded, remark)
    }
    if (!isDown) return true
    const wait = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS)
    await pause(wait, undefined, { signal: stopped }).catch(() => undefined)
  }
  return false
}

/** The request that the service would send: the envelope of a webhook, without what the feed adds to it. */
export function deliveryOf(event: WireEvent, secret: string): Delivery {
  const { object: _kind, ...envelope } = event
  const body = Buffer.from(JSON.stringify(envelope))
  const rawHeaders = deliveryHeaders({
    eventId: event.id,
    eventType: event.type,
    seconds: Math.floor(Date.now() / 1000),
    body,
    secret,
  })
  return { method: 'POST', path: '/', rawHeaders, body }
}
