/** Hours that are folded: what lies in them, and a press that opens them. */
import { IconChevronDown } from '../../icons/icons.ts'
import { useTexts } from '../../words/language.tsx'
import type { Axis, Direction } from './axis.ts'
import classes from './board.module.css'
import { AGENDA_TEXTS } from './texts.ts'

type Props = {
  readonly axis: Axis
  readonly direction: Direction
  clockAt(minute: number): string
  onOpen(from: number): void
}

export function Strips({ axis, direction, clockAt, onOpen }: Props) {
  const t = useTexts(AGENDA_TEXTS)
  return axis.pieces
    .filter(({ isFolded }) => isFolded)
    .map(({ from, to, at, size, visits }) => (
      <button
        key={from}
        type="button"
        className={classes.strip}
        data-direction={direction}
        style={direction === 'down' ? { top: at, height: size } : { left: at, width: size }}
        onClick={() => onOpen(from)}
      >
        <span>
          <IconChevronDown size={14} aria-hidden />
          {t.folded(clockAt(from), clockAt(to), visits)}
        </span>
      </button>
    ))
}
