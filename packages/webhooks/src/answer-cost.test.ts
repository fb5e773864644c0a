import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BODY_KEPT_BYTES } from './answer.ts'
import { WEBHOOK_LIMITS } from './limits.ts'
import { isOriginalGone, readMessageId } from './chat/request.ts'
import { maskedExcerpt } from './mask.ts'
import { parseRetryAfter, readRetryAfter } from './retry-after.ts'
import { createSender, type Sender } from './send.ts'
import type { SendResult } from './send-result.ts'
import { threadStopwatch } from './template/stopwatch.ts'
import { atReference, cpuCost } from './testing/cpu-cost.ts'
import { hostileEndpoint, type Part } from './testing/hostile-endpoint.ts'
import { requestTo } from './testing/pretend-internet.ts'

const PIECES = WEBHOOK_LIMITS.deliveryResponsePieces
const MOST_MS = 50

let endpoint: Awaited<ReturnType<typeof hostileEndpoint>>
let sender: Sender
beforeAll(async () => {
  endpoint = await hostileEndpoint()
  sender = createSender({
    docsUrl: 'https://docs.example.com/webhooks',
    resolver: async () => ['127.0.0.1'],
    isRefusedAddress: (address) => address !== '127.0.0.1',
    extraCa: [endpoint.certificate],
    isNetworkWorking: async () => true,
    bodyTimeoutMs: 500,
  })
})
afterAll(async () => {
  sender.close()
  await endpoint.close()
})

