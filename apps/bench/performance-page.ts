/** docs/performance.md: a section for each bench, written when the bench has run. */
import { availableParallelism, totalmem } from 'node:os'
import type { Bench, Options } from './bench.ts'
import { BENCHES } from './benches.ts'
import { spread, verdict, type Figure, type Table } from './figures.ts'

const HEAD = `# Performance

\`pnpm bench\` writes this page, and \`pnpm bench NAME\` one section of it. Each figure stands beside a reference that was
measured in the same run, in turn with ours. Figures are medians, with the least and the most of the rounds behind
them. The ratio is ours divided by the reference. An aim compares the median of the ratios,
or of ours where the aim has a unit.

The API runs as in production: its own process, its own entry, limits on but raised by \`LIMITS_SCALE\`, requests counted
in memory as by \`npm start\`. The reference is written by hand with Fastify and \`pg\`, on the same database: the same rows
and columns, no key, no limits, no checks. A second line compares with the same reference when it prepares its
statements, and so do the lines of processor time. The load comes from a third process.
`

export function sectionOf(
  name: string,
  { about }: Bench,
  measured: readonly (Figure | Table)[],
  machine: string,
): string {
  const figures = measured.filter((one) => 'what' in one)
  const tables = measured.filter((one) => 'head' in one)
  const all = figures.length === 0 ? tables : [tableOf(figures), ...tables]
  const text = all.flatMap((table) => [...linesOf(table), ''])
  return [`## \`${name}\``, '', about, '', ...text, machine, ''].join('\n')
}

function tableOf(figures: readonly Figure[]): Table {
  const rows = figures.map((figure) => [
    figure.what,
    figure.ours,
    figure.reference,
    figure.ratios.length === 0 ? '' : spread(figure.ratios, '', 2),
    verdict(figure),
  ])
  return { head: ['What', 'Ours', 'Reference', 'Ratio', 'Aim'], rows }
}

export function linesOf({ head, rows }: Table): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}

/** Cores and versions: what a figure depends on, and nothing that names the machine. */
export function machineLine(postgres: string, { rounds, seconds }: Options): string {
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${availableParallelism()} cores, ${memory} GB, Node.js ${process.versions.node}, PostgreSQL ${postgres}; ${rounds} rounds of ${seconds} seconds.`
}

const STATEMENTS = 'statements per route'

/** What a route asks of the database, as a test holds it. */
export type Budgets = Readonly<
  Record<string, { readonly statements: number; readonly roundTrips: number }>
>

/** The page with the table of what each route asks of the database. */
export function withStatements(page: string, budgets: Budgets): string {
  const rows = Object.entries(budgets).map(
    ([route, { statements, roundTrips }]) => `| ${route} | ${statements} | ${roundTrips} |`,
  )
  const section = [
    `## \`${STATEMENTS}\``,
    '',
    'With the key cached and requests counted in memory. BEGIN and COMMIT are counted. A test holds each number.',
    '',
    '| Route | Statements | Round trips |',
    '| --- | --- | --- |',
    ...rows,
  ]
  return withSection(page, STATEMENTS, section.join('\n'))
}

/** The page with this section in its place; sections of benches that are no more are left out. */
export function withSection(page: string, name: string, section: string): string {
  const sections = new Map<string, string>()
  for (const text of page.split(/^(?=## )/m)) {
    const title = /^## `([^`]+)`/.exec(text)?.[1]
    if (title !== undefined) sections.set(title, text.trimEnd())
  }
  sections.set(name, section.trimEnd())
  const known = [...BENCHES.keys(), STATEMENTS].flatMap((one) => sections.get(one) ?? [])
  return `${[HEAD.trimEnd(), ...known].join('\n\n')}\n`
}
