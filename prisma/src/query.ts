/** Queries whose rows are declared. What PostgreSQL sends is held against the declaration. */
import type { Columns, RowOf } from './columns.ts'
import { snakeCase } from './snake-case.ts'
import type { Sql } from './queryable.ts'
import { inStatementSpan } from './statement-span.ts'

/** A query with one text. Each connection plans it once. */
export function query<Selected extends Columns>(declared: {
  readonly name: string
  readonly text: string
  /** The columns that it returns, in any order. */
  readonly row: Selected
}): (sql: Sql, values: readonly unknown[]) => Promise<RowOf<Selected>[]> {
  const { name, text, row } = declared
  const texts = new Set([text])
  DECLARED.push({ name, row, texts })
  const rows = rowsOf(name, row, texts)
  return (sql, values) => rows(sql, { name, text, values: [...values] })
}

/**
 * How many texts of one composed query get a name. A prepared statement stays on its connection for good, and callers choose
 * the filters that make the text.
 */
const MOST_NAMES = 64

/**
 * A query whose text is composed for each call, from filters. Texts that come first get names, up to `MOST_NAMES`.
 *
 * @returns a function of a text. With `plan: 'by value'` the text gets no name, and the planner sees the values
 *   each time: for a filter whose values differ in how many rows they find
 */
export function composedQuery<Selected extends Columns>(declared: {
  readonly name: string
  readonly row: Selected
}): (sql: Sql, composed: Composed, plan?: Plan) => Promise<RowOf<Selected>[]> {
  const texts = new Set<string>()
  DECLARED.push({ ...declared, texts })
  return namedTexts(declared.name, declared.row, texts)
}

/** As `composedQuery`, of columns that are known to be those of a table. */
export function namedTexts<Selected extends Columns>(
  name: string,
  row: Selected,
  texts = new Set<string>(),
): (sql: Sql, composed: Composed, plan?: Plan) => Promise<RowOf<Selected>[]> {
  const rows = rowsOf(name, row, texts)
  const names = new Map<string, string>()
  return (sql, { text, values }, plan = 'once') => {
    let named = plan === 'once' ? names.get(text) : undefined
    if (plan === 'once' && named === undefined && names.size < MOST_NAMES) {
      named = `${name} ${names.size + 1}`
      names.set(text, named)
    }
    return rows(sql, { ...(named === undefined ? {} : { name: named }), text, values })
  }
}

/**
 * The list of these columns in SQL. A column without an expression is one of the table that is called `alias`.
 */
export function selected(row: Columns, alias: string): string {
  return Object.entries(row)
    .map(([name, { sql }]) => `${sql ?? `${alias}.${snakeCase(name)}`} AS "${name}"`)
    .join(', ')
}

/** A query as it was declared. */
export type DeclaredQuery = {
  readonly name: string
  readonly row: Columns
  /** Of a composed query: the texts that have got a name so far, and the first one without. */
  readonly texts: ReadonlySet<string>
}

const DECLARED: DeclaredQuery[] = []

/** The queries of the modules that are loaded. Their names tell statements apart, so no two may have the same. */
export function declaredQueries(): readonly DeclaredQuery[] {
  return DECLARED
}

/** `once`: one plan serves all values. `by value`: each call is planned for its values. */
export type Plan = 'once' | 'by value'

/** A text with `$1`, `$2`, …, and their values. */
export type Composed = { readonly text: string; readonly values: unknown[] }

type Statement = { readonly name?: string; readonly text: string; readonly values: unknown[] }

function rowsOf<Selected extends Columns>(name: string, row: Selected, texts: Set<string>) {
  const types = typesOf(name, row)
  const checked = new Set<string>()
  return async (sql: Sql, statement: Statement): Promise<RowOf<Selected>[]> => {
    const asked = () => sql.query<RowOf<Selected>>({ ...statement, types })
    const { rows, fields } = await inStatementSpan(name, asked)
    // A text returns the same columns each time. Of those without a name, one is kept.
    if (statement.name === undefined) {
      requireColumns(name, row, fields)
      if (texts.size === 0) texts.add(statement.text)
    } else if (!checked.has(statement.name)) {
      requireColumns(name, row, fields)
      checked.add(statement.name)
      texts.add(statement.text)
    }
    return rows
  }
}

type Field = { readonly name: string; readonly dataTypeID: number }

/** @throws when the query returns other columns than it declares, or columns of other types */
function requireColumns(name: string, row: Columns, fields: readonly Field[]): void {
  const got = new Map(fields.map((field) => [field.name, field.dataTypeID]))
  const wrong = Object.entries(row).filter(([column, { type }]) => {
    const oid = got.get(column)
    return oid === undefined || (OIDS[type] ?? oid) !== oid
  })
  const undeclared = [...got.keys()].filter((column) => !Object.hasOwn(row, column))
  const named = [...wrong.map(([column]) => column), ...undeclared]
  if (named.length > 0 || got.size !== fields.length) {
    throw new Error(
      `The query "${name}" does not return the columns that it declares: ${named.join(', ')}.`,
    )
  }
}

/** PostgreSQL's numbers of its own types. Types of the schema have other numbers in each database. */
const OIDS: Readonly<Record<string, number>> = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  json: 114,
  _bytea: 1001,
  _int4: 1007,
  _text: 1009,
  _int8: 1016,
  date: 1082,
  timestamptz: 1184,
  _timestamptz: 1185,
  numeric: 1700,
  jsonb: 3802,
}

type Read = (text: string) => unknown

const asText: Read = (text) => text

/** `pg` chooses what reads a value by the number of its type alone. */
function typesOf(name: string, row: Columns) {
  const readers = new Map<number, Read>()
  for (const { type, read } of Object.values(row)) {
    const oid = OIDS[type]
    if (oid === undefined || read === undefined) continue
    const other = readers.get(oid)
    if (other !== undefined && other !== read)
      throw new Error(`The query "${name}" reads ${type} in two ways.`)
    readers.set(oid, read)
  }
  return { getTypeParser: (oid: number): Read => readers.get(oid) ?? asText }
}
