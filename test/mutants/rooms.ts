import { existsSync, globSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')

/** What the mutants live in, and the tests that should see them. */
export type Room = {
  readonly name: RoomName
  /** Paths from the root. */
  readonly sources: readonly string[]
  /** In the order in which they run: the likeliest and quickest first. */
  readonly tests: readonly string[]
}

export const ROOM_NAMES = [
  'booking',
  'holds',
  'idempotency',
  'delivery',
  'rights',
  'masking',
  'retention',
] as const
export type RoomName = (typeof ROOM_NAMES)[number]

const core = (...names: readonly string[]) => names.map((name) => `packages/core/src/${name}.ts`)
const delivery = (...names: readonly string[]) =>
  names.map((name) => `packages/delivery/src/${name}.ts`)
const webhooks = (...names: readonly string[]) =>
  names.map((name) => `packages/webhooks/src/${name}.ts`)
const availability = (...names: readonly string[]) =>
  names.map((name) => `packages/availability/src/${name}.ts`)
const api = (...names: readonly string[]) => names.map((name) => `apps/api/src/${name}.ts`)
/** `webhooks/create` is all files whose name begins so, such as `webhooks/create-refused`. */
const contract = (...names: readonly string[]) => filesOf('contract', names)
const rules = (...names: readonly string[]) => filesOf('rules', names)
const e2e = (...names: readonly string[]) => filesOf('e2e', names)

function filesOf(group: string, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const found = globSync(`test/${group}/${name}{,-*}.test.ts`, { cwd: ROOT })
    if (found.length === 0) throw new Error(`No tests of test/${group} are named ${name}.`)
    return found.toSorted()
  })
}

