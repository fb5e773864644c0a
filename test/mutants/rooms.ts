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
const contract = (...names: readonly string[]) =>
  names.map((name) => `test/contract/${name}.test.ts`)
const rules = (...names: readonly string[]) => names.map((name) => `test/rules/${name}.test.ts`)
const e2e = (...names: readonly string[]) => names.map((name) => `test/e2e/${name}.test.ts`)

/** Several may have one name: a source is tried with the tests that are about it. */
export const ROOMS: readonly Room[] = [
  {
    name: 'booking',
    sources: availability('seats', 'free-starts', 'runs', 'start-grid', 'slots', 'demand'),
    tests: [
      ...availability('slots.test', 'runs.test', 'worked-cases/slot-cases.test'),
      ...availability('slots.property.test'),
      ...contract('slots', 'create-appointment'),
    ],
  },
  {
    name: 'booking',
    sources: core(
      'appointments/book',
      'appointments/identical',
      'booking/assign-professional',
      'booking/choose-professional',
      'booking/hold',
      'booking/load-schedules',
      'clients/client-choice',
    ),
    tests: [
      ...core('booking/choose-professional.test'),
      ...contract('create-appointment', 'appointment-races', 'slots', 'reschedule-appointment'),
    ],
  },
  {
    name: 'booking',
    sources: core('appointments/move', 'appointments/reschedule'),
    tests: contract('reschedule-appointment', 'appointment-races', 'emissions'),
  },
  {
    name: 'booking',
    sources: core(
      'appointments/change-status',
      'appointments/cancel',
      'appointments/actions',
      'appointments/restore',
      'deposit-ledger/withdraw',
    ),
    tests: [
      ...core('appointments/actions.test'),
      ...contract(
        'cancel-appointment',
        'confirm-appointment',
        'action-pairs',
        'appointment-races',
        'deposit-transitions',
        'emissions',
      ),
    ],
  },
  {
    name: 'idempotency',
    sources: [
      ...core('change/unit-of-work', 'change/transaction', 'change/idempotency-record'),
      ...api('idempotency'),
    ],
    tests: [...rules('idempotency', 'repeated-transactions'), ...contract('create-client')],
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
      ...webhooks('signature.test', 'retry-schedule.test', 'receivers.test', 'send.test'),
      ...contract('rotate-webhook-secret'),
      ...e2e('delivery-retries'),
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
    tests: [
      ...delivery('lanes/batched-query.test'),
      ...e2e('delivery-fan-out', 'delivery-meanwhile', 'delivery-signed'),
    ],
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
      ...delivery(
        'health/health.test',
        'health/health-report.test',
        'health/pauses.test',
        'lanes/retry-while-unavailable.test',
      ),
      ...e2e('delivery-retries', 'delivery-lanes', 'delivery-standstill', 'delivery-signed'),
      ...contract('redeliver', 'list-deliveries', 'update-webhook', 'test-webhook'),
      ...e2e('delivery-meanwhile', 'delivery-masking', 'delivery-chat'),
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
      'keys/find-api-key',
      'keys/key-cache',
    ),
    tests: [
      ...rules('scopes', 'keys', 'isolation'),
      ...contract('dashboard-session'),
      ...rules('trpc-procedures'),
      ...contract('dashboard-webhooks', 'internal-error', 'openapi-document', 'outcomes'),
      ...rules('idempotency', 'service-unavailable'),
    ],
  },
  {
    name: 'rights',
    sources: [
      ...core('accounts/session', 'accounts/sign-in', 'accounts/device', 'accounts/sign-out'),
      ...api('session', 'origins', 'cookies'),
    ],
    tests: contract('dashboard-session', 'dashboard-sign-in'),
  },
  {
    name: 'masking',
    sources: webhooks('mask', 'secret-spans', 'secret-words', 'find-words', 'decoded-layers'),
    tests: [...webhooks('mask.test', 'secret-spans.test'), ...e2e('delivery-masking')],
  },
  {
    name: 'masking',
    sources: [
      ...core('ground/log', 'webhooks/credentials'),
      ...webhooks('spellings', 'substring-index'),
    ],
    tests: [
      ...webhooks('mask.test', 'secret-spans.test'),
      ...rules('logs'),
      ...contract('update-webhook', 'create-webhook'),
      ...e2e('delivery-masking'),
    ],
  },
  {
    name: 'retention',
    sources: [...core('retention'), ...delivery('lanes/sweep')],
    tests: e2e(
      'delivery-lanes',
      'expiry',
      'delivery-retention',
      'delivery-standstill',
      'delivery-backlog',
    ),
  },
]
