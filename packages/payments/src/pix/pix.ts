/**
 * The Pix API of the Brazilian central bank, as banks and processors serve it: github.com/bacen/pix-api, release 2.9.
 * Its words: `cob` is a charge, `txid` our id of it, `endToEndId` a payment, `devolucao` a refund.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { z } from 'zod'
import {
  ProviderError,
  type NewCharge,
  type NewRefund,
  type PaymentProvider,
} from '../payment-provider.ts'
import { pixCode } from '../pix-code.ts'
import { Charge, PixPage, type ReceivedPix } from './answers.ts'
import type { Bank } from './banks.ts'
import { callerOf, type Answer, type Identity } from './call.ts'
import { tokensOf, type Credentials } from './token.ts'
import {
  stateOf,
  oldestFirst,
  isSameAmount,
  isMissing,
  expectStatus,
  expectShown,
  detailIn,
  parsed,
  nonsense,
} from './read-answer.ts'

/** The account that is paid into, and how its bank knows us. */
export type PixAccount = Credentials &
  Identity & {
    readonly bank: Bank
    /** The key that clients pay to. */
    readonly pixKey: string
  }

export type PixPayments = PaymentProvider & {
  /** Asks for a token, to learn whether the credentials are valid. @throws ProviderError */
  authenticate(): Promise<void>
  /** Tells the bank where to send notices of payments. @param url without `/pix` at its end. @throws ProviderError */
  registerNotices(url: string): Promise<void>
}

const WITHDRAWN = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'

const PAYMENTS_PER_PAGE = 100

const MOST_PAGES = 10

const TXID = /^[a-zA-Z0-9]{26,35}$/

const END_TO_END_ID = /^[a-zA-Z0-9]{32}$/

const REFUND_ID = /^[a-zA-Z0-9]{1,35}$/

/**
 * @param options.now epoch milliseconds, by the real clock
 * @param options.callMs how long one request may take
 */
