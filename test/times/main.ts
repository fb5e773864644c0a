/** `node test/times/main.ts`: writes the tables of `docs/internals/tests.md` from the times of the last run of the tests. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { TIMES_FILE, type FileTimes, type SuiteTimes } from './reporter.ts'

const PAGE = path.join(import.meta.dirname, '../../docs/internals/tests.md')
const LONG_MS = 5000

const times: SuiteTimes = JSON.parse(readFileSync(TIMES_FILE, 'utf8'))
const page = readFileSync(PAGE, 'utf8')
writeFileSync(PAGE, withSection(withSection(page, 'groups', groups()), 'long', longFiles()))

function groups(): string {
  const names = [...new Set(times.files.map(({ project }) => project))]
  const rows = names.map((name) => {
    const files = times.files.filter(({ project }) => project === name)
    return [name, files.length, sum(files, 'tests'), ...costs(files)]
  })
  const whole = ['all', times.files.length, sum(times.files, 'tests'), ...costs(times.files)]
  const machine = times.cpuMs === null ? 'not known here' : seconds(times.cpuMs)
  return [
    `The whole run took ${seconds(times.wallMs)} of wall time and ${machine} of CPU, PostgreSQL and child processes included.`,
    '',
    ...table(
      ['Group', 'Files', 'Tests', 'Imports and set-up', 'Tests and hooks', 'CPU of the workers'],
      [...rows, whole],
    ),
  ].join('\n')
}

function longFiles(): string {
  const files = times.files
    .filter(({ setUpMs, testsMs }) => setUpMs + testsMs > LONG_MS)
    .toSorted((a, b) => b.setUpMs + b.testsMs - a.setUpMs - a.testsMs)
  return table(
    ['File', 'Group', 'Tests', 'Imports and set-up', 'Tests and hooks', 'CPU of the worker'],
    files.map((file) => [`\`${file.file}\``, file.project, file.tests, ...costs([file])]),
  ).join('\n')
}

function costs(files: readonly FileTimes[]): string[] {
  return (['setUpMs', 'testsMs', 'cpuMs'] as const).map((name) => seconds(sum(files, name)))
}

function sum(files: readonly FileTimes[], name: 'tests' | 'setUpMs' | 'testsMs' | 'cpuMs'): number {
  return files.reduce((total, file) => total + file[name], 0)
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

function table(
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [
    line(heads),
    line(heads.map((_, index) => (index < 2 ? '---' : '---:'))),
    ...rows.map(line),
  ]
}

/** @throws when the page lacks the marks of the section */
function withSection(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`The page has no section ${begin}.`)
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`
}
