/** `pnpm webhooks:listen`: a small receiver for developers. Prints and verifies what arrives. */
import { createServer, type IncomingMessage } from 'node:http'
import { parseArgs } from 'node:util'
import { verifyServiceSignature } from '@scheduling/webhooks'
import { Webhook } from 'standardwebhooks'

const USAGE = `Usage: pnpm webhooks:listen [--port 4000] [--secret whsec_…]… [--status 200] [--quiet]

  --port    where to listen on this machine (4000)
  --secret  signing secret of a webhook, to verify both signatures; repeat it for several
  --status  what to answer, to try failures and retries (200)
  --quiet   one line per delivery, without the body`

const say = (line: string): void => void process.stdout.write(`${line}\n`)

function options() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '4000' },
        secret: { type: 'string', multiple: true, default: [] },
        status: { type: 'string', default: '200' },
        quiet: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    return values
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`)
    process.exit(1)
  }
}

const chosen = options()
if (chosen.help) {
  say(USAGE)
  process.exit(0)
}
const port = wholeNumber('--port', chosen.port, 0, 65_535)
const status = wholeNumber('--status', chosen.status, 100, 599)

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  process.stderr.write(`${name} takes a number from ${least} to ${most}, not "${text}".\n`)
  process.exit(1)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : (value ?? '')
}

/** Whether the two signatures match one of the secrets given, as a text for the terminal. */
function describeSignatures(request: IncomingMessage, body: Buffer): string {
  if (headerOf(request, 'x-service-signature') === '') return 'not signed'
  if (chosen.secret.length === 0) return 'not verified (give --secret)'
  const now = Math.floor(Date.now() / 1000)
  const service = verifyServiceSignature(
    headerOf(request, 'x-service-signature'),
    body,
    chosen.secret,
    now,
  )
  const isStandard = chosen.secret.some((secret) => isStandardSignature(request, body, secret))
  return `X-Service-Signature ${service.ok ? 'verified' : `WRONG (${service.reason})`}, webhook-signature ${isStandard ? 'verified' : 'WRONG'}`
}

/** By the library that the Standard Webhooks project keeps for receivers. */
function isStandardSignature(request: IncomingMessage, body: Buffer, secret: string): boolean {
  try {
    new Webhook(secret).verify(body.toString('utf8'), {
      'webhook-id': headerOf(request, 'webhook-id'),
      'webhook-timestamp': headerOf(request, 'webhook-timestamp'),
      'webhook-signature': headerOf(request, 'webhook-signature'),
    })
    return true
  } catch {
    return false
  }
}

const server = createServer((request, response) => {
  void bodyOf(request).then((body) => {
    const time = new Date().toISOString().slice(11, 23)
    const type =
      headerOf(request, 'x-service-event') || `${request.method ?? ''} ${request.url ?? ''}`
    say(
      `${time}  ${type}  ${headerOf(request, 'x-service-event-id')}  ${describeSignatures(request, body)}`,
    )
    if (!chosen.quiet) say(pretty(body))
    response.statusCode = status
    response.end()
  })
})

function pretty(body: Buffer): string {
  const text = body.toString('utf8')
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

server.on('error', (error: NodeJS.ErrnoException) => {
  process.stderr.write(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is in use. Choose another: pnpm webhooks:listen --port ${port + 1}\n`
      : `${error.message}\n`,
  )
  process.exit(1)
})
server.listen(port, '127.0.0.1', () => {
  const address = server.address()
  const at = typeof address === 'object' && address !== null ? address.port : port
  say(`Listening on http://localhost:${at}/ — subscribe a webhook to it. Stop with Ctrl-C.`)
})
