import type { Command } from 'commander'
import { openSession, optionsOf, withExamples, type Globals, type Run } from '../command.ts'
import { oneLine } from '../terminal/safe-text.ts'
import { addTail } from './tail.ts'
import { lineOf, type WireRequest } from './line.ts'

type WireDetails = WireRequest & {
  readonly events: readonly {
    readonly id: string
    readonly type: string
    readonly deliveries:
      | readonly {
          readonly id: string
          readonly webhook_id: string
          readonly status: string
          readonly response_status: number | null
        }[]
      | null
  }[]
}

export function addLogs(program: Command, run: Run): void {
  const logs = program.command('logs').description('the requests of this key, for seven days')
  addTail(logs, run)
  const show = logs
    .command('show')
    .description('one request, with the events that it caused and their deliveries')
    .argument('<request>', 'the id of the request, req_…')
    .action(async (id: string, _options: unknown, self: Command) =>
      showRequest(run, id, optionsOf<Globals>(self)),
    )
  withExamples(show, 'scheduling logs show req_01k9m2x4z6b8d0f2h4j6k8m0p2')
}

async function showRequest(run: Run, id: string, options: Globals): Promise<void> {
  const { service, terminal } = await openSession(run, options)
  const answer = await service.api.requests.get(id, {}, { signal: run.stopped }).withResponse()
  const request = service.wire<WireDetails>(answer)
  const faults = request.faults.map(({ field, code }) => `  ${oneLine(field)}: ${oneLine(code)}`)
  const caused = request.events.flatMap(({ id: event, type, deliveries }) => [
    `  ${terminal.paint('bold', oneLine(type))}  ${oneLine(event)}`,
    ...(deliveries ?? []).map(({ id: delivery, webhook_id: webhook, status, response_status }) =>
      ['   ', status.padEnd(9), webhook, delivery, String(response_status ?? '')]
        .map(oneLine)
        .join(' ')
        .trimEnd(),
    ),
  ])
  const noEvents = request.events.length === 0 ? ['  It caused no events.'] : []
  terminal.result(request, [lineOf(terminal, request), ...faults, ...caused, ...noEvents])
}