const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`
const EMPTY = 'Content-Length: 0\r\n\r\n'

/** What an endpoint may send instead of a short answer. */
const ANSWERS: Readonly<Record<string, readonly Part[]>> = {
  'a long body': [`${OK}Content-Length: 10000000\r\n\r\n`, ['a', 10_000_000]],
  'a body that never ends': [`${OK}Content-Length: 10000000\r\n\r\n`, 'a'],
  'a body of bytes that are no text': [`${OK}Content-Length: 60000\r\n\r\n`, ['\u00ff', 30_000]],
  'a body of one byte at a time': [CHUNKED, ['1\r\na\r\n', 70_000], '0\r\n\r\n'],
  'a byte at a time with remarks': [
    CHUNKED,
    [`1;${'x'.repeat(500)}\r\na\r\n`, 20_000],
    '0\r\n\r\n',
  ],
  'as many headers as Node reads': [OK, ['a: b\r\n', 2600], EMPTY],
  'as many names as Node reads': [
    OK,
    ...Array.from({ length: 1200 }, (_, at) => `h${at}: v\r\n`),
    EMPTY,
  ],
  'headers without end': [OK, ['a: b\r\n', 2_000_000]],
  'one header': [`${OK}X-A: `, ['b', 15_000], `\r\n${EMPTY}`],
  'a header without end': [`${OK}X-A: `, ['b', 20_000_000]],
  'blanks in Retry-After': [`${OK}Retry-After: 1`, [' ', 15_000], `1\r\n${EMPTY}`],
  'digits in Retry-After': [`${OK}Retry-After: `, ['1', 15_000], `.\r\n${EMPTY}`],
  'many encodings': [`${OK}Content-Encoding: `, ['a, ', 5000], `x\r\n${EMPTY}`],
  'many cookies': [OK, ['Set-Cookie: a=b\r\n', 900], EMPTY],
  'a long way elsewhere': [
    'HTTP/1.1 302 Found\r\nLocation: ',
    ['https://a/', 1500],
    `\r\n${EMPTY}`,
  ],
  'a long reason': ['HTTP/1.1 500 ', ['x', 15_000], `\r\n${EMPTY}`],
  'a reason without end': ['HTTP/1.1 500 ', ['x', 20_000_000]],
  'preliminary answers': [
    ['HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n', 200_000],
    `${OK}${EMPTY}`,
  ],
  'requests to go on': [['HTTP/1.1 100 Continue\r\n\r\n', 400_000], `${OK}${EMPTY}`],
  'trailers without end': [CHUNKED, '0\r\n', ['a: b\r\n', 1_000_000]],
  'a hundred thousand answers': [[`${OK}${EMPTY}`, 100_000]],
  'no HTTP': [['x', 10_000_000]],
}

/** Of the fastest of some exchanges: milliseconds of this thread, with what the history makes of the answer. */
async function exchanged(answer: readonly Part[]): Promise<{ took: number; result: SendResult }> {
  await endpoint.answerWith(answer)
  let best: { took: number; result: SendResult } | null = null
  for (let turn = 0; turn < 4 && (best === null || best.took >= MOST_MS / 2); turn += 1) {
    const startedAt = threadStopwatch()
    const result = await sender.send(requestTo(endpoint.url))
    maskedExcerpt(result.responseBody, ['a secret value'], result.isResponseBodyCut)
    const took = threadStopwatch() - startedAt
    if (best === null || took < best.took) best = { took, result }
  }
  if (best === null) throw new Error('Nothing was sent.')
  return { ...best, took: atReference(MOST_MS, best.took) }
}

describe('an endpoint that answers with', () => {
  test.each(Object.keys(ANSWERS))('%s', async (name) => {
    const { took, result } = await exchanged(ANSWERS[name] ?? [])
    expect(took).toBeLessThan(MOST_MS)
    expect((result.responseBody ?? '').length).toBeLessThanOrEqual(BODY_KEPT_BYTES)
    expect(result.ownFault).toBe(false)
  })

  test('a few preliminary answers, then a real one', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n'
    const { result } = await exchanged([[hint, 16], `${OK}Content-Length: 2\r\n\r\nok`])
    expect(result).toMatchObject({ status: 200, responseBody: 'ok' })
    const only = await exchanged([[hint, 17], `${OK}Content-Length: 2\r\n\r\nok`])
    expect(only.result).toMatchObject({
      status: null,
      errorCode: 'connection_error',
      errorMessage: 'The endpoint sent too many interim responses (status 1xx).',
    })
  })

  test('a body in as many pieces as are read, or in one more', async () => {
    const whole = await exchanged([CHUNKED, ['1\r\na\r\n', PIECES - 1], '0\r\n\r\n'])
    expect(whole.result).toMatchObject({
      responseBody: 'a'.repeat(PIECES - 1),
      isResponseBodyCut: false,
    })
    const cut = await exchanged([CHUNKED, ['1\r\na\r\n', PIECES + 1], '0\r\n\r\n'])
    expect(cut.result).toMatchObject({
      responseBody: 'a'.repeat(PIECES),
      isResponseBodyCut: true,
    })
  })
})

test.each<[string, string, number]>([
  ['digits', '1', 16_384],
  ['blanks', ' ', 16_384],
  ['a number in blanks', '1 ', 16_384],
  ['lists', '[', 16_384],
  ['maps', '{"a":', 3000],
  ['a long id', '{"id":"1', 1],
  ['quotes', '"', 16_384],
  ['backslashes', '\\', 16_384],
  ['far more', '1', 1024 * 1024],
])('what an answer says of waiting and of messages is read at once: %s', (_name, text, times) => {
  const said = text.repeat(times)
  const now = new Date('2026-11-20T15:00:00Z')
  const read = () => {
    for (const body of [said, `{"retry_after":${said}}`, `{"id":"${said}"}`, `{"code":${said}}`]) {
      parseRetryAfter(body, now)
      readRetryAfter(body)
      readMessageId('chat_format_2', body)
      const fallback = { method: 'POST' as const, url: 'https://discord.com/', body: '' }
      isOriginalGone({ method: 'PATCH', fallback }, 404, body)
    }
  }
  expect(cpuCost(MOST_MS, read)).toBeLessThan(MOST_MS)
})
