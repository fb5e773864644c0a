import {
  queuedAmong,
  sendMessage,
  sweepMessages,
  type Carriers,
  type DueMessage,
  type Service,
} from '@scheduling/core'
import { sqlOf } from '@scheduling/database'
import { createSlots, type Slots } from '@scheduling/delivery'
import type { WorkerMetrics } from './metrics.ts'

/** How many messages of each channel one process hands over at the same time. Mail servers refuse many connections. */
const SLOTS: Readonly<Record<string, number>> = { email: 8, whatsapp: 40 }

/**
 * Messages to clients that are being sent by this process. They run beside the job queue, each channel in slots of its own:
 * a mail server that hangs holds up no message of another channel, no webhook and no timer.
 */
export class MessageLanes {
  readonly #service: Service
  readonly #slots: ReadonlyMap<string, Slots>
  /** By id, for those that stand in line. */
  readonly #waiting = new Map<string, DueMessage>()

  constructor(
    service: Service,
    carriers: Carriers,
    stopping: AbortSignal,
    metrics: Pick<WorkerMetrics, 'messageEnded'>,
  ) {
    this.#service = service
    const run = async (id: string): Promise<void> => {
      const message = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (message === undefined) return
      try {
        const outcome = await sendMessage(service, carriers, message)
        if (outcome !== 'nothing') metrics.messageEnded(message.channel, outcome)
      } catch (error) {
        // It is due again, or was marked before the failure: the next sweep finds it.
        const { channel, organizationId } = message
        metrics.messageEnded(channel, 'error')
        service.log.error(
          { message_id: id, organization_id: organizationId, err: error },
          'a message could not be sent',
        )
      }
    }
    this.#slots = new Map(
      Object.entries(SLOTS).map(([channel, slots]) => [
        channel,
        createSlots({ slots, run, timers: service, stopping }),
      ]),
    )
  }

  /** What the job of a change does: it begins the messages that the change wrote. */
  async begin(ids: readonly string[]): Promise<void> {
    this.#beginAll(await queuedAmong(sqlOf(this.#service.db), ids))
  }

  /** Every minute: what is due by now, and what a job that was lost has left. */
  async sweep(): Promise<void> {
    this.#beginAll(await sweepMessages(this.#service))
  }

  #beginAll(messages: readonly DueMessage[]): void {
    for (const message of messages) {
      if (this.#waiting.has(message.id)) continue
      this.#waiting.set(message.id, message)
      const hasBegun = this.#slots.get(message.channel)?.begin(message.id) ?? false
      if (!hasBegun) this.#waiting.delete(message.id)
    }
  }

  /** Resolves when nothing is being handed over. */
  async ended(): Promise<void> {
    for (const slots of this.#slots.values()) await slots.ended()
  }
}
