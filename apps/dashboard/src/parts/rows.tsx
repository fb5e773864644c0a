/** Records one below the other: what they are at the left, how they stand and what can be done at the right. */
import { Group, Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './rows.module.css'

export function Rows({
  label,
  children,
}: {
  readonly label: string
  readonly children: ReactNode
}) {
  return (
    <Paper withBorder component="ul" className={classes['rows'] ?? ''} aria-label={label}>
      {children}
    </Paper>
  )
}

type RowProps = {
  readonly children: ReactNode
  /** States and buttons. */
  readonly side?: ReactNode
}

export function Row({ children, side }: RowProps) {
  return (
    <li className={classes['row']}>
      <div className={classes['main']}>{children}</div>
      {side !== undefined && (
        <Group gap="xs" className={classes['side'] ?? ''}>
          {side}
        </Group>
      )}
    </li>
  )
}
