import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ACTION_SELECTORS, actionsOf, AUDITED_ACTIONS, AUDITED_RECORDS } from './actions.ts'

const PAGE = path.resolve(import.meta.dirname, '../../../../docs/dashboards/audit.md')
const MARK = '<!-- table: actions -->'

/** As the formatter writes it. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const [head = '', ...body] = rows.map((row) =>
    line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))),
  )
  return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n')
}

describe('the actions of the audit', () => {
  // `vitest -u` writes it again.
  it('stand in the guide, all of them', async () => {
    const [before = ''] = readFileSync(PAGE, 'utf8').split(MARK)
    const rows = AUDITED_ACTIONS.map(({ action, record, when, isEvent }) => [
      `\`${action}\``,
      `\`${record}\``,
      isEvent ? 'yes' : 'no',
      when,
    ])
    const actions = table([['Action', 'Record', 'Event', 'When'], ...rows])
    await expect(`${before}${MARK}\n\n${actions}\n`).toMatchFileSnapshot(PAGE)
  })

  it('have one kind of record each, and each group one name', () => {
    const names = AUDITED_ACTIONS.map(({ action }) => action)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(ACTION_SELECTORS).size).toBe(ACTION_SELECTORS.length)
    expect(ACTION_SELECTORS).toEqual(
      expect.arrayContaining(['api_key.*', 'api_key.created', 'queue.*', 'queue.entry.called']),
    )
    expect(ACTION_SELECTORS).not.toContain('ping')
    expect(AUDITED_RECORDS).toEqual(expect.arrayContaining(['client', 'organization', 'webhook']))
  })
})

describe('actionsOf', () => {
  it.each([
    [undefined, undefined, null],
    [['api_key.created'], undefined, ['api_key.created']],
    [['api_key.*'], undefined, ['api_key.created', 'api_key.revoked', 'api_key.updated']],
    [undefined, 'api_key', ['api_key.created', 'api_key.revoked', 'api_key.updated']],
    [['api_key.created', 'client.*'], 'api_key', ['api_key.created']],
    [['client.*'], 'api_key', []],
  ])('%j of %s', (selectors, record, expected) => {
    expect(actionsOf({ selectors, record })).toEqual(expected)
  })
})
