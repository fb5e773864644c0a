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
import { isOnThisMachine } from '../config/access.ts'
import { newestEvent } from '../events/follow.ts'
import { isSelected, selectorsOf } from '../events/selectors.ts'
import { beginningOf } from '../events/tail.ts'
import { Misuse } from '../failure.ts'
import { oneLine } from '../terminal/safe-text.ts'
import { Desk } from './desk.ts'
import { forwardFeed } from './feed.ts'
import { forwardTarget } from './forward.ts'
import { watchKeyboard } from './keyboard.ts'
import { openReceiver } from './receiver.ts'
import { newSecret } from './sign.ts'
import { subscribe, subscribedUrl, type Subscription } from './subscribe.ts'

type Options = Globals & {
  readonly port?: number
  readonly secret: readonly string[]
  readonly forwardTo?: string
  readonly status?: number
  readonly quiet?: true
  readonly events: readonly string[]
  readonly subscribe?: true
  readonly publicUrl?: string
  readonly feed?: true
  readonly after?: string
  readonly sinceStart?: true
}

const DEFAULT_PORT = 4000

export function addListen(program: Command, run: Run): void {
  const command = program
    .command('listen')
    .description('receive webhooks on this machine: show, verify, forward and send them again')
    .addOption(
      numberOption('--port <port>', `where to listen (${DEFAULT_PORT})`, {
        least: 0,
        most: 65_535,
      }),
    )
    .option(
      '--secret <secret>',
      'signing secret, to verify signatures; repeat it for several; with --subscribe, the secret of the webhook',
      collectedSecrets,
      [],
    )
    .option('--forward-to <url>', 'hand each delivery to this address, as it came')
    .addOption(
      numberOption('--status <status>', 'what to answer, to try failures and retries', {
        least: 200,
        most: 599,
      }),
    )
    .option('--quiet', 'one line for each delivery, without its body')
    .option('--events <types>', 'only these types and groups, such as appointment.*', collected, [])
    .option('--subscribe', 'make a webhook that leads here, and delete it at the end')
    .option(
      '--public-url <url>',
      'with --subscribe: an address that leads here, such as of a tunnel',
    )
    .option('--feed', "follow the feed instead, for a service that can't reach this machine")
    .option('--after <event>', 'with --feed: go on after this event')
    .option('--since-start', 'with --feed: begin with the oldest event that is kept')
    .action(async (_options: unknown, self: Command) => {
      const options = optionsOf<Options>(self)
      await (options.feed === true ? followFeed : receive)(run, options)
    })
  withExamples(
    command,
    'scheduling listen --subscribe --forward-to localhost:3001/hooks',
    'scheduling listen --port 4000 --secret whsec_…',
    'scheduling listen --feed --forward-to 3001',
  )
}

/** A signing secret has no spaces, and one that is empty would verify nothing. */
function collectedSecrets(secret: string, before: readonly string[]): string[] {
  if (/^[^\s\p{Cc}]{1,200}$/u.test(secret)) return [...before, secret]
  throw new Misuse('--secret takes the signing secret of a webhook, such as whsec_…')
}

function newDesk(run: Run, options: Options, secrets: readonly string[]) {
  const terminal = run.terminalFor(options)
  const selectors = selectorsOf(options.events)
  const target = options.forwardTo === undefined ? null : forwardTarget(options.forwardTo)
  const desk = new Desk({
    terminal,
    secrets,
    target,
    status: options.status ?? null,
    wants: (type) => isSelected(selectors, type),
    isQuiet: options.quiet === true,
    stopped: run.stopped,
  })
  const showKeys = () => {
    if (target === null) return
    terminal.note('Type r to send the last delivery again, or its number and r. Stop with Ctrl-C.')
  }
  const watch = () =>
    watchKeyboard(run.host.stdin, {
      resend: (number) => void desk.resend(number),
      stop: () => run.stop(),
    })
  return { terminal, desk, target, selectors, showKeys, watch }
}

async function receive(run: Run, options: Options): Promise<void> {
  refuse(options, ['after', 'sinceStart'], '--feed')
  if (options.subscribe !== true) refuse(options, ['publicUrl'], '--subscribe')
  const secrets = [...options.secret]
  const { terminal, desk, target, selectors, showKeys, watch } = newDesk(run, options, secrets)
  const session = options.subscribe === true ? await openSession(run, options) : null
  const receiver = await openReceiver(options.port ?? DEFAULT_PORT, (delivery) =>
    desk.take(delivery),
  )
  let subscription: Subscription | null = null
  const unwatch = watch()
  try {
    if (target !== null && leadsTo(target, receiver.port)) {
      throw new Misuse(
        '--forward-to leads to this receiver itself. Give the address of your server.',
      )
    }
    const url = `http://localhost:${receiver.port}/`
    if (session !== null) {
      const address = subscribedUrl(session.access.url, receiver.port, options.publicUrl)
      subscription = await subscribe(session.service, address, selectors, options.secret[0])
      secrets.push(subscription.secret)
    }
    terminal.result(
      {
        kind: 'listening',
        url,
        port: receiver.port,
        webhook_id: subscription?.id ?? null,
        secret: subscription?.secret ?? null,
      },
      subscription === null
        ? `Listening on ${url} — subscribe a webhook to it. Stop with Ctrl-C.`
        : [
            `Listening on ${url} — webhook ${subscription.id} leads to ${oneLine(subscription.url)}, and is deleted at the end. Stop with Ctrl-C.`,
            `Your server verifies its deliveries with the secret ${oneLine(subscription.secret)}`,
          ],
    )
    showKeys()
    await untilStopped(run.stopped)
  } finally {
    unwatch()
    await receiver.close()
    await subscription?.remove()
  }
  if (subscription !== null) terminal.note(`The webhook ${subscription.id} is deleted.`)
}

async function followFeed(run: Run, options: Options): Promise<void> {
  refuse(options, ['port', 'status', 'subscribe', 'publicUrl'], 'a receiver, without --feed')
  const { service } = await openSession(run, options)
  const secret = options.secret[0] ?? newSecret()
  const { terminal, desk, target, selectors, showKeys, watch } = newDesk(run, options, [secret])
  const beginning = beginningOf(options)
  const after = beginning === 'newest' ? await newestEvent(service, run.stopped) : beginning
  terminal.result({ kind: 'following', after, secret, url: target?.href ?? null }, [
    `Following the feed of ${service.url}. The service sends nothing here: this program makes the deliveries.`,
    `They are signed as the service would sign them, with the secret ${secret}`,
  ])
  showKeys()
  const unwatch = watch()
  let bookmark = after
  try {
    await forwardFeed(service, {
      terminal,
      desk,
      target,
      secret,
      types: selectors,
      after,
      stopped: run.stopped,
      mark(reached) {
        bookmark = reached
      },
    })
  } finally {
    unwatch()
    if (bookmark !== null) terminal.note(`Go on from here: --after ${oneLine(bookmark)}`)
  }
}

function leadsTo({ href, port }: URL, ownPort: number): boolean {
  return isOnThisMachine(href) && Number(port) === ownPort
}

/** @throws Misuse for an option that belongs to something else */
function refuse(options: Options, names: readonly (keyof Options)[], owner: string): void {
  const given = names.find((name) => options[name] !== undefined)
  if (given === undefined) return
  const flag = `--${given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  throw new Misuse(`${flag} belongs to ${owner}.`)
}

function untilStopped(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopped.aborted) resolve()
    stopped.addEventListener('abort', () => resolve(), { once: true })
  })
}
