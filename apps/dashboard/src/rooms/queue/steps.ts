/** What can be done with an entry of the queue. When another person was faster, it says who. */
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { reasonOf } from '../../api/reason.ts'
import { useTell } from '../../parts/tell.tsx'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import type { Entry } from './entries.ts'
import { QUEUE_TEXTS } from './texts.ts'

export type Call = {
  readonly entry: Entry
  /** Null: the service finds out who calls. */
  readonly professionalId: number | null
  /** Null: the place of the previous call. */
  readonly place: string | null
  readonly notify?: boolean
}

/** Reads the queue again, also after a refusal: what is shown was out of date. */
function readAgain(): Promise<void> {
  return cache.invalidateQueries(api.queue.pathFilter())
}

/** Tells who changed an entry last, where a refusal says that it is no longer what was shown. */
export function useWhoWasFaster(): (error: unknown, entry: Entry) => Promise<boolean> {
  const t = useTexts(QUEUE_TEXTS)
  const { close } = useTexts(EVERYWHERE)
  const written = useWritten()
  return async (error, entry) => {
    if (reasonOf(error).refusal?.code !== 'queue_entry_not_editable') return false
    const { data } = await cache.fetchQuery({
      ...api.audit.list.queryOptions({
        record: 'queue_entry',
        record_id: String(entry.id),
        limit: 1,
      }),
      staleTime: 0,
    })
    const [last] = data
    if (last === undefined) return false
    const { name } = entry.client
    const who =
      last.actor.type === 'client'
        ? t.theClient
        : last.actor.type === 'system'
          ? t.theSystem
          : (last.actor.name ?? t.theSystem)
    const what = t.didWhat[last.action]?.(name) ?? t.changed(name)
    notifications.show({
      color: 'orange',
      withBorder: true,
      autoClose: 12_000,
      closeButtonProps: { 'aria-label': close },
      title: t.faster,
      message: t.fasterBy(who, what, written.time(last.created_at)),
    })
    return true
  }
}

export function useSteps() {
  const t = useTexts(QUEUE_TEXTS)
  const tell = useTell()
  const wasFaster = useWhoWasFaster()

  async function refused(error: unknown, entry: Entry): Promise<void> {
    void readAgain()
    try {
      if (await wasFaster(error, entry)) return
    } catch {
      // Who it was can't be found out. What was refused is told all the same.
    }
    tell.refused(error)
  }
  const done = (text: (name: string) => string) => (reply: Entry) => {
    tell.done(text(reply.client.name))
    return readAgain()
  }

  const call = useMutation({
    mutationFn: ({ entry, professionalId, place, notify = true }: Call) => {
      const input = {
        entry_id: entry.id,
        notify_client: notify,
        ...(professionalId !== null && { professional_id: professionalId }),
        ...(place !== null && { place }),
      }
      return entry.status === 'CALLED'
        ? callAgain.mutateAsync(input)
        : callWaiting.mutateAsync(input)
    },
    onSuccess: done(t.wasCalled),
    onError: (error, { entry }) => refused(error, entry),
  })
  const callWaiting = useMutation(api.queue.callWaiting.mutationOptions())
  const callAgain = useMutation(api.queue.callEntry.mutationOptions())
  const start = useMutation(
    api.queue.startService.mutationOptions({ onSuccess: done(t.wasStarted) }),
  )
  const undo = useMutation(api.queue.undo.mutationOptions({ onSuccess: done(t.wasUndone) }))
  /** With a button that takes it back. */
  const ended = (text: (name: string) => string) => (reply: Entry) => {
    tell.done(text(reply.client.name), { run: () => step(undo)(reply) })
    return readAgain()
  }
  const complete = useMutation(
    api.queue.completeEntry.mutationOptions({ onSuccess: ended(t.wasCompleted) }),
  )
  const skip = useMutation(api.queue.skipEntry.mutationOptions({ onSuccess: done(t.wasSkipped) }))
  const noShow = useMutation(
    api.queue.markNoShow.mutationOptions({ onSuccess: ended(t.wasNoShow) }),
  )
  const step =
    (mutation: Pick<typeof start, 'mutate' | 'isPending'>) =>
    (entry: Entry): void => {
      // A second press comes before the first is answered.
      if (mutation.isPending) return
      mutation.mutate({ entry_id: entry.id }, { onError: (error) => void refused(error, entry) })
    }
  return {
    call: (input: Call) => {
      if (!call.isPending) call.mutate(input)
    },
    start: step(start),
    complete: step(complete),
    skip: step(skip),
    noShow: step(noShow),
    undo: step(undo),
    isBusy: [call, start, complete, skip, noShow, undo].some(({ isPending }) => isPending),
  }
}

export type Steps = ReturnType<typeof useSteps>
