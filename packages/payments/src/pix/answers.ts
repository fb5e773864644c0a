/** What we read of a bank's answers, and nothing beyond it. The document allows new fields and new values any time. */
import { z } from 'zod'

const AMOUNT = /^\d{1,10}\.\d{2}$/
const MOST_PAYMENTS = 1000
const REASON_CHARACTERS = 200

const Amount = z.string().max(13).regex(AMOUNT)
/** Of a year with four digits that can be: others are stored, and then no page that lists them can be written. */
const Instant = z
  .string()
  .max(40)
  .regex(/^2\d{3}-\d\d-\d\d/)
  .transform((text, context) => {
    const ms = Date.parse(text)
    if (!Number.isNaN(ms)) return ms
    context.addIssue({ code: 'custom', message: 'This is not an instant.' })
    return z.NEVER
  })

/** A text of the bank that people read: one line, without what hides or reorders it. */
export function plainLine(text: string): string {
  return (
    text
      .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
      .trim()
      .slice(0, REASON_CHARACTERS)
      // The cut can leave half a character, which can't be stored.
      .replace(/[\ud800-\udbff]$/, '')
  )
}

export const Token = z.object({
  access_token: z
    .string()
    .min(1)
    .max(16_384)
    .regex(/^[\x21-\x7e]+$/),
  expires_in: z.union([z.number(), z.string().max(20).transform(Number)]).optional(),
})

const ReceivedPix = z.object({
  endToEndId: z.string().regex(/^[a-zA-Z0-9]{32}$/),
  txid: z.string().max(40).optional(),
  valor: Amount,
  horario: Instant,
})
export type ReceivedPix = z.output<typeof ReceivedPix>

export const Charge = z.object({
  txid: z.string().max(40),
  /** `ATIVA`, `CONCLUIDA`, `REMOVIDA_PELO_USUARIO_RECEBEDOR`, `REMOVIDA_PELO_PSP`; more may come. */
  status: z.string().max(60),
  valor: z.object({ original: Amount }),
  calendario: z.object({ criacao: Instant }),
  location: z.string().max(200).optional(),
  loc: z.object({ location: z.string().max(200).optional() }).optional(),
  pixCopiaECola: z
    .string()
    .max(512)
    .regex(/^[\x20-\x7e]+$/)
    .optional(),
  pix: z.array(ReceivedPix).max(MOST_PAYMENTS).optional(),
})
export type Charge = z.output<typeof Charge>

export const PixPage = z.object({
  parametros: z.object({
    paginacao: z.object({ paginaAtual: z.int(), quantidadeDePaginas: z.int() }),
  }),
  pix: z.array(ReceivedPix).max(MOST_PAYMENTS).optional(),
})

export const Refund = z.object({
  id: z.string().max(40),
  valor: Amount,
  /** `EM_PROCESSAMENTO`, `DEVOLVIDO`, `NAO_REALIZADO`; more may come. */
  status: z.string().max(60),
  motivo: z.string().max(500).optional(),
})
export type Refund = z.output<typeof Refund>

/** RFC 7807. */
export const Trouble = z.object({
  title: z.string().max(500).optional(),
  detail: z.string().max(2000).optional(),
  violacoes: z
    .array(z.object({ razao: z.string().max(500).optional() }))
    .max(50)
    .optional(),
})

/** What a refusal says, for the team. */
export function reasonIn(trouble: z.output<typeof Trouble>): string | null {
  const reasons = trouble.violacoes?.flatMap(({ razao }) => razao ?? []) ?? []
  const text = plainLine([trouble.detail ?? trouble.title ?? '', ...reasons].join(' '))
  return text === '' ? null : text
}
