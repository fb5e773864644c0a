import { defineConfig } from 'vitest/config'
import { FURTHER_PROJECTS, PROJECTS } from './test/projects.ts'

/** Every test there is. The rows of sampled tables are all tried where `TEST_EXTENT` is `all`. */
export default defineConfig({
  test: {
    reporters: [
      'default',
      './test/support/skipped-for.ts',
      './test/support/second-try.ts',
      './test/times/reporter.ts',
    ],
    projects: [...PROJECTS, ...FURTHER_PROJECTS],
  },
})
