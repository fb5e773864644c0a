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
import { Misuse } from '../failure.ts'
import { chosenProfessional, chosenServices } from '../slots/chosen.ts'
import { oneLine } from '../terminal/safe-text.ts'

/** A hold, as the wire has it. Times have the offset of the clinic. */
type WireHold = {
  readonly id: number
  readonly status: string
  readonly start: string
  readonly expires_at: string
  readonly services: readonly { readonly name: string }[]
  readonly professional: { readonly name: string }
  readonly appointment_id: number | null
}

type CreateOptions = Globals & {
  readonly service: readonly string[]
  readonly start?: string
  readonly professional?: string
  readonly minutes: number
  readonly holder?: string
}

const DEFAULT_MINUTES = 5
const MOST_MINUTES = 15
/** The newest holds that are listed. */
const MOST_LISTED = 200

export function addHolds(program: Command, run: Run): void {
  const holds = program.command('holds').description('times that are kept before they are booked')
  withExamples(
    holds
      .command('list')
      .description(`holds, newest first, at most ${MOST_LISTED}`)
      .action(async (_options: unknown, self: Command) => list(run, optionsOf(self))),
    'scheduling holds list',
  )
  withExamples(
    holds
      .command('create')
      .description('hold a time: book it with hold_id before it expires')
      .option(
        '--service <service>',
        'id or a part of the name; repeat it for several',
        collected,
        [],
      )
      .option('--start <start>', 'such as 2026-11-24T09:00:00-03:00')
      .option('--professional <professional>', 'id or a part of the name; without it, any')
      .addOption(
        numberOption('--minutes <minutes>', 'how long', {
          least: 1,
          most: MOST_MINUTES,
          initial: DEFAULT_MINUTES,
        }),
      )
      .option('--holder <holder>', 'the visitor: a new hold of the same one replaces the earlier')
      .action(async (_options: unknown, self: Command) => create(run, optionsOf(self))),
    'scheduling holds create --service consulta --start 2026-11-24T09:00:00-03:00',
  )
  withExamples(
    holds
      .command('release')
      .argument('<hold>', 'the id of the hold')
      .description('give the time of a hold back')
      .action(async (hold: string, _options: unknown, self: Command) =>
        release(run, hold, optionsOf(self)),
      ),
    'scheduling holds release 17',
  )
}

async function list(run: Run, options: Globals): Promise<void> {
  const { service, terminal } = await openSession(run, options)
  const answer = await service.api.holds
    .list({ limit: MOST_LISTED }, { signal: run.stopped })
    .withResponse()
  const { data } = service.wire<{ data: WireHold[] }>(answer)
  terminal.result(data, data.length === 0 ? 'There are no holds.' : data.map(lineOf))
}

async function create(run: Run, options: CreateOptions): Promise<void> {
  const { start } = options
  if (start === undefined) {
    throw new Misuse('Choose a time with --start. This shows what is free: scheduling slots')
  }
  const { service, terminal } = await openSession(run, options)
  const signal = run.stopped
  const services = await chosenServices(service, options.service, signal)
  const professional = await chosenProfessional(service, options.professional, signal)
  const asked = {
    serviceIds: services.map(({ id }) => id),
    start,
    minutes: options.minutes,
    ...(professional === null ? {} : { professionalId: professional.id }),
    ...(options.holder === undefined ? {} : { holder: options.holder }),
  }
  const answer = await service.api.holds.create(asked, { signal }).withResponse()
  const hold = service.wire<WireHold>(answer)
  terminal.result(hold, lineOf(hold))
  terminal.note(`Book it before it expires, with "hold_id": ${hold.id}.`)
}

async function release(run: Run, hold: string, options: Globals): Promise<void> {
  const id = /^\d{1,10}$/.test(hold) ? Number(hold) : 0
  if (id === 0) throw new Misuse('The id of a hold is a whole number. scheduling holds list')
  const { service, terminal } = await openSession(run, options)
  await service.api.holds.release(id, {}, { signal: run.stopped })
  terminal.result({ id, released: true }, `Hold ${id} is released.`)
}

function lineOf(hold: WireHold): string {
  const at = (instant: string): string => instant.slice(0, 16).replace('T', ' ')
  const services = hold.services.map(({ name }) => oneLine(name)).join(', ')
  const end =
    hold.appointment_id === null
      ? `until ${hold.expires_at.slice(11, 16)}`
      : `appointment ${hold.appointment_id}`
  return `${String(hold.id).padStart(6)}  ${oneLine(hold.status).padEnd(8)}  ${at(hold.start)}  ${services}, ${oneLine(hold.professional.name)}, ${end}`
}
