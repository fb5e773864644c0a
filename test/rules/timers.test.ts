/** The table of timers in docs/internals/worker.md: each timer has its tests, and each job its row. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '../support/limit-rows.ts'

const project = path.join(import.meta.dirname, '../..')
const page = readFileSync(path.join(project, 'docs/internals/worker.md'), 'utf8')
const chapter = /^### Timers\n(.*?)^### /ms.exec(page)?.[1] ?? ''
const rows = rowsOf(chapter)

/** Jobs of the timetable that keep house, and end nothing that a caller knows of. */
const HOUSEKEEPING = ['drop_counters', 'seal_addresses', 'make_partitions']

describe('The table of timers', () => {
  it('names every timer of the contract', () => {
    expect(rows.map(([timer]) => timer)).toEqual([
      'deposits expire',
      'payments that were asked for are settled',
      'calls of the queue end',
      "days of the queue end, in the organization's zone",
      'holds expire',
      'offers of the waitlist and wishes end',
      'time is offered to who waits',
      'clients are reminded',
      'messages are sent, and tried again',
      'calendars elsewhere are read',
      'webhooks are retried',
      "a failing webhook's owner is warned",
      'the other webhooks are told of a failing one',
      'a webhook that failed for seven days is turned off',
      'deliveries end after a week of standstill',
      'a previous secret stops signing',
      'events, deliveries, attempts and requests are dropped',
      'receipts of `Idempotency-Key`s and sessions are dropped',
      'the clock of a test organization is moved',
      'traces of an erased client are removed',
    ])
  })

  it.each(rows.map(([timer = '', , ...cells]) => [timer, cells] as const))(
    '%s: its tests are there',
    (timer, cells) => {
      expect(cells).toHaveLength(3)
      for (const cell of cells) {
        if (timer === 'a previous secret stops signing' && cell === 'it has no state to change')
          continue
        const [, where = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(cell) ?? []
        const file = path.join(project, 'test', `${where}.test.ts`)
        expect(existsSync(file), cell).toBe(true)
        const source = readFileSync(file, 'utf8')
        const isThere = [`it('${title}'`, `it("${title}"`].some((text) => source.includes(text))
        expect(isThere, cell).toBe(true)
      }
    },
  )

  it('has every job of the timetable', () => {
    const tasks = readFileSync(path.join(project, 'apps/worker/src/tasks/index.ts'), 'utf8')
    const scheduled = [...tasks.matchAll(/task: '(\w+)'/g)].map(([, task = '']) => task)
    expect(scheduled.length).toBeGreaterThan(6)
    const named = new Set(rows.flatMap(([, jobs = '']) => jobs.match(/(?<=`)\w+(?=`)/g) ?? []))
    expect(scheduled.filter((task) => !named.has(task))).toEqual(HOUSEKEEPING)
    for (const task of scheduled) expect(page).toContain(`\`${task}\``)
  })
})
