import {
  ALLOWED,
  appRouter,
  DOWNLOADS,
  IMPORT_ACCESS,
  proceduresOf,
  type Group,
} from '@scheduling/core'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { mayCall } from '@scheduling/dashboard/access'
import { MAIN_TASKS } from '@scheduling/dashboard/tasks'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const TABLE = `${ROOT}/apps/dashboard/src/access/table.ts`
const GUIDE = `${ROOT}/docs/dashboards/people.md`
const MARK = '<!-- table: accesses -->'

const groups: readonly (readonly [string, Group])[] = [
  ...proceduresOf(appRouter).flatMap(({ name, endpoint }) =>
    endpoint === null ? [] : [[name, endpoint.access] as const],
  ),
  ...[...DOWNLOADS].map(([name, { access }]) => [`downloads.${name}`, access] as const),
  ['imports', IMPORT_ACCESS] as const,
].toSorted(([one], [other]) => (one < other ? -1 : 1))

// `vitest -u` writes it again.
it('the dashboard has the table that the procedures declare', async () => {
  const allowed = Object.entries(ALLOWED).map(
    ([group, accesses]) => `  ${group}: [${accesses.map((one) => `'${one}'`).join(', ')}],`,
  )
  const rows = groups.map(
    ([name, group]) => `  ${/^\w+$/.test(name) ? name : `'${name}'`}: '${group}',`,
  )
  const file = [
    '/** Who may call what, as the procedures declare it: written by `vitest run test/contract/account/accesses.test.ts -u`. */',
    'export const ALLOWED = {',
    ...allowed,
    '} as const',
    '',
    'export const GROUPS = {',
    ...rows,
    '} as const',
    '',
  ].join('\n')
  await expect(file).toMatchFileSnapshot(TABLE)
})

it('the guide has what the people page shows', async () => {
  const [before = '', after = ''] = readFileSync(GUIDE, 'utf8').split(MARK)
  const accesses = ALLOWED.everybody
  const cells = MAIN_TASKS.map(({ words, call, isOwn }) => [
    words.en,
    ...accesses.map((access) => {
      if (!mayCall(access, call)) return ''
      return access === 'professional' && isOwn ? 'own' : 'yes'
    }),
  ])
  const rows = [['', ...accesses.map((access) => `\`${access}\``)], ...cells]
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = '', ...body] = rows.map(line)
  const table = [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n')
  const rest = after.slice(after.indexOf('\n\n', 3))
  await expect(`${before}${MARK}\n\n${table}${rest}`).toMatchFileSnapshot(GUIDE)
})
