/** Time that is held, in the grid or in the list of a day. What a caller holds opens, and can be released. */
import type { CSSProperties } from 'react'
import { useMay } from '../../access/use-may.ts'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import type { Hold } from './cells.ts'
import { AGENDA_TEXTS } from './texts.ts'

type Props = {
  readonly hold: Hold
  /** Left out: its place in the grid says when it is. */
  readonly times?: string
  /** Minute of its date: in the grid the arrow keys lead to it. */
  readonly from?: number
  readonly className: string | undefined
  readonly style?: CSSProperties
  /** Left out: the grid hears the clicks, and knows the hold by `data-hold`. */
  readonly onOpen?: (id: number) => void
}

export function HeldTime({ hold, times, from, className, style, onOpen }: Props) {
  const t = useTexts(AGENDA_TEXTS)
  const written = useWritten()
  const until = written.time(hold.held_until)
  const mayRelease = useMay()('holds.release')
  const { hold_id: id } = hold
  const words =
    id === null ? t.held(hold.client_name ?? '', until) : t.heldBy(hold.held_by ?? '', until)
  if (id === null || !mayRelease) {
    return (
      <div className={className} style={style}>
        {times !== undefined && <strong>{times} </strong>}
        <span>{words}</span>
      </div>
    )
  }
  return (
    <button
      type="button"
      className={className}
      style={style}
      data-hold={id}
      data-from={from}
      tabIndex={from === undefined ? undefined : -1}
      onClick={onOpen === undefined ? undefined : () => onOpen(id)}
    >
      {times !== undefined && <strong>{times} </strong>}
      {words}
    </button>
  )
}

/** The hold that was clicked on; null: something else was. */
export function holdUnder(target: EventTarget): number | null {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-hold]') : null
  return button === null ? null : Number(button.dataset['hold'])
}
