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
  /** Null: only a part of the list is here, and that part in an order would look like the whole. */
  readonly onSort: (() => void) | null
}

export function SortHead({ children, isNumber = false, isDown, onSort }: HeadProps) {
  if (onSort === null) return <Table.Th ta={isNumber ? 'right' : 'left'}>{children}</Table.Th>
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
 * @param isWhole false: the rest of the list comes page by page
 * @returns the rows in their order, and what the head of a column needs
 */
export function useSorted<Row, Column extends string>(
  rows: readonly Row[],
  columns: Readonly<Record<Column, (row: Row) => Value>>,
  isWhole = true,
) {
  const { language } = useLanguage()
  const [order, setOrder] = useState<Order<Column> | null>(null)
  const options = { isDown: order?.isDown ?? false, locale: LOCALES[language] }
  return {
    rows: order === null || !isWhole ? rows : sorted(rows, columns[order.column], options),
    head: (column: Column) => ({
      isDown: order?.column === column ? order.isDown : null,
      onSort: isWhole ? () => setOrder(nextOrder(order, column)) : null,
    }),
  }
}
