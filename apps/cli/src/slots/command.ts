import type { Command } from 'commander'
import {
  collected,
  numberOption,
  openSession,
  optionsOf,
  withExamples,
  type Globals,
  type Run,
} from '../command.ts'
import { withProgress } from '../terminal/progress.ts'
import { oneLine } from '../terminal/safe-text.ts'
import { chosenProfessional, chosenServices } from './chosen.ts'
import { slotLines, type WireSlot } from './table.ts'
import { dateOf, dayInWords, todayIn, windowsOf, type Window } from './window.ts'

type Options = Globals & {
  readonly service: readonly string[]
  readonly professional?: string
  readonly date?: string
  readonly days: number
}

const DEFAULT_DAYS = 7
/** The service looks no further ahead. */
const MOST_DAYS = 180

export function addSlots(program: Command, run: Run): void {
  const command = program
    .command('slots')
    .description('free times of services, by day, on the clock of the clinic')
    .option(
      '--service <service>',
      'id or a part of the name; repeat it for several in one visit',
      collected,
      [],
    )
    .option(
      '--professional <professional>',
      'id or a part of the name; without it, everybody who performs them',
    )
    .option('--date <date>', 'the first day, such as 2026-11-24; without it, today')
    .addOption(
      numberOption('--days <days>', 'how many days', {
        least: 1,
        most: MOST_DAYS,
        initial: DEFAULT_DAYS,
      }),
    )
    .action(async (_options: unknown, self: Command) => slots(run, optionsOf<Options>(self)))
  withExamples(
    command,
    'scheduling slots --service consulta',
    'scheduling slots --service 1 --service 4 --days 30 --json',
  )
}

async function slots(run: Run, options: Options): Promise<void> {
  const date = options.date === undefined ? null : dateOf(options.date)
  const { service, terminal } = await openSession(run, options)
  const signal = run.stopped
  const services = await chosenServices(service, options.service, signal)
  const professional = await chosenProfessional(service, options.professional, signal)
  const { timezone } = await service.api.account.get({}, { signal })
  const windows = windowsOf(date ?? todayIn(timezone, Date.now()), options.days)
  const asked = {
    serviceIds: services.map(({ id }) => id),
    ...(professional === null ? {} : { professionalId: professional.id }),
  }
  const found = await withProgress(
    terminal,
    windows.length,
    'Looking for free times',
    async (bar) => {
      const all: WireSlot[] = []
      for (const window of windows) {
        const answer = await service.api.availability
          .slots({ ...asked, ...window }, { signal })
          .withResponse()
        all.push(...service.wire<{ data: WireSlot[] }>(answer).data)
        bar.advance(1, `Looking for free times after ${window.to}`)
      }
      return all
    },
  )
  terminal.result(found, found.length === 0 ? 'No free time.' : slotLines(terminal, found))
  const what = services.map(({ name }) => oneLine(name)).join(', ')
  terminal.note(`${what}, ${spanOf(windows)}, times of ${timezone}. Nothing is reserved.`)
}

function spanOf(windows: readonly Window[]): string {
  const [first, last] = [windows[0]?.from ?? '', windows.at(-1)?.to ?? '']
  return first === last ? dayInWords(first) : `${dayInWords(first)} to ${dayInWords(last)}`
}
