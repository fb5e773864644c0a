/** `pnpm bench <name> [part]`: runs one bench. Figures are printed; what is wrong ends it with 1. */
import { runSlots } from './slots.ts'
import { runStatements } from './statements.ts'
import { runWebhooks, WEBHOOK_PARTS } from './webhooks.ts'

type Bench = {
  /** What may follow the name. */
  readonly parts: readonly string[]
  /** @throws when something is not only slow but wrong */
  run(part: string | undefined): Promise<void>
}

const BENCHES: Readonly<Record<string, Bench>> = {
  slots: { parts: [], run: runSlots },
  statements: { parts: [], run: runStatements },
  webhooks: { parts: WEBHOOK_PARTS, run: runWebhooks },
}

const [name = '', part, ...rest] = process.argv.slice(2).filter((word) => word !== '--')
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
const isKnown = part === undefined || bench?.parts.includes(part) === true
if (bench === undefined || !isKnown || rest.length > 0) {
  const lines = Object.entries(BENCHES).map(([known, { parts }]) =>
    parts.length === 0 ? known : `${known} [${parts.join('|')}]`,
  )
  console.error(`Usage: pnpm bench ${lines.join(' | pnpm bench ')}`)
  process.exit(1)
}
try {
  await bench.run(part)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
