/** The deliveries that can be sent again: the latest, within bounds of number and size. */
import type { Delivery, Numbered } from './delivery.ts'
import { RECEIVER } from './limits.ts'

export class History {
  #deliveries: Numbered[] = []
  #count = 0
  #bytes = 0

  /** @param at epoch milliseconds */
  keep(delivery: Delivery, at: number): Numbered {
    this.#count += 1
    const numbered = { ...delivery, number: this.#count, at }
    this.#deliveries.push(numbered)
    this.#bytes += delivery.body.length
    while (
      this.#deliveries.length > RECEIVER.keptDeliveries ||
      (this.#bytes > RECEIVER.keptBytes && this.#deliveries.length > 1)
    ) {
      this.#bytes -= this.#deliveries.shift()?.body.length ?? 0
    }
    return numbered
  }

  /** @param number null: the last one @returns null for one that is not kept */
  find(number: number | null): Numbered | null {
    if (number === null) return this.#deliveries.at(-1) ?? null
    return this.#deliveries.find((delivery) => delivery.number === number) ?? null
  }
}
