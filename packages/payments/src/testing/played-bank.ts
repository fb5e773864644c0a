/** A bank for tests: it serves the Pix API, and holds each request and each of its own answers against the document. */
import { delay, http, HttpResponse, type HttpHandler } from 'msw'
import type { Bank } from '../pix/banks.ts'
import { pixCode } from '../pix-code.ts'
import { answerFaults, noticeFaults, requestFaults, type Call } from './pix-document.ts'

type PlayedRefund = { id: string; valor: string; status: string; motivo?: string; at: string }
type PlayedPix = { endToEndId: string; valor: string; at: string; refunds: PlayedRefund[] }
type PlayedListed = {
  readonly endToEndId: string
  readonly txid: string | undefined
  readonly valor: string
  readonly horario: string
}
type PlayedCharge = {
  txid: string
  amount: string
  key: string
  seconds: number
  createdAt: string
  status: string
  revision: number
  pix: PlayedPix[]
}

/**
 * What goes wrong with a call: it is done and the connection breaks, it is not done and never answered, it is done and
 * never answered, or it is refused.
 */
export type Mishap =
  | 'lost'
  | 'silent'
  | 'unheard'
  | { readonly status: number; readonly detail?: string }

export type PlayedBank = {
  readonly bank: Bank
  readonly clientId: string
  readonly clientSecret: string
  readonly pixKey: string
  readonly handlers: readonly HttpHandler[]
  /** What the document has against what was said. Every test should find none. */
  readonly faults: string[]
  /** Such as `PUT /cob/{txid}`; `TOKEN` for a token. */
  readonly calls: string[]
  readonly charges: Map<string, PlayedCharge>
  /** Where notices go, by key. */
  readonly noticeUrls: Map<string, string>
  /** The next calls of this kind, such as `PUT /cob`, go wrong. */
  fail(kind: string, ...mishaps: Mishap[]): void
  /** Nothing goes wrong any more. */
  forgive(): void
  pay(txid: string, amount?: string): { readonly endToEndId: string; readonly valor: string }
  /** What becomes of refunds that are asked for from now on. */
  refundsAre(status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'): void
  endRefunds(status: 'DEVOLVIDO' | 'NAO_REALIZADO', motivo?: string): void
  /** Of all payments. */
  refunds(): PlayedRefund[]
  /** No token that was given is accepted any more. */
  expireTokens(): void
  /** Charges no longer list their payments: a client reads the list of payments, page by page. */
  listApart(perPage: number): void
  /** The list of payments shows these in the place of each that it should. */
  lists(instead: (pix: PlayedListed) => readonly PlayedListed[]): void
  /** The body of the notice about these charges. */
  notice(...txids: string[]): object
}

let banks = 0

/** @param now epoch milliseconds */
export function playBank(now: () => number): PlayedBank {
  banks += 1
  const name = `bank-${banks}`
  const baseUrl = `https://pix.${name}.example/api/v2`
  const tokenUrl = `https://auth.${name}.example/oauth/token`
  const [clientId, clientSecret] = [`client ${name}`, `s3cret:${name}/ü`]
  const pixKey = `pagamentos@${name}.example`
  const charges = new Map<string, PlayedCharge>()
  const noticeUrls = new Map<string, string>()
  const faults: string[] = []
  const calls: string[] = []
  const mishaps = new Map<string, Mishap[]>()
  const tokens = new Set<string>()
  let given = 0
  let paid = 0
  let refundStatus = 'DEVOLVIDO'
  let apart: number | null = null
  let instead = (pix: PlayedListed): readonly PlayedListed[] => [pix]

  const instant = () => new Date(now()).toISOString()
  const pixOf = ({ txid, pix }: PlayedCharge) =>
    pix.map(({ endToEndId, valor, at, refunds }) => ({
      endToEndId,
      txid,
      valor,
      horario: at,
      ...(refunds.length === 0 ? {} : { devolucoes: refunds.map(refundOf) }),
    }))
  const refundOf = ({ id, valor, status, motivo, at }: PlayedRefund) => ({
    id,
    rtrId: `D${id.padEnd(31, '0').slice(0, 31)}`,
    valor,
    horario: { solicitacao: at },
    status,
    ...(motivo === undefined ? {} : { motivo }),
  })
  const chargeOf = (charge: PlayedCharge, isComplete: boolean) => ({
    calendario: { criacao: charge.createdAt, expiracao: charge.seconds },
    txid: charge.txid,
    revisao: charge.revision,
    status: charge.status,
    valor: { original: charge.amount },
    chave: charge.key,
    pixCopiaECola: pixCode({
      location: `pix.${name}.example/qr/v2/${charge.txid}`,
      amount: charge.amount,
      payee: 'CLINICA',
      city: 'SAO PAULO',
    }),
    ...(isComplete && apart === null && charge.pix.length > 0 ? { pix: pixOf(charge) } : {}),
  })
  const trouble = (status: number, type: string, detail: string) => ({
    status,
    contentType: 'application/problem+json',
    body: { type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title: type, status, detail },
  })
  const ok = (status: number, body: unknown) => ({ status, contentType: 'application/json', body })

  function answer(call: Call): ReturnType<typeof ok> {
    const [, what = '', one = '', , id = ''] = call.path.split('/')
    const body = call.text === '' ? {} : JSON.parse(call.text)
    if (what === 'webhook') {
      noticeUrls.set(decodeURIComponent(one), body.webhookUrl)
      return ok(200, {})
    }
    if (what === 'cob') return answerCharge(call.method, one, body)
    if (id === '') return answerList(call.query)
    const all = [...charges.values()].flatMap(({ pix }) => pix)
    const pix = all.find(({ endToEndId }) => endToEndId === one)
    const known = pix?.refunds.find((refund) => refund.id === id)
    if (call.method === 'GET') {
      if (known === undefined)
        return trouble(404, 'PixDevolucaoNaoEncontrada', 'Sem essa devolução.')
      return ok(200, refundOf(known))
    }
    if (pix === undefined) return trouble(404, 'PixNaoEncontrado', 'Sem esse pix.')
    if (known !== undefined) return trouble(400, 'PixDevolucaoInvalida', 'O id já foi utilizado.')
    const returned = pix.refunds
      .filter(({ status }) => status !== 'NAO_REALIZADO')
      .reduce((sum, { valor }) => sum + cents(valor), cents(body.valor))
    if (returned > cents(pix.valor)) return trouble(400, 'PixDevolucaoInvalida', 'Excede o valor.')
    const refund = { id, valor: body.valor, status: refundStatus, at: instant() }
    pix.refunds.push(refund)
    return ok(201, refundOf(refund))
  }

  function answerCharge(
    method: string,
    txid: string,
    body: {
      readonly valor: { readonly original: string }
      readonly chave: string
      readonly calendario: { readonly expiracao: number }
      readonly status?: string
    },
  ): ReturnType<typeof ok> {
    const known = charges.get(txid)
    if (method === 'PUT') {
      if (known !== undefined) return trouble(400, 'CobOperacaoInvalida', 'O txid está em uso.')
      if (body.chave !== pixKey) return trouble(400, 'CobOperacaoInvalida', 'A chave não é sua.')
      const charge: PlayedCharge = {
        txid,
        amount: body.valor.original,
        key: body.chave,
        seconds: body.calendario.expiracao,
        createdAt: instant(),
        status: 'ATIVA',
        revision: 0,
        pix: [],
      }
      charges.set(txid, charge)
      return ok(201, chargeOf(charge, false))
    }
    if (known === undefined) return trouble(404, 'CobNaoEncontrado', 'Sem essa cobrança.')
    if (method === 'GET') return ok(200, chargeOf(known, true))
    if (known.status !== 'ATIVA')
      return trouble(400, 'CobOperacaoInvalida', 'A cobrança não está ativa.')
    if (Object.keys(body).join() !== 'status') faults.push('PATCH takes the status alone')
    known.status = body.status ?? known.status
    known.revision += 1
    return ok(200, chargeOf(known, false))
  }

  function answerList(query: URLSearchParams): ReturnType<typeof ok> {
    const charge = charges.get(query.get('txid') ?? '')
    const all = charge === undefined ? [] : pixOf(charge).flatMap((pix) => instead(pix))
    const size = Math.min(apart ?? 100, Number(query.get('paginacao.itensPorPagina')))
    const page = Number(query.get('paginacao.paginaAtual'))
    return ok(200, {
      parametros: {
        inicio: query.get('inicio'),
        fim: query.get('fim'),
        paginacao: {
          paginaAtual: page,
          itensPorPagina: size,
          quantidadeDePaginas: Math.ceil(all.length / size),
          quantidadeTotalDeItens: all.length,
        },
      },
      pix: all.slice(page * size, (page + 1) * size),
      // The document requires it of this answer, where it means `pix`.
      cobs: [],
    })
  }

  const serve = http.all(`${baseUrl}/*`, async ({ request }) => {
    const url = new URL(request.url)
    const call: Call = {
      method: request.method,
      path: url.pathname.slice('/api/v2'.length),
      query: url.searchParams,
      contentType: request.headers.get('content-type'),
      text: await request.text(),
    }
    calls.push(`${call.method} ${call.path}`)
    const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
    // The document leaves 401 to OAuth.
    if (!tokens.has(token)) return new HttpResponse(null, { status: 401 })
    faults.push(...requestFaults(call))
    const said = `${call.method} ${call.path}`
    const [, waiting] =
      [...mishaps].find(([kind, those]) => said.startsWith(kind) && those.length > 0) ?? []
    const mishap = waiting?.shift()
    if (mishap === 'silent') await delay('infinite')
    const made =
      typeof mishap === 'object'
        ? trouble(mishap.status, 'Falha', mishap.detail ?? 'Tente mais tarde.')
        : answer(call)
    if (mishap === 'lost') return HttpResponse.error()
    if (mishap === 'unheard') await delay('infinite')
    const { status, contentType, body } = made
    // Overload is not in the document, and meets everybody.
    if (status < 500 || status === 503) faults.push(...answerFaults(call, made))
    return new HttpResponse(JSON.stringify(body), {
      status,
      headers: { 'content-type': contentType },
    })
  })

  const giveToken = http.post(tokenUrl, async ({ request }) => {
    calls.push('TOKEN')
    const mishap = mishaps.get('TOKEN')?.shift()
    if (mishap === 'silent') await delay('infinite')
    if (typeof mishap === 'object') return new HttpResponse(null, { status: mishap.status })
    const form = new URLSearchParams(await request.text())
    const part = (text: string) => new URLSearchParams({ v: text }).toString().slice(2)
    const expected = `Basic ${Buffer.from(`${part(clientId)}:${part(clientSecret)}`).toString('base64')}`
    if (
      request.headers.get('authorization') !== expected ||
      form.get('grant_type') !== 'client_credentials'
    ) {
      return HttpResponse.json({ error: 'invalid_client' }, { status: 401 })
    }
    given += 1
    const token = `token-${name}-${given}`
    tokens.add(token)
    return HttpResponse.json({ access_token: token, token_type: 'Bearer', expires_in: 3600 })
  })

  return {
    bank: { name, baseUrl, tokenUrl },
    clientId,
    clientSecret,
    pixKey,
    handlers: [serve, giveToken],
    faults,
    calls,
    charges,
    noticeUrls,
    fail(kind, ...more) {
      mishaps.set(kind, [...(mishaps.get(kind) ?? []), ...more])
    },
    forgive: () => mishaps.clear(),
    pay(txid, amount) {
      const charge = charges.get(txid)
      if (charge === undefined) throw new Error('This charge cannot be paid.')
      paid += 1
      const endToEndId = `E${name.replaceAll('-', '').padEnd(12, '0')}${String(paid).padStart(19, '0')}`
      const pix = { endToEndId, valor: amount ?? charge.amount, at: instant(), refunds: [] }
      charge.pix.push(pix)
      charge.status = 'CONCLUIDA'
      return pix
    },
    refundsAre(status) {
      refundStatus = status
    },
    endRefunds(status, motivo) {
      for (const refund of this.refunds()) {
        if (refund.status !== 'EM_PROCESSAMENTO') continue
        refund.status = status
        if (motivo !== undefined) refund.motivo = motivo
      }
    },
    refunds: () => [...charges.values()].flatMap(({ pix }) => pix.flatMap((one) => one.refunds)),
    expireTokens: () => tokens.clear(),
    listApart(perPage) {
      apart = perPage
    },
    lists(those) {
      instead = those
    },
    notice(...txids) {
      const body = {
        pix: txids.flatMap((txid) => {
          const charge = charges.get(txid)
          return charge === undefined ? [] : pixOf(charge)
        }),
      }
      faults.push(...noticeFaults(body))
      return body
    },
  }
}

function cents(amount: string): number {
  return Math.round(Number(amount) * 100)
}
