/**
 * Stands between a process and PostgreSQL and reads the wire protocol: it breaks a connection at the statement
 * that a test names, before the server hears of it or after it has carried it out; it goes away; it drops what
 * some poolers drop; it counts.
 */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

export type Cut = {
  /** Of the statement's text. */
  readonly at: RegExp
  /** `unsent`: the server never hears of the statement. `answered`: it carries it out, and its answer is lost. */
  readonly when: 'unsent' | 'answered'
  /**
   * How the client learns of it; `shutdown`: by the words of a server that is being stopped; `silence`: by nothing,
   * the connection stays open; `freeze`: by nothing, and the server's side stays open too, as that of a process that is
   * frozen. Default: `end`.
   */
  readonly how?: 'end' | 'reset' | 'shutdown' | 'silence' | 'freeze'
  /** Each so many-th of them. Default: each. */
  readonly every?: number
  /** No more than so many of them. Default: all. */
  readonly most?: number
}

export type Tally = {
  /** What was carried out, in order. */
  readonly statements: readonly string[]
  /** How often someone waited for an answer. Statements that are sent together cost one. */
  readonly roundTrips: number
}

export type DatabaseProxy = {
  /** The database's address, by way of the proxy. */
  readonly url: string
  /** From now on, at what the first of them names that fits; null: no more. */
  cutAt(cut: Cut | readonly Cut[] | null): void
  /** How many connections were cut at a statement. */
  readonly cuts: number
  /** Refuses connections, as a server that is down does, and breaks those that are open. */
  away(): Promise<void>
  back(): Promise<void>
  /** From now on: takes connections and statements, and answers nothing. */
  silent(isSilent: boolean): void
  /** From now on: the start-up parameter `options` of new connections never reaches the server. */
  dropOptions(isDropped: boolean): void
  /** How many connections were refused. */
  readonly refusals: number
  /** From now on new connections are refused with this SQLSTATE, as a server does that can't take them; null: no more. */
  refuse(sqlState: string | null): void
  /** What the server is asked during some work, without what connections ask that begin or listen. */
  tallyOf(work: () => Promise<void>): Promise<Tally>
  close(): Promise<void>
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(databaseUrl)
  const state: State = {
    named: [],
    cuts: 0,
    matches: new Map(),
    isSilent: false,
    refusal: null,
    refusals: 0,
    dropsOptions: false,
    tally: null,
  }
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  }
  const accept = (client: Socket): void => {
    relay(state, keep(client), keep(connect(Number(port), hostname)))
  }
  const own = await freePort()
  let server = await listen(accept, own)
  const end = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(own)
  return {
    url: url.href,
    cutAt(cut) {
      state.named = cut === null ? [] : [cut].flat()
    },
    get cuts() {
      return state.cuts
    },
    away: end,
    async back() {
      server = await listen(accept, own)
    },
    silent(isSilent) {
      state.isSilent = isSilent
    },
    dropOptions(isDropped) {
      state.dropsOptions = isDropped
    },
    get refusals() {
      return state.refusals
    },
    refuse(sqlState) {
      state.refusal = sqlState
    },
    async tallyOf(work) {
      const tally = { statements: [], roundTrips: 0 }
      state.tally = tally
      try {
        await work()
      } finally {
        state.tally = null
      }
      return tally
    },
    close: end,
  }
}

type State = {
  named: readonly Cut[]
  cuts: number
  /** How many statements each was meant for. */
  readonly matches: Map<Cut, number>
  isSilent: boolean
  refusal: string | null
  refusals: number
  dropsOptions: boolean
  tally: { readonly statements: string[]; roundTrips: number } | null
}

async function listen(accept: (client: Socket) => void, port: number): Promise<Server> {
  const server = createServer(accept)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}

