import type { Command } from 'commander'
import { openSession, optionsOf, withExamples, type Globals, type Run } from '../command.ts'
import { Misuse } from '../failure.ts'
import { withProgress } from '../terminal/progress.ts'

type Options = Globals & { readonly since?: string }

export function addRecover(program: Command, run: Run): void {
  const command = program
    .command('recover')
    .description('have the service send again what a webhook failed to get')
    .argument('<webhook>', 'the id of the webhook, whk_…')
    .option('--since <time>', 'since when, such as 2026-11-24T09:00:00-03:00')
    .action(async (webhook: string, _options: unknown, self: Command) =>
      recover(run, webhook, optionsOf(self)),
    )
  withExamples(
    command,
    'scheduling recover whk_01k9m2x4z6b8d0f2h4j6k8m0p2 --since 2026-11-24T09:00:00-03:00',
  )
}

async function recover(run: Run, webhookId: string, options: Options): Promise<void> {
  const { since } = options
  if (since === undefined) {
    throw new Misuse('Say since when, with --since. This shows what failed: scheduling deliveries')
  }
  const { service, terminal } = await openSession(run, options)
  const signal = run.stopped
  const total = { webhook_id: webhookId, queued: 0, looked_at: 0 }
  const ask = (position: number) =>
    service.api.webhooks.recover(webhookId, { since, position }, { signal })
  const first = await ask(0)
  const add = (page: { readonly queued: number; readonly lookedAt: number }): void => {
    total.queued += page.queued
    total.looked_at += page.lookedAt
  }
  add(first)
  const places = first.lastPosition - first.position
  await withProgress(terminal, places, 'Looking at events', async (bar) => {
    for (let page = first; !page.isDone;) {
      const { position } = page
      page = await ask(position)
      add(page)
      bar.advance(page.position - position, `Looking at events after ${page.position}`)
    }
  })
  terminal.result(
    total,
    `${total.queued} of ${total.looked_at} events are sent again. Nothing is sent twice.`,
  )
}
