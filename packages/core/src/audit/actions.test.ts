import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { NOTES } from '../events/notes.ts'
import { OWNERS_ROOMS } from '../events/rooms.ts'
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
    const rows = AUDITED_ACTIONS.map(({ action, record, when, isEvent, isOwners }) => [
      `\`${action}\``,
      `\`${record}\``,
      isEvent ? 'yes' : 'no',
      isOwners ? 'owners' : 'everybody',
      when,
    ])
    const actions = table([['Action', 'Record', 'Event', 'For', 'When'], ...rows])
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

describe('what is for owners alone', () => {
  it('is whatever tells of their rooms', () => {
    const rooms = ['account', 'apiKeys', 'organization', 'webhooks']
    expect(OWNERS_ROOMS).toEqual(new Set(rooms))
    const expected = Object.entries(NOTES).flatMap(([action, { room }]) =>
      rooms.includes(room) ? [action] : [],
    )
    const hidden = AUDITED_ACTIONS.filter(({ isOwners }) => isOwners).map(({ action }) => action)
    expect(hidden).toEqual([...expected, 'webhook.disabled', 'webhook.failing'].toSorted())
    expect(hidden).toEqual(expect.arrayContaining(['api_key.created', 'user.signed_in']))
  })

  // `audit.list` finds the entries of a record by its id alone.
  it('is all that is told of a record, or nothing of it', () => {
    for (const record of AUDITED_RECORDS) {
      const ofIt = AUDITED_ACTIONS.filter((one) => one.record === record)
      expect([record, new Set(ofIt.map(({ isOwners }) => isOwners)).size]).toEqual([record, 1])
    }
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
    expect(actionsOf({ access: 'owner', selectors, record })).toEqual(expected)
    if (expected !== null) {
      const seen = expected.filter((action) => !action.startsWith('api_key.'))
      expect(actionsOf({ access: 'manager', selectors, record })).toEqual(seen)
    }
  })

  it('of everything, for a manager: what is not for owners alone', () => {
    const asked = { access: 'manager', selectors: undefined, record: undefined } as const
    expect(actionsOf(asked)).toEqual(
      AUDITED_ACTIONS.filter(({ isOwners }) => !isOwners).map(({ action }) => action),
    )
  })
})
