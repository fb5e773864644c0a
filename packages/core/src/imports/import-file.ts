/** A CSV file row by row, each in a transaction of its own. */
import type { FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { unitOfWork } from '../change/unit-of-work.ts'
import type { WriteContext } from '../change/write-context.ts'
import type { Context } from '../context.ts'
import { asProblem } from '../contract/as-problem.ts'
import type { FieldError, ProblemCode } from '../contract/problems.ts'
import { parsed } from '../contract/validation.ts'
import { inCountry } from '../ground/country.ts'
import { ON_MATCH } from '../clients/client.ts'
import { maybe, type Emission } from '../events/emissions.ts'
import type { Group } from '../procedure/accesses.ts'
import {
  APPOINTMENT_COLUMNS,
  AppointmentRowInput,
  importAppointment,
} from './import-appointment.ts'
import { CLIENT_COLUMNS, ClientRowInput, importClient } from './import-client.ts'
import { readRows, type ColumnNames, type Row } from './read-rows.ts'
import type { RowDone } from './row-done.ts'

/** Who of the team may import. */
export const IMPORT_ACCESS: Group = 'managers'

export const ImportInput = z.object({
  dry_run: z.boolean().default(false).meta({
    description: 'Whether to tell what would become of each row, and to change nothing.',
  }),
  on_match: z.enum(ON_MATCH).default('return').meta({
    description: 'Of clients: what happens to one that is there already, as in `POST /v1/clients`.',
  }),
})
type Options = z.output<typeof ImportInput>

type Import = {
  readonly columns: ColumnNames
  /** Of each of these, one. */
  readonly required: readonly ColumnNames[]
  /** The events of a row that changed something. */
  readonly emits: readonly Emission[]
  readonly run: (write: WriteContext, row: Row, options: Options) => Promise<RowDone>
}

/** Everything that can be imported, by the last segment of its address. */
const IMPORTS: ReadonlyMap<string, Import> = new Map<string, Import>([
  [
    'clients',
    {
      columns: CLIENT_COLUMNS,
      required: [['external_id', 'id'], ['first_name']],
      emits: [maybe('client.created'), maybe('client.updated')],
      run: (write, { cells }, options) =>
        importClient(write, parsed(ClientRowInput, nested(cells)), options.on_match),
    },
  ],
  [
    'appointments',
    {
      columns: APPOINTMENT_COLUMNS,
      required: [['external_id'], ['start'], ['service_ids']],
      emits: [
        maybe('client.created'),
        maybe('appointment.created'),
        maybe('client.first_appointment'),
      ],
      run: (write, { cells }) => {
        const { external_id, client_external_id, service_ids, professional_id, ...rest } =
          nested(cells)
        const named = { external_id, client_external_id, service_ids, professional_id }
        return importAppointment(write, parsed(AppointmentRowInput, { ...named, rest }))
      },
    },
  ],
])

/** The import of this name; null: there is none. */
export function importNamed(name: string): Import | null {
  return IMPORTS.get(name) ?? null
}

/** The report of each row, in the order of the file. */
export type RowReport = {
  readonly line: number
  readonly outcome: RowDone['outcome'] | 'refused'
  /** Of the record. Null: it was refused, or it would be created. */
  readonly id: number | null
  readonly code: ProblemCode | null
  readonly message: string | null
  readonly errors: readonly FieldError[]
}

/**
 * Reads the whole file and writes nothing, so that a file that can't be read to its end is refused before its first
 * row is imported.
 *
 * @throws as `readRows`
 */
export async function checkFile(file: FileHandle, { columns, required }: Import): Promise<void> {
  for await (const _row of readRows(file, columns, required)) void _row
}

/**
 * Imports the rows of a file, in order. It can end at any row: the same file, sent again, goes on where it ended, since
 * each row is known by its `external_id`. A dry run does the same, and undoes each row: it sees what is stored, and not
 * what other rows of the file would do.
 *
 * @param file that `checkFile` has read
 * @throws what is not a refusal of a row, such as a database that is away, or a session that has ended
 */
export async function* importFile(
  context: Context,
  name: string,
  file: FileHandle,
  options: Options,
): AsyncGenerator<RowReport> {
  const found = importNamed(name)
  if (found === null) throw new Error(`There is no import called ${name}.`)
  const seen = new Set<string>()
  for await (const row of readRows(file, found.columns, found.required)) {
    const field = 'external_id' in row.cells ? 'external_id' : 'id'
    const named = row.cells[field]?.trim() ?? ''
    const externalId = named === '' ? '' : `${field} ${named}`
    if (externalId !== '' && seen.has(externalId)) {
      const message = `Another row of this file has this \`${field}\`.`
      const errors = [{ field, code: 'already_in_use', message }] as const
      yield refused(row, { code: 'validation_error', message, errors })
      continue
    }
    seen.add(externalId)
    yield await importRow(context, found, row, options)
  }
}

async function importRow(
  context: Context,
  { emits, run }: Import,
  row: Row,
  options: Options,
): Promise<RowReport> {
  const name = 'import of a row'
  try {
    const answer = await unitOfWork(context, {
      name,
      declared: new Set(),
      emits: { ok: emits, preview: [] },
      notes: [],
      run: async (write) => ({
        outcome: options.dry_run ? 'preview' : 'ok',
        reply: await inCountry(context.organization, () => run(write, row, options)),
      }),
    })
    const done = Done.parse(answer.kind === 'fresh' ? answer.reply : null)
    const id = options.dry_run && done.outcome === 'created' ? null : done.id
    return { line: row.line, outcome: done.outcome, id, code: null, message: null, errors: [] }
  } catch (error) {
    const problem = asProblem(error)
    if (problem === null || !OF_ROWS.has(problem.status)) throw error
    return refused(row, { code: problem.code, message: problem.message, errors: problem.errors })
  }
}

const Done = z.object({ outcome: z.enum(['created', 'updated', 'unchanged']), id: z.int() })

/** Refusals of what the row says. Everything else ends the import: the next rows would fare no better. */
const OF_ROWS: ReadonlySet<number> = new Set([400, 403, 404, 409, 422])

function refused({ line }: Row, told: Pick<RowReport, 'code' | 'message' | 'errors'>): RowReport {
  return { line, outcome: 'refused', id: null, ...told }
}

/** `client.phone` and `metadata.crm` as the API has them; ids as the numbers that they are, and JSON as what it says. */
function nested(cells: Row['cells']): Record<string, unknown> {
  const plain: [string, unknown][] = []
  const inner = new Map<string, [string, string][]>()
  for (const [name, cell] of Object.entries(cells)) {
    const dot = name.indexOf('.')
    if (dot < 0) plain.push([name, valueOf(name, cell)])
    else {
      const map = name.slice(0, dot)
      inner.set(map, [...(inner.get(map) ?? []), [name.slice(dot + 1), cell]])
    }
  }
  const whole = Object.fromEntries(plain)
  const maps = [...inner].map(([map, fields]) => {
    const before = whole[map]
    return [
      map,
      isMap(before) ? { ...before, ...Object.fromEntries(fields) } : Object.fromEntries(fields),
    ] as const
  })
  return Object.fromEntries([...plain, ...maps])
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const IDS: ReadonlySet<string> = new Set(['id', 'client_id'])

function valueOf(name: string, cell: string): unknown {
  if (name === 'metadata') return mapIn(cell)
  return IDS.has(name) && /^\d{1,10}$/.test(cell.trim()) ? Number(cell) : cell
}

/** What is no JSON stays text, which the check of the field refuses. */
function mapIn(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}
