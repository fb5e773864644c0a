/** Every procedure: who may call it, what it tells, and which test calls it. */
import { ALLOWED, appRouter, maybe, proceduresOf, typesOf, type Emission } from '@scheduling/core'
import { expect, it } from 'vitest'
import { procedureRows, testOf } from '../support/outcomes.ts'

const PROCEDURES = proceduresOf(appRouter).map((procedure) => {
  const { name, endpoint } = procedure
  const rest = endpoint?.rest ?? null
  const route = rest === null ? name : `${rest.method} /v1${rest.path}`
  return { ...procedure, rest, test: testOf(route) ?? testOf(name) }
})

it('Every procedure has a test', () => {
  expect(PROCEDURES.filter(({ test }) => test === null).map(({ name }) => name)).toEqual([])
})

it('Every answer that a procedure without a path declares has a test', () => {
  const untested = procedureRows.filter(({ test }) => test === null)
  expect(untested.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([])
})

it('Every change declares its events, or what it notes, or both', () => {
  const silent = PROCEDURES.filter(
    ({ endpoint }) =>
      endpoint?.kind === 'change' && endpoint.emits === null && endpoint.notes.length === 0,
  )
  expect(silent.map(({ name }) => name)).toEqual([])
})

it('stands in the docs as it is', async () => {
  const lines = PROCEDURES.map((procedure) => {
    const { name, rest, endpoint, notes, emits, later, test } = procedure
    const cells = [
      `\`${name}\``,
      rest === null ? '' : `\`${rest.method} /v1${rest.path}\``,
      endpoint === null ? 'anyone' : ALLOWED[endpoint.access].join(', '),
      eventsOf([...Object.values(emits ?? {}).flat(), ...later.map(maybe)]),
      notes.map((action) => `\`${action}\``).join(', '),
      test === null ? '' : `\`${test.slice('test/contract/'.length)}\``,
    ]
    return `| ${cells.join(' | ')} |`
  })
  const page = [
    '# Every procedure',
    '',
    'Who may call it, the events that it emits, what it notes for the audit beside them, and the test that calls it. Events',
    'in parentheses come only when there is something to tell. The page is made from the declarations and from the titles',
    'of the tests; `vitest -u` writes it again.',
    '',
    '| Procedure | Over REST | Roles | Events | Notes | Test, in `test/contract` |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n')
  await expect(page).toMatchFileSnapshot('../../docs/procedures.md')
})

/** Each type once; one that some outcome always has is without parentheses. */
function eventsOf(emissions: readonly Emission[]): string {
  const always = new Set(emissions.filter((emission) => typeof emission === 'string'))
  const types = [...new Set(emissions.flatMap(typesOf))]
  return types.map((type) => (always.has(type) ? `\`${type}\`` : `(\`${type}\`)`)).join(', ')
}
