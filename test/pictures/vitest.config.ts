/** Takes pictures of what `PICTURES_OF` names, into the folder that `PICTURES` names. */
import path from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: path.join(import.meta.dirname, '../..'),
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    include: [`test/pictures/take-${process.env['PICTURES_OF']}.ts`],
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
