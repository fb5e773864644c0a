/** One appointment or session in the agenda. Clicks, drags and keys are heard by the board, once for all blocks. */
import { memo } from 'react'
import { useTexts } from '../../words/language.tsx'
import { along, type Axis, type Direction } from './axis.ts'
import classes from './block.module.css'
import type { Block } from './cells.ts'
import { fillVariables } from './fill.ts'
import type { Placed } from './lanes.ts'
import { Named } from './named.tsx'
import { blockName, isCancelled, presenceOf } from './naming.ts'
import { placed } from './place.ts'
import { isAhead } from './stand.ts'
import { Mark } from './status-marks.tsx'
import { AGENDA_TEXTS } from './texts.ts'

type Props = {
  readonly block: Placed<Block>
  readonly direction: Direction
  readonly axis: Axis
  /** Weekday and date in words. */
  readonly day: string
  readonly professional: string
}

/** Pixels below which there is one line, and below which there are two. */
const ONE_LINE = 30
const TWO_LINES = 62

/** What can still be moved. */
export function isMovable({ appointments: [first], session }: Block): boolean {
  return session === null && isAhead(first.status)
}

export const BlockButton = memo(function BlockButton(props: Props) {
  const { block, direction, axis, day, professional } = props
  const t = useTexts(AGENDA_TEXTS)
  const [first] = block.appointments
  const { session, starts, ends } = block
  const services = first.service_names.join(' + ')
  const presence = session === null ? presenceOf(first) : null
  const size = along(axis, block.to) - along(axis, block.from)
  const lines = direction === 'across' ? 'stack' : size < ONE_LINE ? 1 : size < TWO_LINES ? 2 : 3
  const colors = fillVariables(first.color)
  return (
    <>
      {block.busy.from < block.from && (
        <div
          className={classes.buffer}
          style={placed(direction, axis, { from: block.busy.from, to: block.from }, block)}
        />
      )}
      {block.busy.to > block.to && (
        <div
          className={classes.buffer}
          style={placed(direction, axis, { from: block.to, to: block.busy.to }, block)}
        />
      )}
      <button
        type="button"
        tabIndex={-1}
        className={classes.block}
        style={{ ...placed(direction, axis, block, block), ...colors }}
        data-block={block.key}
        data-from={block.from}
        data-status={session === null ? first.status : 'SESSION'}
        data-lines={lines}
        data-movable={isMovable(block) || undefined}
        data-overbooked={first.is_overbook || undefined}
      >
        <Named name={blockName(block, { t, day, professional })}>
          <span className={classes.line}>
            <Mark name={session === null ? (presence ?? first.status) : 'group'} />
            <span className={classes.time}>
              {starts}
              {lines === 3 && <span className={classes.end}>–{ends}</span>}
            </span>
            {session !== null && (
              <span className={classes.seats}>
                {session.taken}/{session.capacity}
              </span>
            )}
            <bdi className={classes.name}>{session === null ? first.client_name : services}</bdi>
            <span className={classes.marks}>
              {first.is_overbook && !isCancelled(first) && <Mark name="overbooked" />}
              {first.type === 'TELEMEDICINE' && <Mark name="remote" />}
              {first.deposit_status === 'PENDING' && <Mark name="deposit" />}
            </span>
          </span>
          {session === null && lines !== 1 && <span className={classes.services}>{services}</span>}
        </Named>
      </button>
    </>
  )
})