/** One connection of a client, and its own to the server. */
function relay(state: State, client: Socket, server: Socket): void {
  const statementOf = statementReader()
  const messageOf = messageReader(true)
  const answerOf = messageReader(false)
  const count = statementCounter(state)
  let cutting: Cut | null = null

  const cutNow = ({ how = 'end' }: Cut): void => {
    if (how === 'freeze') return
    server.destroy()
    if (how === 'silence') return
    if (how === 'reset') client.resetAndDestroy()
    // As each session hears it from a server that is stopped.
    else client.end(how === 'shutdown' ? fatal('57P01') : '')
  }
  client.on('data', (chunk: Buffer) => {
    for (const message of messageOf(chunk)) {
      if (message.type === 'start' && state.refusal !== null) {
        state.refusals += 1
        client.end(fatal(state.refusal))
        server.destroy()
        return
      }
      const statement = statementOf(message)
      count.sent(message, statement)
      if (statement !== null && cutting === null) {
        cutting = cutAt(state, statement)
        if (cutting !== null) state.cuts += 1
      }
      if (cutting?.when === 'unsent') {
        cutNow(cutting)
        return
      }
      if (!state.isSilent)
        server.write(state.dropsOptions ? withoutOptions(message) : message.bytes)
    }
  })
  server.on('data', (chunk: Buffer) => {
    for (const { type } of answerOf(chunk)) if (type === 'Z') count.answered()
    if (cutting !== null) cutNow(cutting)
    else if (!state.isSilent) client.write(chunk)
  })
  client.on('close', () => server.destroy())
  server.on('close', () => {
    if (cutting?.how !== 'silence' && cutting?.how !== 'freeze') client.end()
  })
}

function cutAt({ named, matches }: State, statement: string): Cut | null {
  const cut = named.find(({ at }) => at.test(statement))
  if (cut === undefined) return null
  const count = (matches.get(cut) ?? 0) + 1
  matches.set(cut, count)
  const { every = 1, most = Infinity } = cut
  return count % every === 0 && count <= every * most ? cut : null
}

type Message = { readonly type: string; readonly bytes: Buffer; readonly body: Buffer }

/** Asked of each new connection, and by those who listen: of no request. */
const NOT_COUNTED = /AS value FROM unnest|^LISTEN |^SELECT 1$/

/** Counts the statements of one connection, and how often its client waits. */
function statementCounter(state: State) {
  /** Sent, and not yet answered; and since the last point at which the client waits. */
  let waitingFor = 0
  let sent: string[] = []
  let isListening = false
  return {
    sent({ type }: Message, statement: string | null): void {
      if (statement !== null) sent.push(statement)
      if (type !== 'Q' && type !== 'S') return
      isListening ||= sent.some((one) => one.startsWith('LISTEN '))
      const counted = isListening ? [] : sent.filter((one) => !NOT_COUNTED.test(one))
      if (state.tally !== null && counted.length > 0) {
        state.tally.statements.push(...counted)
        if (waitingFor === 0) state.tally.roundTrips += 1
      }
      waitingFor += 1
      sent = []
    },
    answered(): void {
      // The first says that the session has begun.
      waitingFor = Math.max(0, waitingFor - 1)
    },
  }
}

/** Whole messages of one side, in their order; the first of a client has no type. */
function messageReader(isClient: boolean): (chunk: Buffer) => Message[] {
  let rest = Buffer.alloc(0)
  let isFirst = isClient
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const messages: Message[] = []
    for (;;) {
      const head = isFirst ? 0 : 1
      if (rest.length < head + 4) return messages
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return messages
      const bytes = rest.subarray(0, length)
      const type = isFirst ? 'start' : bytes.toString('latin1', 0, 1)
      messages.push({ type, bytes, body: bytes.subarray(head + 4) })
      rest = rest.subarray(length)
      isFirst = false
    }
  }
}

/** The text of a statement with the message that has it carried out: a simple query, or the values of a prepared one. */
function statementReader(): (message: Message) => string | null {
  const prepared = new Map<string, string>()
  return ({ type, body }) => {
    const [first = '', second = ''] = body.toString('utf8').split('\0')
    if (type === 'Q') return first
    if (type === 'P') prepared.set(first, second)
    return type === 'B' ? (prepared.get(second) ?? '') : null
  }
}

/** The last words of a session. */
function fatal(sqlState: string): Buffer {
  const fields = ['SFATAL', 'VFATAL', `C${sqlState}`, 'Mthis session cannot go on']
  const body = Buffer.from(`${fields.join('\0')}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

function withoutOptions({ type, bytes, body }: Message): Buffer {
  if (type !== 'start') return bytes
  const parts = body.subarray(4).toString('utf8').split('\0')
  const kept: string[] = []
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [name = '', value = ''] = parts.slice(index)
    if (name !== '' && name !== 'options') kept.push(name, value)
  }
  const parameters = Buffer.from(`${kept.join('\0')}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(parameters.length + 8)
  body.copy(head, 4, 0, 4)
  return Buffer.concat([head, parameters])
}
