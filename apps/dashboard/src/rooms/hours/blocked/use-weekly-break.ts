/** A break that repeats each week: a gap in the weekly hours of one professional. */
import { useQuery } from '@tanstack/react-query'
import { api, cache, scheduling } from '../../../api/client.ts'
import type { Choice, Impact } from '../../../parts/impact/change.ts'
import { useTell } from '../../../parts/tell.tsx'
import { useZone } from '../../../session/me.tsx'
import { today } from '../../../time/wall-clock.ts'
import { weekdaysWithin, withoutBreak } from '../week/week-spans.ts'

export const REPEATS = ['once', 'weekday', 'workdays'] as const
export type Repeat = (typeof REPEATS)[number]

type WeeklyBreak = {
  /** Those that lose working time; null while the hours are read. None: the professional does not work then. */
  readonly weekdays: readonly number[] | null
  readonly error: unknown
  send(choice: Choice): Promise<{ readonly impact: Impact }>
  /** Says that it is saved, and offers to undo it where no client was told. */
  done(impact: Impact, said: string): void
}

type Asked = {
  /** Null: nothing is read. */
  readonly professionalId: number | null
  /** Null: on every day of work. */
  readonly weekday: number | null
  /** Minutes after midnight. */
  readonly from: number
  readonly to: number
}

export function useWeeklyBreak({ professionalId, weekday, from, to }: Asked): WeeklyBreak {
  const day = today(useZone())
  const tell = useTell()
  const { data, error } = useQuery(
    api.schedule.getHours.queryOptions(
      { professional_id: professionalId ?? 0, from: day, to: day },
      { enabled: professionalId !== null },
    ),
  )
  const before = data?.professionals[0]?.week ?? []
  const weekdays = weekdaysWithin(before, from, to).filter(
    (one) => weekday === null || one === weekday,
  )
  const set = (intervals: typeof before, choice: Choice) =>
    scheduling.schedule.setWeek.mutate({
      professional_id: professionalId ?? 0,
      intervals,
      ...choice,
    })
  const readAgain = (): Promise<void> => cache.invalidateQueries(api.schedule.pathFilter())
  const putBack = (): void => {
    set(before, { appointments: 'keep' }).then(readAgain).catch(tell.refused)
  }
  return {
    weekdays: data === undefined ? null : weekdays,
    error,
    send: (choice) => set(withoutBreak(before, weekdays, from, to), choice),
    done({ moved, cancelled }, said) {
      void readAgain()
      tell.done(said, moved + cancelled === 0 ? { run: putBack } : undefined)
    },
  }
}
