/** What a bank answered, or why it is no answer. */
import type { z } from 'zod'
import {
  isFinal,
  ProviderError,
  type NewRefund,
  type Payment,
  type RefundState,
} from '../payment-provider.ts'
import { plainLine, reasonIn, Refund, Trouble, type ReceivedPix } from './answers.ts'
import type { Answer } from './call.ts'
import { jsonIn } from './token.ts'

export function stateOf(
  answer: Answer,
  asked: Pick<NewRefund, 'refundId' | 'amount'>,
): RefundState {
  const refund = parsed(Refund, answer)
  if (refund.id !== asked.refundId || !isSameAmount(refund.valor, asked.amount)) {
    throw nonsense('It is about another refund.')
  }
  if (refund.status === 'DEVOLVIDO') return { status: 'SETTLED' }
  if (refund.status !== 'NAO_REALIZADO') return { status: 'PENDING' }
  const reason = plainLine(refund.motivo ?? '')
  return { status: 'REJECTED', reason: reason === '' ? 'The bank gives no reason.' : reason }
}

export function oldestFirst(received: readonly ReceivedPix[]): Payment[] {
  const byId = new Map(received.map((one) => [one.endToEndId, one]))
  return [...byId.values()]
    .map(({ endToEndId: id, valor: amount, horario: paidAt }) => ({ id, amount, paidAt }))
    .filter(({ amount }) => !isSameAmount(amount, '0.00'))
    .sort((one, other) => one.paidAt - other.paidAt || (one.id < other.id ? -1 : 1))
}

export function isSameAmount(one: string, other: string): boolean {
  const plain = (text: string) => text.replace(/^0+(?=\d)/, '')
  return plain(one) === plain(other)
}

export function isMissing({ status }: Answer): boolean {
  return status === 404 || status === 410
}

/** @throws ProviderError, by the status */
export function expectStatus(answer: Answer, statuses: readonly number[]): Answer {
  const { status } = answer
  if (statuses.includes(status)) return answer
  const detail = detailIn(answer)
  const say = `The bank answered with status ${status}.`
  if (status === 401 || status === 403) throw new ProviderError('denied', say, { detail })
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    throw new ProviderError('unavailable', say, { detail })
  }
  if (status >= 400) throw new ProviderError('refused', say, { detail })
  throw nonsense(say)
}

/**
 * What the bank shows. That it refuses to show something does not mean that it refuses the thing: a refund may be under
 * way, and a charge open.
 *
 * @throws ProviderError, never with `refused`
 */
export function expectShown(answer: Answer): Answer {
  try {
    return expectStatus(answer, [200])
  } catch (error) {
    if (!isFinal(error)) throw error
    throw new ProviderError('nonsense', error.message, { detail: error.detail })
  }
}

export function detailIn({ text }: Answer): string | null {
  const trouble = Trouble.safeParse(jsonIn(text))
  return trouble.success ? reasonIn(trouble.data) : null
}

export function parsed<Schema extends z.ZodType>(
  schema: Schema,
  { text }: Answer,
): z.output<Schema> {
  const result = schema.safeParse(jsonIn(text))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw nonsense(`Not valid: ${issue === undefined ? '' : issue.path.join('.')}.`)
}

export function nonsense(why: string): ProviderError {
  return new ProviderError(
    'nonsense',
    `The answer of the bank is not what its document promises. ${why}`,
  )
}
