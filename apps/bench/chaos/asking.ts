/** One request, and what its caller knows afterwards. */
import type { Outcome, Shown } from './history.ts'

export type Request = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly key?: string
  readonly cookie?: string
  readonly idempotencyKey?: string | null
  readonly body?: object
}

/** As long as a patient caller waits. Longer than the service waits for its database. */
const PATIENCE_MS = 40_000

/** @param url of the process that is asked */
export async function ask(url: string, request: Request): Promise<{ outcome: Outcome; body: any }> {
  try {
    const response = await fetch(`${url}${request.path}`, {
      method: request.method,
      headers: headersOf(request),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const text = await response.text()
    const body = JSON.parse(text)
    return { outcome: outcomeOf(response, text, body), body }
  } catch (error) {
    return { outcome: withoutAnswer(error), body: null }
  }
}

function headersOf(request: Request): Record<string, string> {
  const { key, cookie, idempotencyKey, body } = request
  return {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(cookie === undefined ? {} : { cookie }),
    ...(idempotencyKey == null ? {} : { 'idempotency-key': idempotencyKey }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
}

function outcomeOf(response: Response, text: string, body: any): Outcome {
  const requestId = response.headers.get('x-request-id') ?? ''
  const { status } = response
  // Of a procedure, the answer stands in an envelope.
  const answer = body?.result?.data ?? body
  if (response.ok) return { kind: 'ok', status, requestId, shown: shownOf(answer), text }
  const code = body?.code ?? body?.error?.data?.problem?.code ?? 'without a code'
  if (code === 'outcome_unknown') return { kind: 'unknown', why: code }
  return { kind: 'refused', status, code, requestId }
}

/** What is refused at the door was never asked. */
function withoutAnswer(error: unknown): Outcome {
  const cause = error instanceof Error ? error.cause : null
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ECONNREFUSED') return { kind: 'refused', status: 0, code, requestId: '' }
  return { kind: 'unknown', why: code === '' ? String(error) : code }
}

export function shownOf(record: any): Shown {
  return {
    id: Number(record?.id ?? 0),
    status: String(record?.status ?? ''),
    start: record?.object === 'appointment' ? (record.start ?? null) : null,
    professionalId: record?.professional_id ?? null,
  }
}
