import { randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { optionsOf, withExamples, type Globals, type Run } from '../command.ts'
import { findAddress } from '../config/access.ts'
import { Failure, messageOf } from '../failure.ts'
import { withProgress } from '../terminal/progress.ts'
import { jsonText } from '../terminal/safe-text.ts'

type Options = Globals & { readonly out?: string; readonly postman?: true }

/** The document is about 2 MB. */
const LARGEST_BYTES = 33_554_432
const WITHIN_MS = 120_000

export function addOpenapi(program: Command, run: Run): void {
  const command = program
    .command('openapi')
    .description('the OpenAPI document of the service, or a collection for Postman')
    .option('--out <file>', 'write it to a file instead of stdout')
    .option('--postman', 'the Postman collection')
    .action(async (_options: unknown, self: Command) => download(run, optionsOf<Options>(self)))
  withExamples(
    command,
    'scheduling openapi --out openapi.json',
    'scheduling openapi --postman > postman.json',
  )
}

async function download(run: Run, options: Options): Promise<void> {
  const terminal = run.terminalFor(options)
  const root = await findAddress(options, run.env)
  const url = options.postman === true ? `${root}/docs/postman.json` : `${root}/v1/openapi.json`
  const signal = AbortSignal.any([run.stopped, AbortSignal.timeout(WITHIN_MS)])
  const response = await fetch(url, { redirect: 'manual', signal }).catch((error: unknown) => {
    if (run.stopped.aborted) throw error
    throw new Failure(`${url} can't be reached: ${messageOf(error)}.`, {
      code: 'connection_failed',
    })
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Failure(`${url} answered ${response.status}.`, { status: response.status })
  }
  const total = Number(response.headers.get('content-length') ?? 0)
  const text = await withProgress(terminal, total, 'Downloading', (bar) =>
    textOf(response, (bytes) => bar.advance(bytes, 'Downloading')),
  )
  const document = parsed(text, url)
  if (options.out === undefined) {
    if (terminal.isJson) terminal.result(document, '')
    else run.host.stdout.write(`${jsonText(document, 2)}\n`)
    return
  }
  await replace(options.out, text)
  terminal.result(
    { file: options.out, bytes: Buffer.byteLength(text), url },
    `Wrote ${options.out} (${Math.ceil(Buffer.byteLength(text) / 1024)} KB).`,
  )
}

async function textOf(response: Response, read: (bytes: number) => void): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > LARGEST_BYTES) throw new Failure('The answer is too large for such a document.')
    read(chunk.length)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string, url: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure(`${url} is not JSON. Is it the address of the service?`)
  }
}

/** Written beside the file, which is then replaced: one that was cut off is never found under its name. */
async function replace(file: string, text: string): Promise<void> {
  const beside = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(beside, text, { flag: 'wx' })
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined)
    throw new Failure(`${file} can't be written: ${messageOf(error)}.`)
  }
}
