import { isCancel, password, text } from '@clack/prompts'
import type { Command } from 'commander'
import { isReadableOnTheWay, requireKey, serviceUrl } from '../config/access.ts'
import { configFile, readProfiles, requireProfileName, writeProfiles } from '../config/file.ts'
import { optionsOf, withExamples, type Globals, type Host, type Run } from '../command.ts'
import { Failure, messageOf, Misuse } from '../failure.ts'
import { failureOf, openService } from '../service.ts'
import { showAccount, type WireAccount } from './account.ts'

type Options = Globals & { readonly key?: string }

const INITIAL_URL = 'http://localhost:3000'
const DEFAULT_PROFILE = 'default'
const MOST_KEY_BYTES = 4096

export function addLogin(program: Command, run: Run): void {
  const command = program
    .command('login')
    .description('store the address of a service and a key, after checking them')
    .option('--key <key>', 'the API key; others on this machine can see it: rather pipe it in')
    .action(async (_options: unknown, self: Command) => login(run, optionsOf<Options>(self)))
  withExamples(
    command,
    'scheduling login',
    'echo "$KEY" | scheduling login --url https://api.example.com --profile clinic',
  )
}

async function login(run: Run, options: Options): Promise<void> {
  const terminal = run.terminalFor(options)
  const name = requireProfileName(options.profile ?? run.env.profile ?? DEFAULT_PROFILE)
  const file = configFile(run.env.configHome)
  // A file that can't be used is told before a key is typed.
  await readProfiles(file)
  const url = serviceUrl(
    options.url ?? run.env.url ?? (await askedUrl(run.host, terminal.isInteractive)),
  )
  const apiKey = await givenKey(run.host, options, terminal.isInteractive)
  if (isReadableOnTheWay(url)) terminal.note(`${url} is not https: the key can be read on the way.`)
  const service = openService({ url, apiKey })
  const answer = await service.api.account
    .get({}, { signal: run.stopped })
    .withResponse()
    .catch((error: unknown) => {
      throw notStored(error)
    })
  // Read again: another login may have written it meanwhile.
  const profiles = await readProfiles(file)
  const byName = new Map(profiles.byName).set(name, { url, apiKey })
  await writeProfiles(file, { current: name, byName })
  showAccount(terminal, service.wire<WireAccount>(answer), { url, from: `profile "${name}"` })
  terminal.note(`Stored as profile "${name}" in ${file}.`)
}

function notStored(error: unknown): unknown {
  const failure = failureOf(error)
  return failure instanceof Failure
    ? new Failure(`${failure.message}\nNothing was stored.`, failure.details)
    : failure
}

type Streams = Pick<Host, 'stdin' | 'stderr'>

async function askedUrl({ stderr }: Streams, isInteractive: boolean): Promise<string> {
  if (!isInteractive) throw new Misuse('Give the address of the service: --url URL')
  return answered(
    await text({
      message: 'Address of the service',
      initialValue: INITIAL_URL,
      validate: (given) => complaintOf(() => serviceUrl(given ?? '')),
      output: stderr,
    }),
  )
}

async function givenKey(
  { stdin, stderr }: Streams,
  { key }: Options,
  isInteractive: boolean,
): Promise<string> {
  if (key !== undefined) return requireKey(key, '--key')
  if (!stdin.isTTY) return requireKey(await readInput(stdin), 'The standard input')
  if (!isInteractive) throw new Misuse('Pipe the API key in, or give it with --key.')
  return answered(
    await password({
      message: 'API key',
      validate: (given) => complaintOf(() => requireKey(given ?? '', 'The answer')),
      output: stderr,
    }),
  ).trim()
}

function complaintOf(check: () => unknown): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

function answered(answer: string | symbol): string {
  if (isCancel(answer)) throw new Failure('Stopped. Nothing was stored.')
  return String(answer)
}

async function readInput(stdin: Host['stdin']): Promise<string> {
  let input = ''
  for await (const chunk of stdin.setEncoding('utf8')) {
    input += String(chunk)
    if (input.length > MOST_KEY_BYTES) break
  }
  return input
}
