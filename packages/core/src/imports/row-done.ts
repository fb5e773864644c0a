/** What became of a row. */
export type RowDone = {
  readonly outcome: 'created' | 'updated' | 'unchanged'
  /** Of the record. */
  readonly id: number
}
