/**
 * Runs tests with one fault in one source file. `MUTANT` holds it as JSON; without it nothing is changed.
 * `TEST_ORDER` names the test files, the first to run first.
 */
import path from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ISOLATED } from '../projects.ts'

const root = path.join(import.meta.dirname, '../..')

type Fault = { file: string; start: number; end: number; replacement: string }

function fault({ file, start, end, replacement }: Fault): Plugin {
  const isFaulty = (id: string) => id.split('?')[0] === path.join(root, file)
  return {
    name: 'fault',
    enforce: 'pre',
    // The cache of modules would give the fault of one run to the next.
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ id }) => (isFaulty(id) ? false : null))
    },
    transform(code, id) {
      if (!isFaulty(id)) return null
      return { code: code.slice(0, start) + replacement + code.slice(end), map: null }
    },
  }
}

const mutant = process.env['MUTANT']
const order = JSON.parse(process.env['TEST_ORDER'] ?? '[]') as readonly string[]

class InOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => order.indexOf(path.relative(root, moduleId))
    return Promise.resolve(files.toSorted((a, b) => rank(a) - rank(b)))
  }
}

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
    sequence: { sequencer: InOrder },
    isolate: order.some((file) => ISOLATED.includes(file)),
    maxWorkers: 1,
    bail: 1,
  },
})
