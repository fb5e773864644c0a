/** Which parts of the tests a changed file can break. */

type Row = {
  /** Globs of changed files, from the root of the project. */
  readonly changed: readonly string[]
  /** Folders and files of tests. A part that is not there yet, or no more, fails the test of this table. */
  readonly tests: readonly string[]
  /** Scripts of `package.json` that run after the tests. */
  readonly scripts?: readonly string[]
}

const SERVICE = ['test/contract', 'test/rules']
const DELIVERY = ['packages/delivery', 'packages/webhooks', 'apps/worker', 'test/contract/webhooks']
const STORIES = ['test/e2e', 'test/full']

/** Each row that matches counts. A changed test runs itself alone. */
export const TABLE: readonly Row[] = [
  { changed: ['packages/availability/**'], tests: ['packages/availability', ...SERVICE] },
  { changed: ['packages/events/**'], tests: ['packages/events', ...SERVICE, ...STORIES] },
  {
    changed: ['packages/webhooks/**', 'packages/delivery/**', 'apps/worker/**', 'patches/**'],
    tests: [...DELIVERY, 'test/rules', ...STORIES],
  },
  {
    changed: ['packages/messaging/**'],
    tests: [
      'packages/messaging',
      'test/contract/messaging',
      'test/contract/public-booking',
      'test/browser/mails.test.ts',
      ...STORIES,
    ],
  },
  { changed: ['packages/brand/**'], tests: ['packages/messaging', 'apps/pages'] },
  {
    changed: ['packages/icalendar/**'],
    tests: ['packages/icalendar', 'test/contract/calendars', 'test/full/busy-calendars.test.ts'],
  },
  {
    changed: ['packages/payments/**'],
    tests: ['packages/payments', 'test/contract/payments', 'test/contract/deposits'],
  },
  {
    changed: ['packages/client/**'],
    tests: ['apps/release', 'packages/client', 'test/contract/client', 'apps/dashboard'],
  },
  {
    changed: [
      'packages/sdk/**',
      'packages/sdk-python/**',
      'packages/sdk-php/**',
      'packages/client-code/**',
    ],
    tests: [
      'apps/release',
      'packages/sdk',
      'packages/client-code',
      'test/contract/sdk',
      'test/contract/cli',
      'test/runtimes',
    ],
  },
  {
    changed: ['packages/telemetry/**', 'packages/operations/**'],
    tests: ['packages/telemetry', 'packages/operations', 'test/rules', ...STORIES],
  },
  {
    changed: ['packages/core/**'],
    tests: ['packages/core', ...SERVICE, ...STORIES, 'test/browser'],
  },
  { changed: ['apps/api/**'], tests: ['apps/api', ...SERVICE, ...STORIES, 'test/generators'] },
  { changed: ['apps/operator/**'], tests: ['test/e2e', 'test/full'] },
  { changed: ['apps/dashboard/**'], tests: ['apps/dashboard', 'test/browser/dashboard'] },
  {
    changed: ['apps/pages/**'],
    tests: ['apps/pages', 'test/contract/pages', 'test/contract/public-booking', 'test/browser'],
  },
  { changed: ['apps/cli/**'], tests: ['apps/cli', 'apps/release', 'test/contract/cli'] },
  {
    changed: ['apps/release/**', 'packages/published/**'],
    tests: [
      'apps/release',
      'test/contract/downloads',
      'test/contract/docs.test.ts',
      'test/runtimes',
    ],
  },
  { changed: ['apps/standalone/**'], tests: ['test/e2e', 'test/full'] },
  {
    changed: ['prisma/**'],
    tests: ['prisma', 'packages', 'apps', ...SERVICE, ...STORIES, 'test/browser'],
  },
  { changed: ['deploy/**', 'deploy/**/.*', 'test/deploy/**'], tests: ['test/deploy'] },
  { changed: ['scripts/**', '.ci/**'], tests: ['scripts', 'test/full'] },
  {
    changed: ['docs/**', 'README.md', 'CONTRIBUTING.md'],
    tests: ['test/contract', 'test/full', 'apps/api'],
  },
  {
    changed: [
      'test/support/**',
      'test/{contract,rules,e2e,full,browser}/**',
      'test/projects.ts',
      'vitest*.config.ts',
    ],
    tests: [
      ...SERVICE,
      ...STORIES,
      'test/browser',
      'test/deploy',
      'test/runtimes',
      'test/generators',
    ],
  },
  { changed: ['integrations/n8n/**', 'test/n8n/**'], tests: ['test/n8n'] },
  { changed: ['test/generators/**'], tests: ['test/generators'] },
  { changed: ['test/runtimes/**'], tests: ['test/runtimes'] },
  { changed: ['test/agents/**'], tests: ['test/contract/mcp'] },
  { changed: ['test/arrangement/**'], tests: ['test/full', 'apps/bench'] },
  { changed: ['apps/bench/**'], tests: ['apps/bench'] },
  {
    changed: ['apps/bench/chaos/**'],
    tests: ['apps/bench/chaos'],
    scripts: ['bench chaos --kills 20'],
  },
  { changed: ['test/mutants/**'], tests: [], scripts: ['mutants'] },
  {
    changed: ['package.json', '*/package.json', '*/*/package.json', 'pnpm-*.yaml'],
    tests: ['packages', 'apps', 'prisma', 'scripts', 'test'],
  },
  {
    changed: [
      'turbo.json',
      'knip.json',
      'tsconfig*.json',
      '**/tsconfig.json',
      '.*',
      'test/*.ts',
      'test/times/**',
      'test/changed/**',
      'test/pictures/**',
    ],
    tests: [],
  },
]
