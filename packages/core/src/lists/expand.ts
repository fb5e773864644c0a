/** What `expand` asks for: full records in place of references. */
import type { Queryable } from '@scheduling/database'
import type { Context } from '../context.ts'
import type { Records } from './records.ts'

/** For whom records are read: their organization and its clock, and what their links are made of. */
export type Reader = Pick<Context, 'now' | 'organization' | 'crypto' | 'publicBaseUrl'>

/**
 * Reads the records of some ids in one batch, whatever their number. An id may repeat. An id that the
 * organization does not have is not in the result.
 */
export type Load<Full> = (
  db: Queryable,
  reader: Reader,
  ids: readonly number[],
) => Promise<ReadonlyMap<number, Full>>

/** How one name of `expand` is filled in, in all records of a batch. */
export type Expansion<Full> = (
  db: Queryable,
  reader: Reader,
  records: readonly Full[],
) => Promise<void>

/**
 * An expansion by ids.
 *
 * @param reference.idsOf the ids that a record refers to; null where it refers to nothing
 * @param reference.fill puts the full records into their place; `find` is undefined for an id without a record
 */
export function expansion<Full, Target>(reference: {
  readonly idsOf: (record: Full) => readonly (number | null)[]
  readonly load: Load<Target>
  readonly fill: (record: Full, find: (id: number | null) => Target | undefined) => void
}): Expansion<Full> {
  return async (db, reader, records) => {
    const ids = records.flatMap(reference.idsOf).filter((id) => id !== null)
    const found = await reference.load(db, reader, ids)
    const find = (id: number | null) => (id === null ? undefined : found.get(id))
    for (const record of records) reference.fill(record, find)
  }
}

/**
 * The expansion of one reference, as of `client` by `client_id`. A reference without a record stays as it is.
 *
 * @param name of the field that holds the reference; the id stands beside it
 */
export function reference<
  Name extends string,
  Full extends Record<Name, unknown> & Record<`${Name}_id`, number | null>,
>(name: Name, load: Load<Full[Name]>): Expansion<Full> {
  const idOf = (record: Record<`${Name}_id`, number | null>) => record[`${name}_id`]
  return expansion<Full, Full[Name]>({
    idsOf: (record) => [idOf(record)],
    load,
    fill(record, find) {
      record[name] = find(idOf(record)) ?? record[name]
    },
  })
}

/** Expands records of one kind. The records that are given stay as they are. */
export type Expander<Full, Name extends string> = {
  readonly one: (
    db: Queryable,
    reader: Reader,
    record: Full,
    names: readonly Name[],
  ) => Promise<Full>
  /** In the order of `records`. */
  readonly all: (
    db: Queryable,
    reader: Reader,
    records: readonly Full[],
    names: readonly Name[],
  ) => Promise<Full[]>
}

export function expander<Full extends object, Name extends string>(
  expansions: Readonly<Record<Name, Expansion<Full>>>,
): Expander<Full, Name> {
  const fill = async <Records extends readonly Full[]>(
    db: Queryable,
    reader: Reader,
    records: Records,
    names: readonly Name[],
  ): Promise<Records> => {
    // One after the other: a transaction has one connection.
    for (const name of names) await expansions[name](db, reader, records)
    return records
  }
  return {
    async one(db, reader, record, names) {
      const [full] = await fill(db, reader, [{ ...record }] as const, names)
      return full
    },
    all: (db, reader, records, names) =>
      fill(
        db,
        reader,
        records.map((record) => ({ ...record })),
        names,
      ),
  }
}

/** The loader of records that are made of one row each. */
export function loader<Row extends { readonly id: number }, Full>(
  { among }: Pick<Records<number, Row>, 'among'>,
  toRecord: (row: Row, reader: Reader) => Full,
): Load<Full> {
  return async (db, reader, ids) => {
    const rows = await among(db, reader.organization.id, ids)
    return new Map(rows.map((row) => [row.id, toRecord(row, reader)]))
  }
}
