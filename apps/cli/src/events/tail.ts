import type { Command } from 'commander'
import {
  collected,
  openSession,
  optionsOf,
  withExamples,
  type Globals,
  type Run,
} from '../command.ts'
import { Misuse } from '../failure.ts'
import { oneLine } from '../terminal/safe-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { follow, newestEvent, type WireEvent } from './follow.ts'
import { selectorsOf } from './selectors.ts'

type Options = Globals & {
  readonly type: readonly string[]
  readonly after?: string
  readonly sinceStart?: true
}

export function addEvents(program: Command, run: Run): void {
  const events = program.command('events').description('the feed of events')
  const command = events
    .command('tail')
    .description('follow the feed, one line for each event, until it is stopped')
    .option('--type <types>', 'only these types and groups, such as appointment.*', collected, [])
    .option('--after <event>', 'go on after this event: a bookmark that was printed before')
    .option('--since-start', 'begin with the oldest event that is kept')
    .action(async (_options: unknown, self: Command) => tail(run, optionsOf<Options>(self)))
  withExamples(
    command,
    'scheduling events tail',
    "scheduling events tail --type 'appointment.*,client.created' --json | jq .data.object.id",
  )
}

/** Where to begin. @throws Misuse for two beginnings */
export function beginningOf({ after, sinceStart }: Pick<Options, 'after' | 'sinceStart'>) {
  if (after !== undefined && sinceStart === true) {
    throw new Misuse('Give --after or --since-start, not both.')
  }
  return after ?? (sinceStart === true ? null : 'newest')
}

async function tail(run: Run, options: Options): Promise<void> {
  const types = selectorsOf(options.type)
  const beginning = beginningOf(options)
  const { service, terminal } = await openSession(run, options)
  const signal = run.stopped
  const after = beginning === 'newest' ? await newestEvent(service, signal) : beginning
  terminal.note('Following the feed. Stop with Ctrl-C.')
  let bookmark = after
  try {
    for await (const step of follow(service, { after, types, signal, tell: terminal.note })) {
      if (step.event !== null) terminal.result(step.event, lineOf(terminal, step.event))
      bookmark = step.bookmark
    }
  } finally {
    if (bookmark !== null) terminal.note(`Go on from here: --after ${oneLine(bookmark)}`)
  }
}

const LONGEST_TYPE = 24

function lineOf(terminal: Terminal, { created_at: at, type, id, data }: WireEvent): string {
  return [
    terminal.paint('dim', oneLine(at).slice(0, 19).replace('T', ' ')),
    terminal.paint('bold', oneLine(type).padEnd(LONGEST_TYPE)),
    subjectOf(data.object),
    terminal.paint('dim', oneLine(id)),
  ].join('  ')
}

/** `appointment 12 CONFIRMED, Maria Silva`: what is there of it. */
function subjectOf(record: Readonly<Record<string, unknown>>): string {
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? oneLine(String(value)) : ''
  const nested = (value: unknown) =>
    typeof value === 'object' && value !== null && 'name' in value ? text(value.name) : ''
  const head = [text(record['object']), text(record['id']), text(record['status'])]
  const named = [
    nested(record['client']),
    [text(record['first_name']), text(record['last_name'])].join(' ').trim(),
    text(record['name']),
  ].find((name) => name !== '')
  return [head.filter((part) => part !== '').join(' '), named ?? '']
    .filter((part) => part !== '')
    .join(', ')
}
