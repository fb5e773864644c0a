import { defineConfig } from 'vitest/config'
import { PROJECTS } from './test/projects.ts'

/** What `npm test` runs. `npm run test:all` runs `vitest.all.config.ts`. */
export default defineConfig({
  test: {
    reporters: [
      'default',
      './test/support/skipped-for.ts',
      './test/support/second-try.ts',
      './test/times/reporter.ts',
    ],
    projects: PROJECTS,
  },
})
