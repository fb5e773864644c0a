/** Heads of columns by which a whole list is sorted. */
import { Table, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { LOCALES, useLanguage } from '../words/language.tsx'
import { nextOrder, sorted, type Order, type Value } from './sorted.ts'

type HeadProps = {
  readonly children: string
  /** Numbers stand at the right, and so does their head. */
  readonly isNumber?: boolean
  readonly isDown: boolean | null
  onSort(): void
}

export function SortHead({ children, isNumber = false, isDown, onSort }: HeadProps) {
  const sort = isDown === null ? 'none' : isDown ? 'descending' : 'ascending'
  return (
    <Table.Th aria-sort={sort} ta={isNumber ? 'right' : 'left'}>
      <UnstyledButton fz="inherit" fw="inherit" mih={36} onClick={onSort}>
        {children}
        <span aria-hidden>{isDown === null ? ' ↕' : isDown ? ' ↓' : ' ↑'}</span>
      </UnstyledButton>
    </Table.Th>
  )
}

/**
 * @param columns what the list can be sorted by
 * @returns the rows in their order, and what the head of a column needs
 */
export function useSorted<Row, Column extends string>(
  rows: readonly Row[],
  columns: Readonly<Record<Column, (row: Row) => Value>>,
) {
  const { language } = useLanguage()
  const [order, setOrder] = useState<Order<Column> | null>(null)
  const options = { isDown: order?.isDown ?? false, locale: LOCALES[language] }
  return {
    rows: order === null ? rows : sorted(rows, columns[order.column], options),
    head: (column: Column) => ({
      isDown: order?.column === column ? order.isDown : null,
      onSort: () => setOrder(nextOrder(order, column)),
    }),
  }
}
