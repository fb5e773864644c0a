import type { Command } from 'commander'
import {
  openSession,
  optionsOf,
  withExamples,
  type Globals,
  type Run,
  type Session,
} from '../command.ts'
import { newestEvent, type WireEvent } from '../events/follow.ts'
import { Failure, Misuse } from '../failure.ts'
import type { WireDelivery } from '../listen/resend.ts'
import { suggestion } from '../terminal/nearest.ts'
import { withProgress } from '../terminal/progress.ts'
import { oneLine } from '../terminal/safe-text.ts'
import { CAUSES, EVENT_TYPES, type Cause, type TriggeredType } from './causes.ts'
import { openWorld, type Step } from './world.ts'

type Options = Globals & {
  readonly list?: true
  readonly sample?: true
  readonly webhook?: string
}

const TEST_KEY = 'svc_test_'
/** Reading where the feed ends, the calls of the longest cause, and the event. */
const MOST_STEPS = 5

export function addTrigger(program: Command, run: Run): void {
  const command = program
    .command('trigger')
    .description('cause an event in a test organization')
    .argument('[type]', 'the type of the event, such as appointment.created')
    .option('--list', 'all types, and how each is caused')
    .option('--sample', 'send a sample to a webhook, even where calls could cause the event')
    .option('--webhook <id>', 'for a sample: the webhook; without it, the first that is active')
    .action(async (type: string | undefined, _options: unknown, self: Command) => {
      const options = optionsOf<Options>(self)
      if (options.list === true) list(run, options)
      else await trigger(run, options, typeOf(type))
    })
  withExamples(command, 'scheduling trigger appointment.created', 'scheduling trigger --list')
}

function list(run: Run, options: Options): void {
  const terminal = run.terminalFor(options)
  const rows = EVENT_TYPES.map((type): { type: string; cause: Cause } => ({
    type,
    cause: CAUSES[type],
  }))
  terminal.result(
    rows.map(({ type, cause }) => ({
      type,
      by: cause.by,
      ...('why' in cause ? { why: cause.why } : {}),
    })),
    rows.map(({ type, cause }) => {
      const how = cause.by === 'calls' ? 'calls' : `a sample: ${cause.why}`
      return `${type.padEnd(30)}${how}`
    }),
  )
}

function typeOf(given: string | undefined): TriggeredType {
  const type = EVENT_TYPES.find((one) => one === given)
  if (type !== undefined) return type
  throw new Misuse(
    given === undefined
      ? 'Name a type, such as: scheduling trigger appointment.created — or see: scheduling trigger --list'
      : `There is no event type ${oneLine(given)}.${suggestion(given, EVENT_TYPES)} All types: scheduling trigger --list`,
  )
}

async function trigger(run: Run, options: Options, type: TriggeredType): Promise<void> {
  const session = await openSession(run, options)
  // What is made here is made up. It is refused before anything is sent.
  if (!session.access.apiKey.startsWith(TEST_KEY)) {
    throw new Failure(
      `Events are caused in test organizations alone, with a key that begins with ${TEST_KEY}. This key (${session.access.from}) is of a live organization, or none at all. Nothing was sent.`,
      { code: 'live_key' },
    )
  }
  const cause: Cause = CAUSES[type]
  if (cause.by === 'sample' || options.sample === true) {
    await sendSample(run, session, type, { webhook: options.webhook, why: whyOf(cause) })
  } else if (options.webhook === undefined) {
    await makeCalls(run, session, type, cause)
  } else {
    throw new Misuse('--webhook belongs to samples: add --sample.')
  }
}

function whyOf(cause: Cause): string {
  return cause.by === 'sample' ? `no call of the API causes it: ${cause.why}` : 'as you asked'
}

async function makeCalls(
  run: Run,
  { service, terminal }: Session,
  type: TriggeredType,
  cause: Extract<Cause, { by: 'calls' }>,
): Promise<void> {
  const signal = run.stopped
  const steps: Step[] = []
  const requestIds = new Set<string>()
  service.onAnswer((requestId) => requestIds.add(requestId))
  const tell = ({ call, record }: Step) => terminal.line(`${call}  ${record}`)
  const event = await withProgress(
    terminal,
    MOST_STEPS,
    'Looking where the feed ends',
    async (bar) => {
      const before = await newestEvent(service, signal)
      bar.advance(1, 'Causing the event')
      const world = openWorld(service, signal, (step) => {
        steps.push(step)
        bar.advance(1, step.call)
      })
      await cause.run(world)
      bar.advance(1, 'Reading the event')
      return eventOf(service, { after: before, type, requestIds, signal })
    },
  ).finally(() => {
    // What was made is told even when a later call was refused.
    steps.forEach(tell)
  })
  terminal.result(
    { type, by: 'calls', steps, event },
    `${terminal.paint('green', type)}  ${oneLine(event.id)}`,
  )
}

type Caused = {
  /** The event before the calls; null if there was none. */
  readonly after: string | null
  readonly type: TriggeredType
  /** Of the calls: other clients may cause events at the same time. */
  readonly requestIds: ReadonlySet<string>
  readonly signal: AbortSignal
}

async function eventOf(
  { api, wire }: Session['service'],
  { after, type, requestIds, signal }: Caused,
): Promise<WireEvent> {
  const position = after === null ? {} : { after }
  const answer = await api.events.list({ ...position, limit: 200 }, { signal }).withResponse()
  const event = wire<{ data: WireEvent[] }>(answer).data.find(
    (one) => one.type === type && requestIds.has(one.context.request_id),
  )
  if (event !== undefined) return event
  throw new Failure(`The calls were made, but the feed has no ${type} of them.`)
}

async function sendSample(
  run: Run,
  { service, terminal }: Session,
  type: TriggeredType,
  { webhook, why }: { readonly webhook: string | undefined; readonly why: string },
): Promise<void> {
  const { api, wire } = service
  const options = { signal: run.stopped }
  const webhookId = webhook ?? (await firstActive(service, run.stopped))
  const answer = await api.webhooks.test(webhookId, { eventType: type }, options).withResponse()
  const delivery = wire<WireDelivery>(answer)
  const told =
    delivery.response_status === null
      ? (delivery.error_message ?? '')
      : `answered ${delivery.response_status}`
  terminal.result({ type, by: 'sample', why, webhook_id: webhookId, delivery }, [
    `${type} was sent as a sample, with a made-up record (${why}).`,
    `It is in no feed. Webhook ${oneLine(webhookId)}, delivery ${oneLine(delivery.id)}: ${oneLine(told)}`,
  ])
  if (delivery.status !== 'SUCCEEDED') {
    throw new Failure('The webhook did not take the sample.', { code: 'sample_not_taken' })
  }
}

async function firstActive({ api }: Session['service'], signal: AbortSignal): Promise<string> {
  for await (const webhook of api.webhooks.list({}, { signal })) {
    if (webhook.active) return webhook.id
  }
  throw new Failure(
    'A sample needs an active webhook, and there is none. In another terminal, run: scheduling listen --subscribe',
  )
}
