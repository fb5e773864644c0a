/** Runs the shell blocks of a page as someone would who pastes them, one after the other, into one terminal. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** One call that `curl` made. */
export type Asked = { readonly status: number; readonly method: string; readonly url: string }

export type Pasted = {
  readonly text: string
  /** Of the last command. */
  readonly exitCode: number
  readonly asked: readonly Asked[]
  readonly printed: string
}

/** Blocks that need a package registry, or the command line, whose page has a test of its own. */
const NOT_PASTED = /^(?:npm|npx|scheduling) /

/** @param markdown of a page */
export function shellBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```sh\n(.*?)^```$/gms)]
    .map(([, text = '']) => text)
    .filter((text) => !NOT_PASTED.test(text))
}

const MARK = '----- block -----'

/**
 * Real bash and real curl. That curl is asked to note every call on the side is its own setting, so the
 * commands stay as they are printed.
 *
 * @param input what is typed when a command waits for it
 */
export async function paste(
  blocks: readonly string[],
  terminal: { readonly env: Readonly<Record<string, string>>; readonly input?: string },
): Promise<Pasted[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pasted-'))
  try {
    writeFileSync(
      path.join(folder, '.curlrc'),
      String.raw`write-out = "%{stderr}ASKED %{http_code} %{method} %{url}\n"`,
    )
    const mark = `printf '\\n${MARK} %s\\n' "$ended"`
    const script = blocks.map((text) => `${text}\nended=$?\n${mark}\n${mark} >&2\n`)
    writeFileSync(path.join(folder, 'pasted.sh'), script.join(''))
    const { out, err } = await run(folder, terminal)
    const [printed, noted] = [out, err].map((text) => text.split(`\n${MARK} `))
    return blocks.map((text, index) => ({
      text,
      // The mark after a block tells how it ended.
      exitCode: Number.parseInt(printed?.[index + 1] ?? '', 10),
      asked: [...(noted?.[index] ?? '').matchAll(/^ASKED (\d+) (\S+) (.+)$/gm)].map(
        ([, status = '', method = '', url = '']) => ({ status: Number(status), method, url }),
      ),
      printed: `${printed?.[index] ?? ''}\n${noted?.[index] ?? ''}`,
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(
  folder: string,
  { env, input = '' }: { env: Readonly<Record<string, string>>; input?: string },
): Promise<{ out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['pasted.sh'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, CURL_HOME: folder, ...env },
      stdio: 'pipe',
    })
    const texts = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (texts.err += chunk.toString()))
    child.once('error', reject)
    child.once('close', () => resolve(texts))
    child.stdin.end(input)
  })
}
