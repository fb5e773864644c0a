/** A table of the schema. Prisma's schema says what its columns are: `generate.ts` writes them. */
import type { Column, Columns } from './columns.ts'

export type Table<Row extends Columns = Columns, Default extends string = string> = {
  readonly name: string
  /** How names of statements begin. The narrowed table of a noun has names of its own. */
  readonly statements: string
  readonly columns: Row
  /** Columns that the database fills where a new row does not name them. */
  readonly defaults: readonly Default[]
}

export function table<Row extends Columns, const Default extends keyof Row & string = never>(
  name: string,
  columns: Row,
  defaults: readonly Default[],
): Table<Row, Default> {
  return { name, statements: name, columns, defaults }
}

/**
 * The table with narrower types of some columns: what a text or a JSON is known to be, or a day as a text.
 * There is one such table for each table, in the file of its noun.
 */
export function narrowed<
  Row extends Columns,
  Default extends string,
  Narrower extends { readonly [Name in keyof Row]?: Column<unknown> },
>(
  { name, columns, defaults }: Table<Row, Default>,
  narrower: Narrower,
): Table<Omit<Row, keyof Narrower> & Narrower, Default> {
  return { name, statements: `${name} narrowed`, columns: { ...columns, ...narrower }, defaults }
}

/** The columns of a table without some of them. */
export function without<Row extends Columns, Left extends keyof Row & string>(
  { columns }: Table<Row>,
  ...left: readonly Left[]
): Omit<Row, Left> {
  const names: ReadonlySet<string> = new Set(left)
  const kept = Object.entries(columns).filter(([name]) => !names.has(name))
  return Object.fromEntries(kept) as Omit<Row, Left>
}

/** Some columns of a table. */
export function pick<Row extends Columns, Name extends keyof Row & string>(
  { columns }: Table<Row>,
  ...names: readonly Name[]
): Pick<Row, Name> {
  const picked = names.map((name) => [name, columns[name]] as const)
  return Object.fromEntries(picked) as Pick<Row, Name>
}
