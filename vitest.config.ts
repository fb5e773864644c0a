import { defineConfig } from 'vitest/config'

const shared = {
  globalSetup: ['test/support/global-setup.ts'],
  // They end what hangs. What is quick is no longer so on a busy machine: no test is judged by them.
  testTimeout: 90_000,
  hookTimeout: 120_000,
}

const project = (name: string, ...include: readonly string[]) => ({
  test: { ...shared, name, include: [...include] },
})

export default defineConfig({
  test: {
    // Two even on two cores: tests that wait for clocks and processes leave room for others.
    maxWorkers: 2,
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
      project('browser', 'test/browser/**/*.test.ts'),
      project('end to end', 'test/e2e/**/*.test.ts'),
    ],
  },
})
