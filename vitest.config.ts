import { defineConfig } from 'vitest/config'
import { program } from './test/support/programs.ts'
import { restTests } from './test/support/rest-tests.ts'

const shared = {
  globalSetup: ['test/support/global-setup.ts'],
  setupFiles: ['test/times/file-cpu.ts'],
  // They end what hangs. What is quick is no longer so on a busy machine: no test is judged by them.
  testTimeout: 90_000,
  hookTimeout: 120_000,
}

/**
 * Each file has a process of its own and loads all modules anew: they change what modules are made of, watch how they
 * load, or measure memory.
 */
const WITH_A_PROCESS_OF_THEIR_OWN = [
  'packages/webhooks/src/fetch-once-memory.test.ts',
  'test/rules/limits-{agents,calendars,deliveries,docs,inputs,records,requests,streams,templates,visitors}.test.ts',
  'test/rules/regular-expressions.test.ts',
]

/** Files share the modules of their worker: to load the service for each took half of the time of all tests. */
const project = (name: string, ...include: readonly string[]) => ({
  test: {
    ...shared,
    name,
    include: [...include],
    exclude: [...WITH_A_PROCESS_OF_THEIR_OWN],
    isolate: false,
  },
})

/** The contract tests of REST once more, each call made with the SDK where the SDK can make it. */
const throughTheSdk = {
  test: {
    ...shared,
    name: 'through the sdk',
    include: restTests(),
    exclude: [
      // What two creations without a key do: the SDK sends a key with each.
      'test/contract/appointments/create-sessions.test.ts',
    ],
    globalSetup: [...shared.globalSetup, 'test/support/through-sdk-share.ts'],
    provide: { throughSdk: true },
    isolate: false,
  },
}

/** What writes, waits for locks, reads what was written, listens, delivers and drops what is old. */
const BEHIND_THE_POOLER = [
  'test/contract/races/{actions,bookings,bookings-changed,merging,series}.test.ts',
  'test/contract/feed/list.test.ts',
  'test/contract/live/changes.test.ts',
  'test/contract/queue/timers.test.ts',
  'test/rules/sync.test.ts',
  'test/e2e/delivery-retention.test.ts',
]

/** A part of the contract once more, on sessions that a pooler shares. */
const behindThePooler = {
  test: {
    ...shared,
    name: 'behind the pooler',
    include: program('pgbouncer') === null ? [] : [...BEHIND_THE_POOLER],
    globalSetup: [...shared.globalSetup, 'test/support/pooler-share.ts'],
    isolate: false,
  },
}

export default defineConfig({
  test: {
    // Two even on two cores: tests that wait for clocks and processes leave room for others.
    maxWorkers: 2,
    reporters: ['default', './test/support/skipped-for.ts', './test/times/reporter.ts'],
    projects: [
      project(
        'unit',
        'packages/*/src/**/*.test.ts',
        'prisma/src/**/*.test.ts',
        'apps/*/src/**/*.test.ts',
        'scripts/**/*.test.ts',
      ),
      project('contract', 'test/contract/**/*.test.ts'),
      project('rules', 'test/rules/**/*.test.ts'),
      throughTheSdk,
      behindThePooler,
      { test: { ...shared, name: 'own process', include: WITH_A_PROCESS_OF_THEIR_OWN } },
      project('browser', 'test/browser/**/*.test.ts'),
      project('end to end', 'test/e2e/**/*.test.ts', 'test/bench/**/*.test.ts'),
    ],
  },
})
