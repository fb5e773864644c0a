/**
 * `pnpm bench [NAME…] [--rounds N] [--seconds N] [--minutes N]
 * [--kills N] [--seed N] [--fault TEXT] [--keep-page]`: runs all benches, or some, and writes their
 * sections of docs/performance.md. An aim that is missed is told; what is wrong ends it with 1.
 * With `--keep-page`, or a fault of your own choice, the page stays as it is.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { STATEMENT_BUDGET } from '@scheduling/test/support/statement-budget.ts'
import type { Options } from './bench.ts'
import { BENCHES } from './benches.ts'
import { say } from './figures.ts'
import { linesOf, machineLine, sectionOf, withSection, withStatements } from './performance-page.ts'
import { openServer } from './stage/server.ts'

const PAGE = path.join(import.meta.dirname, '../../docs/performance.md')
const USAGE = `Usage: pnpm bench [${[...BENCHES.keys()].join('|')}]… [--rounds N] [--seconds N] [--minutes N] [--kills N] [--seed N] [--fault TEXT] [--keep-page]`

/** Requests at once. */
const CLIENTS = 16

type Asked = {
  readonly names: readonly string[]
  readonly options: Options
  readonly keepsPage: boolean
}

/** Null for what is not understood. */
function asked(words: readonly string[]): Asked | null {
  try {
    const { values, positionals } = parseArgs({
      args: words.filter((word) => word !== '--'),
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '6' },
        seconds: { type: 'string', default: '5' },
        minutes: { type: 'string', default: '60' },
        kills: { type: 'string', default: '100' },
        seed: { type: 'string', default: '1' },
        fault: { type: 'string' },
        'keep-page': { type: 'boolean', default: false },
      },
    })
    const numbers = {
      clients: CLIENTS,
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      minutes: Number(values.minutes),
      kills: Number(values.kills),
      seed: Number(values.seed),
    }
    const isSound =
      positionals.every((name) => BENCHES.has(name)) &&
      [numbers.rounds, numbers.kills, numbers.seed].every(Number.isInteger) &&
      Object.values(numbers).every((value) => value > 0 && value <= 1440)
    return isSound
      ? {
          names: positionals,
          options: { ...numbers, fault: values.fault ?? null },
          keepsPage: values['keep-page'] || values.fault !== undefined,
        }
      : null
  } catch {
    return null
  }
}

async function run({ names, options, keepsPage }: Asked): Promise<void> {
  const server = await openServer()
  try {
    for (const [name, bench] of BENCHES) {
      if (names.length > 0 && !names.includes(name)) continue
      console.log(`${name}: ${bench.about}`)
      const measured = await bench.run(server, options)
      for (const one of measured) {
        if ('what' in one) say(one)
        else console.log(linesOf(one).join('\n'))
      }
      if (keepsPage) continue
      const section = sectionOf(name, bench, measured, machineLine(server.version, options))
      const page = withSection(pageSoFar(), name, section)
      writeFileSync(PAGE, withStatements(page, STATEMENT_BUDGET))
    }
  } finally {
    await server.stop()
  }
}

function pageSoFar(): string {
  try {
    return readFileSync(PAGE, 'utf8')
  } catch {
    return ''
  }
}

const request = asked(process.argv.slice(2))
if (request === null) {
  console.error(USAGE)
  process.exit(1)
}
try {
  await run(request)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
