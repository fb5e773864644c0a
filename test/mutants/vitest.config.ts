/** Runs tests with one fault in one source file. `MUTANT` holds it as JSON; without it nothing is changed. */
import { defineConfig, type Plugin } from 'vitest/config'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

type Fault = { file: string; start: number; end: number; replacement: string }

function fault({ file, start, end, replacement }: Fault): Plugin {
  return {
    name: 'fault',
    enforce: 'pre',
    transform(code, id) {
      if (id.split('?')[0] !== path.join(root, file)) return null
      return { code: code.slice(0, start) + replacement + code.slice(end), map: null }
    },
  }
}

const mutant = process.env['MUTANT']

export default defineConfig({
  root,
  plugins: mutant === undefined ? [] : [fault(JSON.parse(mutant) as Fault)],
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/*/src/**/*.test.ts',
      'test/{contract,rules,e2e}/**/*.test.ts',
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
    bail: 1,
  },
})
