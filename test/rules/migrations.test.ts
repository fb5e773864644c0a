/** What every migration must be, so that it can be applied while the service runs: docs/upgrades.md. */
import { PAST } from '@scheduling/database/migrate'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const PROJECT = path.join(import.meta.dirname, '../..')
const MIGRATIONS = path.join(PROJECT, 'prisma/migrations')
const LINTER = path.join(PROJECT, 'test/node_modules/.bin/squawk')

const files = readdirSync(MIGRATIONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !(entry.name in PAST))
  .map(({ name }) => path.join(MIGRATIONS, name, 'migration.sql'))

const isConcurrent = (file: string): boolean =>
  readFileSync(file, 'utf8').includes('-- Under load: concurrent')

/** What the linter has against these files: `rule at FILE:LINE: words`. */
function complaints(scripts: readonly string[]): string[] {
  return [true, false].flatMap((inTransaction) => {
    const some = scripts.filter((file) => isConcurrent(file) !== inTransaction)
    if (some.length === 0) return []
    const { stdout, stderr, status } = spawnSync(
      LINTER,
      [
        '--config',
        path.join(PROJECT, 'prisma/squawk.toml'),
        '--reporter',
        'json',
        ...(inTransaction ? ['--assume-in-transaction'] : []),
        ...some,
      ],
      { encoding: 'utf8' },
    )
    if (status !== 0 && status !== 1) throw new Error(`The linter failed: ${stderr}`)
    const found: { rule_name: string; file: string; line: number; message: string }[] =
      JSON.parse(stdout)
    // The runner itself sees to what a concurrent one left half built.
    const own = found.filter((one) => inTransaction || one.rule_name !== 'prefer-robust-stmts')
    return own.map(
      ({ rule_name, file, line, message }) =>
        `${rule_name} at ${path.relative(MIGRATIONS, file)}:${line + 1}: ${message}`,
    )
  })
}

/** Lines that switch a rule off without a line above that says why. */
function withoutReason(file: string): number[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, index) =>
    line.includes('squawk-ignore') && !/^-- Allowed: .{20}/.test(lines[index - 1] ?? '')
      ? [index + 1]
      : [],
  )
}

function script(sql: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'migration-')), 'migration.sql')
  writeFileSync(file, sql)
  return file
}

describe('every migration since heads say what happens under load', () => {
  it('says it', () => {
    expect(files.filter((file) => !readFileSync(file, 'utf8').includes('-- Under load: '))).toEqual(
      [],
    )
  })

  it('passes the linter, or names the exception and why', () => {
    expect(existsSync(LINTER)).toBe(true)
    expect(complaints(files)).toEqual([])
    expect(files.filter((file) => withoutReason(file).length > 0)).toEqual([])
  })
})

describe('the linter', () => {
  it.each([
    ['require-concurrent-index-creation', 'CREATE INDEX a ON deposit (id);'],
    ['require-concurrent-index-deletion', 'DROP INDEX deposit_to_issue;'],
    ['constraint-missing-not-valid', 'ALTER TABLE deposit ADD CONSTRAINT a CHECK (id > 0);'],
    ['adding-required-field', 'ALTER TABLE deposit ADD a integer NOT NULL;'],
    [
      'adding-field-with-default',
      'ALTER TABLE deposit ADD a timestamptz DEFAULT clock_timestamp();',
    ],
    ['changing-column-type', 'ALTER TABLE deposit ALTER status TYPE text;'],
    ['ban-drop-column', 'ALTER TABLE deposit DROP COLUMN status;'],
    ['ban-drop-table', 'DROP TABLE deposit;'],
    ['renaming-column', 'ALTER TABLE deposit RENAME status TO state;'],
    ['renaming-table', 'ALTER TABLE deposit RENAME TO deposits;'],
    ['adding-not-nullable-field', 'ALTER TABLE deposit ALTER status SET NOT NULL;'],
    ['prefer-robust-stmts', 'CREATE INDEX CONCURRENTLY a ON deposit (id);'],
  ])('knows %s', (rule, sql) => {
    expect(complaints([script(sql)]).join('\n')).toContain(`${rule} at `)
  })

  it('lets pass what is safe', () => {
    const safe = [
      'ALTER TABLE deposit ADD a integer NOT NULL DEFAULT 0;',
      'CREATE TABLE a (id integer PRIMARY KEY, b integer CHECK (b > 0)); CREATE INDEX a_b ON a (b);',
      'ALTER TABLE deposit ADD CONSTRAINT a CHECK (id > 0) NOT VALID;',
      '-- Under load: concurrent\nCREATE INDEX CONCURRENTLY a ON deposit (id);\nDROP INDEX CONCURRENTLY IF EXISTS b;',
      '-- Allowed: nothing has read it since the version before.\n-- squawk-ignore ban-drop-column\nALTER TABLE deposit DROP COLUMN status;',
    ]
    expect(complaints(safe.map(script))).toEqual([])
  })

  it('is switched off for a statement only with a reason', () => {
    const statement = '-- squawk-ignore ban-drop-table\nDROP TABLE deposit;'
    expect(withoutReason(script(statement))).toEqual([1])
    expect(withoutReason(script(`-- Allowed: it was never written to.\n${statement}`))).toEqual([])
  })
})
