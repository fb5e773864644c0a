/** A stream of `live.changes` as the wire carries it: server-sent events over a plain request. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'

/** One server-sent event. `event` is `message` where the wire names none. */
export type Sent = { readonly event: string; readonly id: string | null; readonly data: any }

export type Stream = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** Everything that came, pings included. */
  readonly sent: readonly Sent[]
  /** Messages of the procedure: `id`, and the message itself. */
  readonly messages: readonly Sent[]
  readonly events: readonly any[]
  readonly notes: readonly any[]
  /** The refusal that ended it; undefined when there was none. */
  readonly problem: any
  /** Resolves when the answer is over, or the connection broken. */
  readonly closed: Promise<void>
  isClosed: boolean
  /** Stops to read, so that what is sent piles up. */
  pause(): void
  close(): void
  /** Resolves as soon as it holds; rejects after `ms`. */
  until(holds: (stream: Stream) => boolean, ms?: number): Promise<void>
}

export type Opening = {
  readonly cookie?: string
  readonly input?: object
  readonly lastEventId?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly path?: string
}

/** Opens a stream, and resolves when its head has come. It is closed when the test is over. */
export async function openStream(
  { url }: { readonly url: string },
  { cookie, input = {}, lastEventId, headers = {}, path }: Opening,
): Promise<Stream> {
  const query = new URLSearchParams({ input: JSON.stringify(input) })
  const outgoing = httpRequest(`${url}${path ?? `/trpc/live.changes?${query}`}`, {
    agent: false,
    headers: {
      accept: 'text/event-stream',
      ...(cookie === undefined ? {} : { cookie }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      ...headers,
    },
  })
  outgoing.end()
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.once('error', reject)
  })
  outgoing.on('error', () => undefined)
  const sent: Sent[] = []
  const waiting = new Set<() => void>()
  let rest = ''
  const look = (): void => {
    for (const one of waiting) one()
  }
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const blocks = `${rest}${chunk}`.split('\n\n')
    rest = blocks.pop() ?? ''
    sent.push(...blocks.flatMap(eventOf))
    look()
  })
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  const messages = () => sent.filter(({ event }) => event === 'message')
  const data = (object: string) =>
    messages().flatMap((message) => (message.data.object === object ? [message.data] : []))
  const stream: Stream = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    sent,
    get messages() {
      return messages()
    },
    get events() {
      return data('event')
    },
    get notes() {
      return data('note')
    },
    get problem() {
      return sent.find(({ event }) => event === 'serialized-error')?.data.data.problem
    },
    closed,
    isClosed: false,
    pause: () => void response.pause(),
    close: () => void outgoing.destroy(),
    until: (holds, ms = 10_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check)
          reject(new Error(`Not so within ${ms} ms. Came: ${JSON.stringify(sent).slice(0, 2000)}`))
        }, ms)
        function check(): void {
          if (!holds(stream)) return
          waiting.delete(check)
          clearTimeout(timer)
          resolve()
        }
        waiting.add(check)
        check()
      }),
  }
  response.on('error', () => undefined)
  response.once('close', () => {
    stream.isClosed = true
    close()
    look()
  })
  onTestFinished(() => void outgoing.destroy())
  return stream
}

function eventOf(block: string): Sent[] {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (name !== undefined) fields.set(name, value)
  }
  const data = fields.get('data')
  if (data === undefined) return []
  return [
    {
      event: fields.get('event') ?? 'message',
      id: fields.get('id') ?? null,
      data: data === '' ? null : JSON.parse(data),
    },
  ]
}
