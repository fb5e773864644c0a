/** Gives blocked time back, with a button that blocks it again. */
import { useMutation } from '@tanstack/react-query'
import { api, cache, scheduling } from '../../../api/client.ts'
import { useTell } from '../../../parts/tell.tsx'
import { useZone } from '../../../session/me.tsx'
import { useWritten } from '../../../time/written.ts'
import { useTexts } from '../../../words/language.tsx'
import { BLOCKED_TEXTS } from './texts.ts'
import { datesOf, writeWhen } from './when.ts'

export function useUnblock() {
  const t = useTexts(BLOCKED_TEXTS)
  const written = useWritten()
  const zone = useZone()
  const tell = useTell()
  const readAgain = (): Promise<void> => cache.invalidateQueries(api.schedule.pathFilter())
  const timeOf = (gone: { start: string; end: string; all_day: boolean }) => {
    if (!gone.all_day) return { start: gone.start, end: gone.end }
    const { first, last } = datesOf(gone, zone)
    return { start: first, end: last, all_day: true }
  }
  return useMutation(
    api.schedule.deleteBlockedTime.mutationOptions({
      onSuccess({ blocked_time: gone }) {
        void readAgain()
        tell.done(t.removed(writeWhen(gone, written, zone)), {
          run() {
            scheduling.schedule.createBlockedTime
              .mutate({
                professional_id: gone.professional_id,
                ...timeOf(gone),
                reason: gone.reason,
                appointments: 'keep',
              })
              .then(readAgain)
              .catch(tell.refused)
          },
        })
      },
      onError: tell.refused,
    }),
  )
}
