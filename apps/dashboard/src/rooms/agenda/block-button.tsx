/** One appointment or session in the grid. Clicks and drags are heard by the grid, once for all blocks. */
import { memo } from 'react'
import { clockOf } from '../../time/wall-clock.ts'
import { useTexts } from '../../words/language.tsx'
import type { Block } from './cells.ts'
import type { View } from './days.ts'
import classes from './block.module.css'
import type { Span } from './hours.ts'
import type { Placed } from './lanes.ts'
import { Named } from './named.tsx'
import { blockName, presenceOf } from './naming.ts'
import { placed } from './place.ts'
import { Mark } from './status-marks.tsx'
import { AGENDA_TEXTS } from './texts.ts'

type Props = {
  readonly block: Placed<Block>
  readonly view: View
  readonly shown: Span
  /** Weekday and date in words. */
  readonly day: string
  readonly professional: string
}

/** Long enough for a second line in a week. */
const LONG_MINUTES = 40

/** What can still be moved. */
export function isMovable({ appointments: [first], session }: Block): boolean {
  return session === null && (first.status === 'PENDING' || first.status === 'CONFIRMED')
}

export const BlockButton = memo(function BlockButton({
  block,
  view,
  shown,
  day,
  professional,
}: Props) {
  const t = useTexts(AGENDA_TEXTS)
  const [first] = block.appointments
  const { session } = block
  const services = first.service_names.join(' + ')
  const presence = session === null ? presenceOf(first) : null
  const mark = session === null ? (presence ?? first.status) : 'group'
  return (
    <>
      {block.busy.from < block.from && (
        <div
          className={classes.buffer}
          style={placed(view, { from: block.busy.from, to: block.from }, shown, block)}
        />
      )}
      {block.busy.to > block.to && (
        <div
          className={classes.buffer}
          style={placed(view, { from: block.to, to: block.busy.to }, shown, block)}
        />
      )}
      <button
        type="button"
        className={classes.block}
        style={placed(view, block, shown, block)}
        data-block={block.key}
        data-status={session === null ? first.status : 'SESSION'}
        data-view={view}
        data-presence={presence ?? undefined}
        data-movable={isMovable(block) || undefined}
        data-overbooked={first.is_overbook || undefined}
      >
        <Named name={blockName(block, { t, day, professional })}>
          <span className={classes.line}>
            <Mark name={mark} />
            <span className={classes.time}>{clockOf(block.from)}</span>
            {session !== null && (
              <span className={classes.seats}>
                {session.taken}/{session.capacity}
              </span>
            )}
            {first.is_overbook && <Mark name="overbooked" />}
            {first.type === 'TELEMEDICINE' && <Mark name="remote" />}
            {first.deposit_status === 'PENDING' && <Mark name="deposit" />}
            {view === 'week' && (
              <bdi className={classes.name}>{session === null ? first.client_name : services}</bdi>
            )}
          </span>
          {view === 'day' && (
            <bdi className={classes.name}>{session === null ? first.client_name : services}</bdi>
          )}
          {session === null && (view === 'day' || block.to - block.from >= LONG_MINUTES) && (
            <span className={classes.services}>{services}</span>
          )}
        </Named>
      </button>
    </>
  )
})
