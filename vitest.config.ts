import { defineConfig } from 'vitest/config'
import { PROJECTS, REPORTERS } from './test/projects.ts'

/** What `npm test` runs. `npm run test:all` runs `vitest.all.config.ts`. */
export default defineConfig({
  test: {
    reporters: REPORTERS,
    projects: PROJECTS,
  },
})
