/** Marks of blocks, drawn once and used by each block: thousands of them stay light. */
import type { Appointment } from './cells.ts'
import classes from './marks.module.css'

const PATHS = {
  PENDING: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7v5l3 2',
  CONFIRMED: 'M5 12l5 5l10-10',
  COMPLETED: 'M2 12l5 5M12 12l5-5M7 12l5 5l10-10',
  NO_SHOW: 'M8 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0M6 21v-2a4 4 0 0 1 4-4h3M17 16l5 5M22 16l-5 5',
  CANCELLED_CLIENT: 'M18 6L6 18M6 6l12 12',
  CANCELLED_PROFESSIONAL: 'M18 6L6 18M6 6l12 12',
  arrived: 'M13 12v.01M3 21h18M5 21V5a2 2 0 0 1 2-2h6M17 13.500V21M14 7h7M17 10l-3-3l3-3',
  started: 'M7 4v16l13-8z',
  group:
    'M9 7m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0M3 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2M16 3a4 4 0 0 1 0 8M21 21v-2a4 4 0 0 0-3-4',
  overbooked: 'M12 5v14M5 12h14',
  remote: 'M15 10l5-3v10l-5-3zM3 7h12v10H3z',
  deposit: 'M12 3v18M17 7H9.500a3 3 0 0 0 0 5h5a3 3 0 0 1 0 5H6',
} as const

export type MarkName =
  | Appointment['status']
  | 'arrived'
  | 'started'
  | 'group'
  | 'overbooked'
  | 'remote'
  | 'deposit'

/** Stands once above everything that uses `Mark`. */
export function MarkSymbols() {
  return (
    <svg className={classes.symbols} aria-hidden>
      {Object.entries(PATHS).map(([name, path]) => (
        <symbol key={name} id={`mark-${name}`} viewBox="0 0 24 24">
          <path d={path} />
        </symbol>
      ))}
    </svg>
  )
}

/** Says nothing by itself: the words stand beside it or in the name of the block. */
export function Mark({ name }: { readonly name: MarkName }) {
  return (
    <svg className={classes.mark} aria-hidden>
      <use href={`#mark-${name}`} />
    </svg>
  )
}
