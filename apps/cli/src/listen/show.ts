/** What a receiver prints for each delivery. */
import { jsonText, manyLines, oneLine } from '../terminal/safe-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { eventTypeOf, headerOf, jsonOf, type Numbered } from './delivery.ts'
import type { Forwarded } from './forward.ts'
import { RECEIVER } from './limits.ts'
import type { Signatures, Verdict } from './signatures.ts'

const LONGEST_NAME = 100

export function showDelivery(
  terminal: Terminal,
  delivery: Numbered,
  signatures: Signatures,
  isQuiet: boolean,
): void {
  const type = eventTypeOf(delivery)
  const eventId = headerOf(delivery, 'x-service-event-id')
  const body = jsonOf(delivery.body)
  const time = new Date(delivery.at).toISOString().slice(11, 23)
  const name = oneLine(type ?? `${delivery.method} ${delivery.path}`).slice(0, LONGEST_NAME)
  const head = [
    terminal.paint('dim', `#${delivery.number}  ${time}`),
    terminal.paint('bold', name),
    oneLine(eventId).slice(0, LONGEST_NAME),
    inWords(terminal, signatures),
  ]
  terminal.result(
    {
      kind: 'delivery',
      number: delivery.number,
      at: new Date(delivery.at).toISOString(),
      method: delivery.method,
      path: delivery.path,
      event_type: type,
      event_id: eventId === '' ? null : eventId,
      delivery_id: headerOf(delivery, 'x-service-delivery-id') || null,
      webhook_id: headerOf(delivery, 'x-service-webhook-id') || null,
      signatures,
      body: body === undefined ? delivery.body.toString('utf8') : body,
    },
    [
      head.filter((part) => part !== '').join('  '),
      ...(isQuiet ? [] : [bodyText(delivery.body, body)]),
    ],
  )
}

/** The body over several lines, cut where it is long. @param value undefined: it is not JSON */
function bodyText(body: Buffer, value: unknown): string {
  const most = RECEIVER.shownCharacters
  const isLong = body.length > most
  const text =
    value === undefined || isLong
      ? manyLines(body.subarray(0, most).toString('utf8'))
      : jsonText(value, 2)
  if (!isLong && text.length <= most) return text
  return `${text.slice(0, most)}\n… cut: the body has ${body.length} bytes. --json prints all of it.`
}

function inWords(terminal: Terminal, { service, standard }: Signatures): string {
  if (service === 'missing' && standard === 'missing') return 'not signed'
  if (service === 'not_checked') return 'not verified (give --secret)'
  if (service === 'signed_here') return 'signed with the secret above'
  return `X-Service-Signature ${word(terminal, service)}, webhook-signature ${word(terminal, standard)}`
}

function word(terminal: Terminal, verdict: Verdict): string {
  if (verdict === 'verified') return terminal.paint('green', 'verified')
  if (verdict === 'missing') return 'missing'
  return terminal.paint('red', `WRONG (${verdict.replaceAll('_', ' ')})`)
}

/** Whether an answer says that the event was received. */
export function isTaken(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

/** @param remark more about it, such as that it is tried again */
export function showForwarded(
  terminal: Terminal,
  delivery: Numbered,
  target: URL,
  forwarded: Forwarded,
  remark = '',
): void {
  const { status, problem, milliseconds } = forwarded
  const answer = status === null ? `NOT TAKEN: ${oneLine(problem ?? '')}` : `answered ${status}`
  terminal.result(
    { kind: 'forwarded', number: delivery.number, url: target.href, status, problem, milliseconds },
    `#${delivery.number}  → ${target.href}  ${terminal.paint(isTaken(status) ? 'green' : 'red', answer)} in ${milliseconds} ms${remark === '' ? '' : ` — ${remark}`}`,
  )
}
