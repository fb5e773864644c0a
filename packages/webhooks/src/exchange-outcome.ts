import type { Response } from 'node-fetch'
import type { AnswerReader } from './answer.ts'
import type { SendResult } from './send-result.ts'

/** What became of one exchange, before its duration is known. */
export type ExchangeOutcome = Omit<SendResult, 'durationMs'>

/** The status alone decides; the body is only for the history. */
export async function answered(
  response: Response,
  reader: AnswerReader,
  bodyTimeoutMs: number,
): Promise<ExchangeOutcome> {
  const { status } = response
  const retryAfter = response.headers.get('retry-after')?.slice(0, 100) ?? null
  const { text, isCut } = await reader.read(bodyTimeoutMs)
  const answer = { status, retryAfter, responseBody: text, isResponseBodyCut: isCut }
  if (status >= 200 && status < 300) {
    return { ...answer, errorCode: null, errorMessage: null, ownFault: false }
  }
  if (status >= 300 && status < 400) {
    const errorMessage = `The endpoint answered with a redirect (${status}). Redirects are never followed.`
    return { ...answer, errorCode: 'redirect_refused', errorMessage, ownFault: false }
  }
  const errorMessage = `The endpoint answered with status ${status}.`
  return { ...answer, errorCode: 'http_status', errorMessage, ownFault: false }
}

/** No answer came. */
export function failed(
  errorCode: SendResult['errorCode'],
  errorMessage: string,
  ownFault = false,
): ExchangeOutcome {
  return {
    status: null,
    errorCode,
    errorMessage,
    responseBody: null,
    isResponseBodyCut: false,
    retryAfter: null,
    ownFault,
  }
}

/** This process stopped the exchange, which is never the endpoint's fault. */
export const ABORTED = 'The attempt was stopped and will be repeated.'
