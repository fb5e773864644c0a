/** What a row of a table is: as it is stored, as it is written, and what finds it. */
import type { Column, Json, RowOf } from './columns.ts'
import { Prisma } from './generated/client.ts'
import type { Table } from './table.ts'

/** A row of the table as it is read. */
export type StoredRow<Of extends Table> = RowOf<Of['columns']>

type Writable<Value> = [Json] extends [Value]
  ? unknown
  : Value extends Prisma.Decimal
    ? Value | string
    : Value extends Uint8Array
      ? Uint8Array
      : Value extends (infer Element)[]
        ? readonly Element[]
        : Value

/** A value of the column, or an expression. */
type Given<Of> = Of extends Column<infer Value> ? Writable<Value> | Prisma.Sql : never

type OptionalName<Of extends Table> = {
  [Name in keyof Of['columns']]: Of['columns'][Name] extends Column<infer Value>
    ? null extends Value
      ? Name
      : Name extends Of['defaults'][number]
        ? Name
        : never
    : never
}[keyof Of['columns']]

/** What a new row is made of. A column that can be null, or has a default, may be left out. */
export type NewRow<Of extends Table> = {
  readonly [Name in Exclude<keyof Of['columns'], OptionalName<Of>>]: Given<Of['columns'][Name]>
} & {
  readonly [Name in OptionalName<Of>]?: Given<Of['columns'][Name]> | undefined
}

/** What is to be stored. A column that is undefined stays the same. */
export type RowChange<Of extends Table> = {
  readonly [Name in keyof Of['columns']]?: Given<Of['columns'][Name]> | undefined
}

/**
 * The rows whose columns have these values; a list: one of them. An expression follows the column, which is also called
 * `r.<name>`: `` { expiresAt: Prisma.sql`IS NULL OR r.expires_at > ${now}` } ``.
 */
export type Where<Of extends Table> = {
  readonly [Name in keyof Of['columns']]?:
    | Given<Of['columns'][Name]>
    | readonly Given<Of['columns'][Name]>[]
}

/** Refuses columns that the table does not have, in variables too. */
export type Only<Of extends Table, Values> = Values & {
  readonly [Name in Exclude<keyof Values, keyof Of['columns']>]: never
}

/** Which of the rows are read, and how. */
export type Reading = {
  /** Of the table `r`. */
  readonly orderBy?: Prisma.Sql
  /** A number of the code, never of a request: it is part of the text. */
  readonly limit?: number
  /** Until the transaction ends. */
  readonly lock?: 'UPDATE' | 'NO KEY UPDATE'
}
