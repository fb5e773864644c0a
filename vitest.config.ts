import { defineConfig } from 'vitest/config'

const shared = {
  globalSetup: ['test/support/global-setup.ts'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    // Two even on two cores: tests that wait for clocks and processes leave room for others.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'prisma/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      { test: { ...shared, name: 'contract', include: ['test/contract/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'rules',
          include: ['test/rules/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'end to end',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
