/** The command line as a person runs it, with settings of its own: in a process of its own, or quicker in that of the test. */
import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { run, type Host } from '@scheduling/cli'
import { fact } from './worker.ts'

export const CLI = path.join(import.meta.dirname, '../../apps/cli/src/main.ts')

const COMPILED = path.join(tmpdir(), 'scheduling-cli-compiled')

export type Ended = {
  readonly exit: number | null
  readonly out: string
  readonly err: string
}

export type Running = {
  readonly child: ChildProcess
  /** What it has printed until now. */
  readonly out: () => string
  readonly err: () => string
  /** Waits for a text on stdout or stderr. @returns what matched */
  until(text: RegExp): Promise<RegExpExecArray>
  /** What is typed, or piped in. */
  type(text: string): void
  /** Sends a signal, and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<Ended>
  readonly ended: Promise<Ended>
}

export type Shell = {
  /** `XDG_CONFIG_HOME` */
  readonly home: string
  /** Runs a command to its end, in a process only where `openShell` is given a program. @param input for stdin; without it there is none */
  run(args: readonly string[], options?: ShellOptions): Promise<Ended>
  /** Starts a command that runs until it is stopped. */
  start(args: readonly string[], options?: ShellOptions): Running
  /** Ends what still runs. */
  close(): Promise<void>
}

export type ShellOptions = {
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly input?: string
}

/**
 * @param access the service that every command calls, unless its test says otherwise
 * @param program how the command line is started, in place of the one of the repository
 */
export function openShell(
  access: { readonly url?: string; readonly key?: string } = {},
  program?: readonly [command: string, ...args: string[]],
): Shell {
  const home = mkdtempSync(path.join(tmpdir(), 'cli-'))
  const running = new Set<Running>()
  const environment = (env: ShellOptions['env'] = {}) => ({
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_CONFIG_HOME: home,
    // Otherwise each start would compile all modules again, which takes two thirds of its time.
    NODE_COMPILE_CACHE: COMPILED,
    ...(access.url === undefined ? {} : { SCHEDULING_URL: access.url }),
    ...(access.key === undefined ? {} : { SCHEDULING_API_KEY: access.key }),
    ...env,
  })
  const start: Shell['start'] = (args, { env, input } = {}) => {
    const [command, ...before] = program ?? [process.execPath, CLI]
    const child = spawn(command, [...before, ...args], {
      cwd: home,
      env: environment(env),
      stdio: 'pipe',
    })
    const texts = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text))
    child.stdin.on('error', () => undefined)
    if (input !== undefined) child.stdin.end(input)
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (exit) => {
        running.delete(one)
        resolve({ exit, ...texts })
      })
    })
    const one: Running = {
      child,
      out: () => texts.out,
      err: () => texts.err,
      until: (text) =>
        fact(`${String(text)} in:\n${texts.out}\n${texts.err}`, () => {
          const found = text.exec(texts.out) ?? text.exec(texts.err)
          if (found === null && child.exitCode !== null)
            throw new Error(`It ended with ${child.exitCode}:\n${texts.out}\n${texts.err}`)
          return found
        }),
      type: (text) => void child.stdin.write(text),
      async end(signal = 'SIGINT') {
        child.kill(signal)
        return ended
      },
      ended,
    }
    running.add(one)
    return one
  }
  return {
    home,
    start,
    run: (args, { env, input = '' } = {}) =>
      program === undefined
        ? runHere(args, environment(env), input)
        : start(args, { env, input }).ended,
    async close() {
      for (const one of running) await one.end('SIGKILL')
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** A command without a process: it gets streams of its own. */
async function runHere(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input: string,
): Promise<Ended> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const host = Object.assign(new EventEmitter(), { env, stdin, stdout, stderr })
  stdin.end(input)
  const printed = [text(stdout), text(stderr)]
  // Of the streams of a process, it uses what all streams have.
  const exit = await run(args, host as unknown as Host)
  for (const stream of [stdout, stderr]) stream.end()
  const [out = '', err = ''] = await Promise.all(printed)
  return { exit, out, err }
}

/** Characters that a terminal may not get: all controls but line breaks, and formats that no one sees. */
export const UNFIT = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u

/** Each line of NDJSON. Fails for a line that is none. */
export function linesOf(text: string): any[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