export function pixPayments(
  account: PixAccount,
  options: { readonly now: () => number; readonly callMs?: number },
): PixPayments {
  const { now } = options
  const { baseUrl, tokenUrl } = account.bank
  const call = callerOf(account, options.callMs)
  const { clientId, clientSecret } = account
  const tokens = tokensOf(call, { tokenUrl, clientId, clientSecret }, now)

  /** With a token; once more with a new one where the bank no longer accepts the old one. */
  async function send(
    method: 'GET' | 'PUT' | 'PATCH',
    path: string,
    body?: object,
  ): Promise<Answer> {
    const once = async (token: string): Promise<Answer> =>
      call({
        method,
        url: `${baseUrl}${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const token = await tokens.get()
    const first = await once(token)
    if (first.status !== 401) return first
    tokens.drop(token)
    return once(await tokens.get())
  }

  async function readCharge(chargeId: string): Promise<z.output<typeof Charge> | null> {
    const answer = await send('GET', `/cob/${valid(TXID, chargeId)}`)
    if (isMissing(answer)) return null
    const charge = parsed(Charge, expectShown(answer))
    if (charge.txid !== chargeId) throw nonsense('It is about another charge.')
    return charge
  }

  async function readRefund({ refundId, paymentId, amount }: NewRefund) {
    const answer = await send('GET', refundPath(paymentId, refundId))
    return isMissing(answer) ? null : stateOf(expectShown(answer), { refundId, amount })
  }

  return {
    async authenticate() {
      await tokens.get()
    },
    async registerNotices(url) {
      const path = `/webhook/${encodeURIComponent(account.pixKey)}`
      expectStatus(await send('PUT', path, { webhookUrl: url }), [200, 201, 204])
    },

    async charge(asked) {
      const known = asked.isRepeated ? await readCharge(asked.chargeId) : null
      if (known !== null) return codeOf(known, asked)
      const seconds = Math.max(1, Math.ceil((asked.expiresAt - now()) / 1000))
      const put = () =>
        send('PUT', `/cob/${valid(TXID, asked.chargeId)}`, {
          calendario: { expiracao: seconds },
          valor: { original: asked.amount },
          chave: account.pixKey,
        })
      const answer = await doneOr(put, () => readCharge(asked.chargeId))
      if ('found' in answer) return codeOf(answer.found, asked)
      return codeOf(parsed(Charge, expectStatus(answer, [200, 201])), asked)
    },

    async read(chargeId) {
      const charge = await readCharge(chargeId)
      if (charge === null) return []
      const received =
        charge.pix === undefined && charge.status === 'CONCLUIDA'
          ? await receivedFor(chargeId, charge.calendario.criacao)
          : (charge.pix ?? [])
      return oldestFirst(received.filter(({ txid = chargeId }) => txid === chargeId))
    },

    async withdraw(chargeId) {
      const patch = () => send('PATCH', `/cob/${valid(TXID, chargeId)}`, { status: WITHDRAWN })
      const answer = await doneOr(patch, async () => {
        const charge = await readCharge(chargeId)
        return charge === null || charge.status !== 'ATIVA' ? { charge } : null
      })
      if ('found' in answer) {
        const { charge } = answer.found
        if (charge === null || charge.status !== 'CONCLUIDA') return
        throw new ProviderError('paid', 'The charge was paid.')
      }
      if (!isMissing(answer)) expectStatus(answer, [200])
    },

    async refund(asked) {
      // First: an earlier call may have done it without our hearing of it.
      const known = await readRefund(asked)
      if (known !== null) return known
      const { refundId, paymentId, amount } = asked
      const put = () => send('PUT', refundPath(paymentId, refundId), { valor: amount })
      const answer = await doneOr(put, () => readRefund(asked))
      if ('found' in answer) return answer.found
      if (answer.status === 400 || answer.status === 404 || answer.status === 422) {
        return { status: 'REJECTED', reason: detailIn(answer) ?? `Status ${answer.status}.` }
      }
      return stateOf(expectStatus(answer, [200, 201]), asked)
    },
  }

  /** Payments of a charge where the charge does not list them: page by page. */
  async function receivedFor(chargeId: string, since: number): Promise<ReceivedPix[]> {
    const found: ReceivedPix[] = []
    // The bank's clock can be ahead of ours.
    const until = new Date(Math.max(now(), since) + 3_600_000)
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = new URLSearchParams({
        inicio: new Date(since - 1000).toISOString(),
        fim: until.toISOString(),
        txid: chargeId,
        'paginacao.paginaAtual': String(page),
        'paginacao.itensPorPagina': String(PAYMENTS_PER_PAGE),
      })
      const answer = await send('GET', `/pix?${query}`)
      const { parametros, pix = [] } = parsed(PixPage, expectShown(answer))
      // The account is also paid without any charge: a bank that does not look at our question sends that too.
      found.push(...pix.filter(({ txid }) => txid === chargeId))
      if (page + 1 >= parametros.paginacao.quantidadeDePaginas) break
    }
    return found
  }

  /** A payment code that belongs to the charge that was asked for. */
  function codeOf(charge: Charge, asked: NewCharge): { readonly paymentCode: string } {
    if (charge.txid !== asked.chargeId || !isSameAmount(charge.valor.original, asked.amount)) {
      throw nonsense('It is about another charge.')
    }
    if (charge.pixCopiaECola !== undefined) return { paymentCode: charge.pixCopiaECola }
    const location = charge.location ?? charge.loc?.location
    if (location === undefined) throw nonsense('It has neither a code nor a location.')
    const at = { location: location.replace(/^https:\/\//, ''), amount: asked.amount }
    return { paymentCode: pixCode({ ...at, payee: asked.payee, city: 'BRASIL' }) }
  }
}

/**
 * Asks for something. Where the answer does not say that it was done, another question decides whether it was: the
 * answer may have been lost, or the id may be in use because an earlier call did it.
 */
async function doneOr<Found>(
  ask: () => Promise<Answer>,
  look: () => Promise<Found | null>,
): Promise<Answer | { readonly found: Found }> {
  let answer: Answer | null = null
  let lost: unknown = null
  try {
    answer = await ask()
    if (answer.status >= 200 && answer.status < 300) return answer
    // The bank did not even look at it.
    if (answer.status === 401 || answer.status === 403) return answer
  } catch (error) {
    if (!(error instanceof ProviderError) || error.fault !== 'unreachable') throw error
    lost = error
  }
  const found = await look()
  if (found !== null) return { found }
  if (answer === null) throw lost
  return answer
}

function refundPath(paymentId: string, refundId: string): string {
  return `/pix/${valid(END_TO_END_ID, paymentId)}/devolucao/${valid(REFUND_ID, refundId)}`
}

/** An id that stands in a path. */
export function valid(form: RegExp, id: string): string {
  if (!form.test(id)) throw new RangeError('This is not an id of the Pix API.')
  return id
}

/** Whether a certificate and a key can be read, belong together, and need no password. */
export function isCertificateWithKey(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}
