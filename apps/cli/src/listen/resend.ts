import type { Command } from 'commander'
import { openSession, optionsOf, withExamples, type Globals, type Run } from '../command.ts'
import { Failure } from '../failure.ts'
import { oneLine } from '../terminal/safe-text.ts'

/** A delivery as the wire has it: what is shown of it. */
export type WireDelivery = {
  readonly id: string
  readonly event_type: string
  readonly status: string
  readonly response_status: number | null
  readonly error_message: string | null
}

export function addResend(program: Command, run: Run): void {
  const command = program
    .command('resend')
    .description('have the service send a delivery again')
    .argument('<webhook>', 'the id of the webhook, whk_…')
    .argument('[delivery]', 'the id of the delivery, dlv_…; without it, the latest one')
    .action(
      async (webhook: string, delivery: string | undefined, _options: unknown, self: Command) =>
        resend(run, optionsOf(self), webhook, delivery),
    )
  withExamples(command, 'scheduling resend whk_01k9m2x4z6b8d0f2h4j6k8m0p2')
}

async function resend(
  run: Run,
  globals: Globals,
  webhookId: string,
  given: string | undefined,
): Promise<void> {
  const { service, terminal } = await openSession(run, globals)
  const options = { signal: run.stopped }
  const deliveryId =
    given ??
    (await service.api.webhooks.listDeliveries(webhookId, { limit: 1 }, options)).data[0]?.id
  if (deliveryId === undefined) throw new Failure('Nothing was delivered to this webhook yet.')
  const answer = await service.api.webhooks
    .redeliver(webhookId, deliveryId, {}, options)
    .withResponse()
  const sent = service.wire<WireDelivery>(answer)
  terminal.result(
    sent,
    `${oneLine(sent.event_type)} is sent again: delivery ${oneLine(sent.id)}, ${oneLine(sent.status)}.`,
  )
}
