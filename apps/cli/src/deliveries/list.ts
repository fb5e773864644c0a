import type { Command } from 'commander'
import {
  collected,
  openSession,
  optionsOf,
  withExamples,
  type Globals,
  type Run,
} from '../command.ts'
import type { WireDelivery } from '../listen/resend.ts'
import type { Service } from '../service.ts'
import { oneLine } from '../terminal/safe-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

type Options = Globals & {
  readonly webhook?: string
  readonly status: readonly string[]
  readonly type?: string
  readonly event?: string
  readonly from?: string
  readonly to?: string
}

/** What is no status or type is refused by the service, which names those that there are. */
type Filters = NonNullable<Parameters<Service['api']['webhooks']['searchDeliveries']>[0]>

type Listed = WireDelivery & {
  readonly webhook_id: string
  readonly event_id: string
  readonly created_at: string
}

/** The newest deliveries that are listed. */
const MOST = 200

export function addDeliveries(program: Command, run: Run): void {
  const command = program
    .command('deliveries')
    .description(`attempts to deliver events, newest first, at most ${MOST}`)
    .option('--webhook <webhook>', 'only of this webhook, whk_…')
    .option('--status <status>', 'such as FAILED or UNDELIVERED; repeat it', collected, [])
    .option('--type <type>', 'only of this type of event')
    .option('--event <event>', 'only at this event, evt_…')
    .option('--from <from>', 'a day such as 2026-11-24, or a time with an offset')
    .option('--to <to>', 'the last day, or the time at which to stop')
    .action(async (_options: unknown, self: Command) => list(run, optionsOf(self)))
  withExamples(
    command,
    'scheduling deliveries --status UNDELIVERED',
    'scheduling deliveries --from 2026-11-24 --json | jq .[].error_message',
  )
}

async function list(run: Run, options: Options): Promise<void> {
  const { service, terminal } = await openSession(run, options)
  const asked = {
    limit: MOST,
    ...(options.webhook === undefined ? {} : { webhookId: options.webhook }),
    ...(options.status.length === 0 ? {} : { status: options.status }),
    ...(options.type === undefined ? {} : { eventType: options.type }),
    ...(options.event === undefined ? {} : { eventId: options.event }),
    ...(options.from === undefined ? {} : { from: options.from }),
    ...(options.to === undefined ? {} : { to: options.to }),
  }
  const answer = await service.api.webhooks
    .searchDeliveries(asked as Filters, { signal: run.stopped })
    .withResponse()
  const { data } = service.wire<{ data: Listed[] }>(answer)
  const none = 'There are no deliveries.'
  terminal.result(data, data.length === 0 ? none : data.map((one) => lineOf(terminal, one)))
}

const LONGEST_TYPE = 24

function lineOf(terminal: Pick<Terminal, 'paint'>, one: Listed): string {
  const answer =
    one.response_status === null ? oneLine(one.error_message ?? '') : `${one.response_status}`
  return [
    terminal.paint('dim', oneLine(one.created_at).slice(0, 19).replace('T', ' ')),
    oneLine(one.status).padEnd(9),
    terminal.paint('bold', oneLine(one.event_type).padEnd(LONGEST_TYPE)),
    oneLine(one.webhook_id),
    oneLine(one.id),
    answer,
  ].join('  ')
}
