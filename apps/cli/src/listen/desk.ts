/** What happens to a delivery: it is numbered, checked, shown, forwarded, and kept to be sent again. */
import type { Terminal } from '../terminal/terminal.ts'
import { eventTypeOf, headerOf, type Delivery, type Numbered } from './delivery.ts'
import { forward, type Forwarded } from './forward.ts'
import { History } from './history.ts'
import { RECEIVER } from './limits.ts'
import { isTaken, showDelivery, showForwarded } from './show.ts'
import { signedAnew } from './sign.ts'
import { checkSignatures, SIGNED_HERE, type Signatures } from './signatures.ts'

export type DeskOptions = {
  readonly terminal: Terminal
  /** Any of them may have signed. It grows when a webhook is made. */
  readonly secrets: readonly string[]
  readonly target: URL | null
  /** What to answer; null: what the target answered, or 200. */
  readonly status: number | null
  /** Whether events of the type are wanted. */
  readonly wants: (type: string) => boolean
  readonly isQuiet: boolean
  readonly stopped: AbortSignal
}

const BAD_GATEWAY = 502
const GATEWAY_TIMEOUT = 504

export class Desk {
  readonly #options: DeskOptions
  readonly #history = new History()
  /** The secret that signed a delivery of the history, by its number. */
  readonly #signedBy = new WeakMap<Numbered, string>()

  constructor(options: DeskOptions) {
    this.#options = options
  }

  /** A delivery of the service, or of any client that reaches the port. @returns the status to answer */
  async take(delivery: Delivery): Promise<number> {
    const { terminal, target, status, wants, isQuiet, secrets } = this.#options
    const type = eventTypeOf(delivery)
    if (type !== null && !wants(type)) return status ?? 200
    const numbered = this.#history.keep(delivery, Date.now())
    const { signatures, secret } = await checkSignatures(numbered, secrets)
    if (secret !== null) this.#signedBy.set(numbered, secret)
    showDelivery(terminal, numbered, signatures, isQuiet)
    if (target === null) return status ?? 200
    const forwarded = await this.#forward(numbered, target)
    const passedOn = forwarded.status ?? (forwarded.isTimeout ? GATEWAY_TIMEOUT : BAD_GATEWAY)
    const remark =
      status === null && !isTaken(passedOn)
        ? `answered ${passedOn}, so that the sender tries again`
        : ''
    showForwarded(terminal, numbered, target, forwarded, remark)
    return status ?? passedOn
  }

  /** A delivery that this program made and signed. @returns null when nothing forwards */
  show(delivery: Delivery, secret: string): Numbered {
    const numbered = this.#history.keep(delivery, Date.now())
    this.#signedBy.set(numbered, secret)
    const signatures: Signatures = SIGNED_HERE
    showDelivery(this.#options.terminal, numbered, signatures, this.#options.isQuiet)
    return numbered
  }

  /** Sends it to the target. It is signed again, if the secret is known: the old one may be too old by now. */
  async send(numbered: Numbered, target: URL): Promise<Forwarded> {
    const secret = this.#signedBy.get(numbered)
    if (secret === undefined) return this.#forward(numbered, target)
    const rawHeaders = signedAnew(numbered.rawHeaders, {
      eventId: headerOf(numbered, 'webhook-id'),
      seconds: Math.floor(Date.now() / 1000),
      body: numbered.body,
      secret,
    })
    return this.#forward({ ...numbered, rawHeaders }, target)
  }

  /** @param number null: the last one */
  async resend(number: number | null): Promise<void> {
    const { terminal, target } = this.#options
    const numbered = this.#history.find(number)
    if (numbered === null) {
      terminal.note(number === null ? 'Nothing has arrived yet.' : `#${number} is not kept.`)
    } else if (target === null) {
      terminal.note('There is nowhere to send it: start again with --forward-to URL.')
    } else {
      const forwarded = await this.send(numbered, target)
      const isSigned = this.#signedBy.has(numbered)
      const remark = isSigned ? 'sent again with a new signature' : 'sent again as it came'
      showForwarded(terminal, numbered, target, forwarded, remark)
    }
  }

  #forward(delivery: Delivery, target: URL): Promise<Forwarded> {
    return forward(delivery, target, {
      withinMs: RECEIVER.forwardMs,
      signal: this.#options.stopped,
    })
  }
}
