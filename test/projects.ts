/** The groups of tests. Where a test stands decides which command runs it: see docs/internals/tests.md. */
import { program } from './support/programs.ts'

const shared = {
  globalSetup: ['test/support/global-setup.ts'],
  setupFiles: ['test/times/file-cpu.ts'],
  // Hang guards, not performance limits.
  testTimeout: 90_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
}

/** Each file has a process of its own: they change what modules are made of, watch how they load, or measure memory. */
export const ISOLATED = [
  'packages/webhooks/src/fetch-once-memory.test.ts',
  // It changes the schemas of procedures.
  'test/contract/stock-handler.test.ts',
  'test/rules/changed-limits.test.ts',
  'test/rules/regular-expressions.test.ts',
]

/** They write, wait for locks, read what was written, listen, deliver and drop what is old. */
const BEHIND_THE_POOLER = [
  'test/contract/races/{actions,bookings,bookings-changed,merging,series}.test.ts',
  'test/contract/events/list.test.ts',
  'test/contract/live/changes.test.ts',
  'test/contract/queue/timers.test.ts',
  'test/rules/sync.test.ts',
  'test/e2e/delivery-retention.test.ts',
]

/** One more than a small machine has cores: workers wait for PostgreSQL and for browsers most of the time. */
const BUSY_WORKERS = 3
/** Their tests wait for processes, timers and kills, so more of them share the cores. */
const WAITING_WORKERS = 6

type Options = {
  readonly waits?: boolean
  /** Of a test that failed. See SECOND_TRY. */
  readonly retry?: number
  readonly exclude?: readonly string[]
}

/** Files share the modules and the server of their worker. Groups run one after another, in their order. */
const project = (
  name: string,
  include: readonly string[],
  { waits = false, retry = 0, exclude = ISOLATED }: Options = {},
) => ({
  test: {
    ...shared,
    name,
    include: [...include],
    // Folders of tests have packages of their own, and links from one to the other.
    exclude: ['**/node_modules/**', ...exclude],
    isolate: false,
    retry,
    maxWorkers: waits ? WAITING_WORKERS : BUSY_WORKERS,
    sequence: { groupOrder: waits ? 1 : 0 },
  },
})

/**
 * For browsers and processes, which can be late by seconds on a busy machine. Other tests have one try: a rule or a race
 * that fails once in a hundred runs is a fault.
 */
const SECOND_TRY = { retry: 1 }

/** How a run reports: on the screen, then with what it skipped and tried twice, and with its times in a file. */
export const REPORTERS = ['default', './test/support/remarks.ts', './test/times/reporter.ts']

/** What `npm test` runs. */
export const PROJECTS = [
  project('unit', [
    'packages/*/src/**/*.test.ts',
    'prisma/src/**/*.test.ts',
    'apps/*/src/**/*.test.ts',
    'scripts/**/*.test.ts',
    'test/changed/**/*.test.ts',
    'test/support/**/*.test.ts',
  ]),
  project('contract', ['test/contract/**/*.test.ts']),
  project('rules', ['test/rules/**/*.test.ts']),
  {
    test: {
      ...shared,
      name: 'isolated',
      include: ISOLATED,
      maxWorkers: BUSY_WORKERS,
      sequence: { groupOrder: 0 },
    },
  },
  project('browser', ['test/browser/**/*.test.ts'], SECOND_TRY),
  project('stories', ['test/e2e/**/*.test.ts'], { waits: true, ...SECOND_TRY }),
]

/** What `npm run test:all` runs besides, with every row of the sampled tables. */
const pooled = project(
  'behind the pooler',
  program('pgbouncer') === null ? [] : BEHIND_THE_POOLER,
  { exclude: [] },
)
const n8n = project('n8n', ['test/n8n/**/*.test.ts'])
export const FURTHER_PROJECTS = [
  {
    test: {
      ...pooled.test,
      globalSetup: [...shared.globalSetup, 'test/support/pooler-share.ts'],
    },
  },
  project('full', ['test/full/**/*.test.ts'], { waits: true, ...SECOND_TRY }),
  project('deploy', ['test/deploy/**/*.test.ts']),
  project('runtimes', ['test/runtimes/**/*.test.ts']),
  project('generators', ['test/generators/**/*.test.ts']),
  {
    test: {
      ...n8n.test,
      globalSetup: [...shared.globalSetup, 'test/n8n/build.ts'],
    },
  },
  project('bench', ['apps/bench/**/*.test.ts']),
]
