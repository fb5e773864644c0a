/** What is said of a limit, and the ways in which several are refused. */
import type { FieldCode, LIMITS, ProblemCode } from '@scheduling/core'

export type LimitName = keyof typeof LIMITS

/** `code`: the answer to a request beyond the limit. Otherwise a sentence. */
export type Beyond =
  | {
      readonly code: ProblemCode
      readonly field?: string
      readonly fieldCode?: FieldCode
      /** Of the window, for the rate limits. */
      readonly window?: { readonly limit: number; readonly retryAfterSeconds: number }
    }
  | { readonly instead: string }

export type LimitText = {
  readonly chapter: string
  readonly says: string
  readonly unit: string
  readonly where: string
  readonly beyond: Beyond
}

/** The limits of one chapter. Its title stands where the chapters are joined. */
export type Chapter = Readonly<Partial<Record<LimitName, Omit<LimitText, 'chapter'>>>>

export const tooLong = (field: string): Beyond => ({
  code: 'validation_error',
  field,
  fieldCode: 'too_long',
})

export const tooMany = (field: string): Beyond => ({
  code: 'validation_error',
  field,
  fieldCode: 'too_many',
})

export const outOfRange = (field: string): Beyond => ({
  code: 'validation_error',
  field,
  fieldCode: 'out_of_range',
})

export const rate = (limit: number, retryAfterSeconds: number): Beyond => ({
  code: 'rate_limited',
  window: { limit, retryAfterSeconds },
})