/** Several may have one name: a source is tried with the tests that are about it, and first with those beside it. */
const NAMED: readonly Room[] = [
  {
    name: 'booking',
    sources: availability('seats', 'free-starts', 'runs', 'start-grid', 'slots', 'demand'),
    tests: [
      ...availability('worked-cases/slot-cases.test', 'slots.property.test'),
      ...contract('availability/list-slots', 'appointments/create'),
    ],
  },
  {
    name: 'booking',
    sources: core(
      'appointments/book',
      'appointments/identical',
      'appointments/assign-professional',
      'appointments/read-candidates',
      'appointments/choose-professional',
      'appointments/hold',
      'appointments/load-schedules',
      'clients/client-choice',
    ),
    tests: contract(
      'appointments/create',
      'races/bookings',
      'availability/list-slots',
      'appointments/reschedule',
      'appointments/change-services',
      'holds/create',
    ),
  },
  {
    name: 'holds',
    sources: core(
      'holds/hold',
      'holds/hold-id',
      'holds/hold-time',
      'holds/end-hold',
      'holds/take-hold',
      'holds/rows',
      'appointments/book-held',
    ),
    tests: contract(
      'holds/create',
      'holds/book',
      'holds/read',
      'holds/reschedule',
      'holds/races',
      'holds/impact',
    ),
  },
  {
    name: 'booking',
    sources: core('appointments/move', 'appointments/reschedule'),
    tests: contract(
      'appointments/reschedule',
      'appointments/create-by-team',
      'holds/reschedule',
      'public-booking/by-link',
      'races/bookings',
      'events/emissions',
    ),
  },
  {
    name: 'booking',
    sources: core(
      'appointments/change-status',
      'appointments/cancel',
      'appointments/actions',
      'appointments/restore',
      'deposits/withdraw',
    ),
    tests: contract(
      'appointments/cancel',
      'appointments/confirm',
      'races/actions',
      'races/bookings',
      'deposits/charge',
      'deposits/expire',
      'deposits/pay',
      'deposits/refund',
      'events/emissions',
    ),
  },
  {
    name: 'idempotency',
    sources: [
      ...core('change/unit-of-work', 'change/transaction', 'change/idempotency-record'),
      ...api('idempotency'),
    ],
    tests: [
      ...rules('idempotency', 'repeated-transactions'),
      ...contract('clients/create', 'holds/impact'),
    ],
  },
  {
    name: 'delivery',
    sources: webhooks(
      'signature',
      'signing-secret',
      'retry-schedule',
      'retry-after',
      'exchange-outcome',
    ),
    tests: [
      ...webhooks('receivers.test', 'send.test', 'send-refused.test', 'send-hostile.test'),
      ...contract('webhooks/rotate-secret'),
      ...e2e('delivery-retries', 'delivery-deactivation'),
    ],
  },
  {
    name: 'delivery',
    sources: delivery(
      'fan-out/fan-out',
      'lanes/batched-query',
      'subscriptions/filters',
      'subscriptions/subscription',
      'health/webhook-state',
    ),
    tests: e2e('delivery-fan-out', 'delivery-meanwhile', 'delivery-signed'),
  },
  {
    name: 'delivery',
    sources: delivery(
      'attempt/attempt',
      'deliveries/claim',
      'deliveries/discard',
      'deliveries/give-back',
      'deliveries/look-ahead',
      'deliveries/record',
      'deliveries/resend',
      'health/deactivate',
      'health/health',
      'health/health-report',
      'health/pauses',
      'health/save-health',
      'health/warn',
      'lanes/retry-while-unavailable',
      'leases/lease-terms',
    ),
    tests: [
      ...e2e('delivery-retries', 'delivery-deactivation', 'delivery-lanes'),
      ...e2e('delivery-standstill', 'delivery-signed'),
      ...contract(
        'webhooks/redeliver',
        'webhooks/recover',
        'webhooks/list-deliveries',
        'webhooks/update',
        'webhooks/test',
      ),
      ...e2e('delivery-meanwhile', 'delivery-masking', 'delivery-chat', 'delivery-custom'),
    ],
  },
  {
    name: 'rights',
    sources: core(
      'procedure/define',
      'procedure/endpoint',
      'procedure/errors',
      'procedure/rights',
      'procedure/trpc',
      'api-keys/find-api-key',
      'api-keys/key-cache',
    ),
    tests: [
      ...rules('walk', 'keys'),
      ...contract('account/session'),
      ...rules('trpc-procedures'),
      ...contract(
        'webhooks/dashboard',
        'webhooks/preview',
        'webhooks/statistics',
        'webhooks/recover',
      ),
      ...contract('internal-error', 'openapi-document', 'outcomes', 'live/changes'),
      ...rules('idempotency', 'service-unavailable'),
    ],
  },
  {
    name: 'rights',
    sources: [
      ...core('account/session', 'account/sign-in', 'account/device', 'account/sign-out'),
      ...api('session', 'origins', 'cookies'),
    ],
    tests: contract('account/session', 'account/sign-in'),
  },
  {
    name: 'masking',
    sources: webhooks('mask', 'encoded-secret', 'unescape'),
    tests: e2e('delivery-masking'),
  },
  {
    name: 'masking',
    sources: core('ground/log', 'webhooks/credentials'),
    tests: [
      ...rules('logs'),
      ...contract('webhooks/update', 'webhooks/create'),
      ...e2e('delivery-masking'),
    ],
  },
  {
    name: 'retention',
    sources: [...core('retention'), ...delivery('lanes/sweep')],
    tests: [
      ...e2e(
        'delivery-lanes',
        'expiry',
        'audit-retention',
        'delivery-retention',
        'delivery-standstill',
        'delivery-backlog',
      ),
      ...contract('public-booking/attacks', 'calendars/busy'),
      ...rules('changed-limits'),
    ],
  },
]

export const ROOMS: readonly Room[] = NAMED.map((room) => ({
  ...room,
  tests: [...new Set([...testsBeside(room.sources), ...room.tests])],
}))

/** `slots.test.ts` is beside `slots.ts`. */
function testsBeside(sources: readonly string[]): string[] {
  return sources
    .map((file) => file.replace(/\.ts$/, '.test.ts'))
    .filter((file) => existsSync(path.join(ROOT, file)))
}
