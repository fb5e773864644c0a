/** What a button says to those who hear it, and what to those who see it. */
import type { ReactNode } from 'react'
import classes from './named.module.css'

type Props = {
  /** Heard. */
  readonly name: string
  /** Seen. */
  readonly children: ReactNode
}

export function Named({ name, children }: Props) {
  return (
    <>
      <span className={classes.heard}>{name}</span>
      <span className={classes.seen} aria-hidden>
        {children}
      </span>
    </>
  )
}
