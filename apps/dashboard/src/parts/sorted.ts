/** A whole list in the order of one of its columns. */

export type Value = string | number | null

export type Order<Column extends string> = { readonly column: Column; readonly isDown: boolean }

/** Numbers by size, texts as the language has them, and rows without a value last in both directions. */
export function sorted<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => Value,
  { isDown, locale }: { readonly isDown: boolean; readonly locale: string },
): readonly Row[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const sign = isDown ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return (
      sign *
      (typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b)))
    )
  })
}

/** After a press on the head of a column: first up, then down, then as the list came. */
export function nextOrder<Column extends string>(
  order: Order<Column> | null,
  column: Column,
): Order<Column> | null {
  if (order?.column !== column) return { column, isDown: false }
  return order.isDown ? null : { column, isDown: true }
}
