import { defineConfig } from 'vitest/config'
import { FURTHER_PROJECTS, PROJECTS, REPORTERS } from './test/projects.ts'

/** Every test there is. The rows of sampled tables are all tried where `TEST_EXTENT` is `all`. */
export default defineConfig({
  test: {
    reporters: REPORTERS,
    projects: [...PROJECTS, ...FURTHER_PROJECTS],
  },
})
