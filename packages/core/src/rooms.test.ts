/** Which rooms of this package may import from which. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'

/**
 * The rooms, lowest first. A room imports from the rows above its own in this table, and never from its own row. A
 * file outside of all folders is a room of its own.
 */
const LAYERS: readonly (readonly string[])[] = [
  // What the service promises, and what everything stands on.
  ['contract'],
  ['ground'],
  ['context.ts'],
  ['links'],
  // Where requests of this service may go.
  ['addresses'],
  // Whom clients pay.
  ['payments'],
  // For tests alone.
  ['testing'],
  // How something changes, is listed and is called.
  ['events'],
  ['change'],
  ['lists'],
  ['procedure'],
  // The resources. One that contains or uses another comes after it.
  ['accounts', 'keys', 'settings'],
  ['professionals'],
  ['services'],
  ['clients'],
  ['deposit-ledger'],
  ['booking'],
  ['appointments', 'availability', 'queue'],
  // What the team writes about clients and appointments for itself.
  ['team-notes'],
  // Appointments in the calendars of others.
  ['calendars'],
  // What changes under appointments that were booked.
  ['impact'],
  ['schedule', 'service-changes', 'professional-changes'],
  ['imports'],
  ['banking', 'deposits', 'merging', 'organization', 'specialties'],
  ['public-booking'],
  ['waitlist'],
  ['audit', 'feed', 'team'],
  ['live'],
  ['webhooks'],
  ['messages'],
  ['persons'],
  ['test-clock'],
  // The package as a whole.
  ['service.ts', 'retention.ts'],
  ['router.ts'],
  // What is made of procedures, through the router: whole lists as files, the tools of agents.
  ['agents', 'downloads'],
  ['index.ts'],
]

type Import = { readonly from: string; readonly to: string }

const source = import.meta.dirname
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const imports: readonly Import[] = files.flatMap((from) =>
  relativeImports(from).map((to) => ({ from, to })),
)

describe('the rooms', () => {
  it('are those of the table, each once', () => {
    expect([...new Set(files.map(roomOf))].toSorted()).toEqual(LAYERS.flat().toSorted())
  })

  it('import from rooms of lower layers only', () => {
    const upwards = imports.filter(
      ({ from, to }) => roomOf(from) !== roomOf(to) && layerOf(from) <= layerOf(to),
    )
    expect(upwards.map(told)).toEqual([])
  })

  it('meet through shapes and rules: a procedure is imported by the routers only', () => {
    const routers = new Set(
      importedBy('router.ts').filter((file) => path.posix.basename(file) === 'index.ts'),
    )
    const procedures = new Set(
      [...routers].flatMap(importedBy).filter((file) => roomOf(file) !== 'procedure'),
    )
    expect(procedures).toContain('appointments/create.ts')
    const borrowed = imports.filter(
      ({ from, to }) => procedures.has(to) && !routers.has(from) && roomOf(from) !== roomOf(to),
    )
    expect(borrowed.map(told)).toEqual([])
  })
})

function importedBy(file: string): string[] {
  return imports.filter(({ from }) => from === file).map(({ to }) => to)
}

function told({ from, to }: Import): string {
  return `${from} imports ${to}`
}

function roomOf(file: string): string {
  return file.split('/', 1)[0] ?? file
}

function layerOf(file: string): number {
  return LAYERS.findIndex((rooms) => rooms.includes(roomOf(file)))
}

/** The files that a file imports or exports from, types included; paths from the source folder. */
function relativeImports(file: string): string[] {
  const { module, errors } = parseSync(file, readFileSync(path.join(source, file), 'utf8'))
  expect(errors).toEqual([])
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ]
  const targets = requests
    .filter((request) => request.startsWith('.'))
    .map((request) => path.posix.join(path.posix.dirname(file), request))
  return [...new Set(targets)]
}
