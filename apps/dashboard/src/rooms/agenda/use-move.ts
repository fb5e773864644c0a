/** Moves an appointment: the agenda shows it at once, and puts it back where it was if the service refuses. */
import { useMutation } from '@tanstack/react-query'
import { api, cache, scheduling } from '../../api/client.ts'
import { reasonOf } from '../../api/reason.ts'
import { useTell } from '../../parts/tell.tsx'
import { useZone } from '../../session/me.tsx'
import { useTexts } from '../../words/language.tsx'
import type { Agenda, Appointment } from './cells.ts'
import { moved, type Stand } from './stand.ts'
import { AGENDA_TEXTS } from './texts.ts'

export type Move = {
  readonly appointment: Pick<Appointment, 'id' | 'client_name'>
  readonly from: Stand
  readonly to: Stand
  /** Where it is then, in words. */
  readonly said: string
  readonly notifyClient: boolean
  /** Over what is taken or closed. */
  readonly isOverbook: boolean
}

/**
 * The service compares the start that the drag began with: two who drag the same one do not undo each other unseen.
 *
 * @returns false, and nothing is moved, when it was moved or ended since it was picked up
 */
async function send({ appointment, from, to, notifyClient, isOverbook }: Move): Promise<boolean> {
  const appointment_id = appointment.id
  try {
    const { reschedule, overbook } = scheduling.appointments
    await (isOverbook ? overbook : reschedule).mutate({
      appointment_id,
      start: to.start,
      expected_start: from.start,
      professional_id: to.professionalId,
      notify_client: notifyClient,
    })
    return true
  } catch (error) {
    if (reasonOf(error).refusal?.code === 'action_not_allowed') return false
    throw error
  }
}

export function useMove(onDone: () => void) {
  const t = useTexts(AGENDA_TEXTS).move
  const tell = useTell()
  const zone = useZone()
  const shown = api.appointments.agenda.queryFilter()
  const showMoved = async ({ appointment, to }: Move) => {
    await cache.cancelQueries(shown)
    const before = cache.getQueriesData<Agenda>(shown)
    cache.setQueriesData<Agenda>(
      shown,
      (agenda) => agenda && moved(agenda, appointment.id, to, zone),
    )
    return { before }
  }
  const putBack = ({ before }: Awaited<ReturnType<typeof showMoved>>): void => {
    for (const [key, agenda] of before) cache.setQueryData(key, agenda)
  }
  const readAgain = (): void => {
    void cache.invalidateQueries(api.appointments.pathFilter())
  }
  const undo = useMutation({
    mutationFn: send,
    onMutate: showMoved,
    onSuccess: (isMoved, { appointment }, kept) => {
      if (!isMoved) putBack(kept)
      tell.done((isMoved ? t.undone : t.notUndone)(appointment.client_name))
    },
    onError: (error, _, kept) => {
      if (kept !== undefined) putBack(kept)
      tell.refused(error)
    },
    onSettled: readAgain,
  })
  return useMutation({
    mutationFn: send,
    onMutate: showMoved,
    onSuccess: (isMoved, move, kept) => {
      if (!isMoved) return putBack(kept)
      onDone()
      const told = move.isOverbook ? t.overbooked : t.moved
      return tell.done(told(move.appointment.client_name, move.said), {
        run: () => undo.mutate({ ...move, from: move.to, to: move.from }),
      })
    },
    onError: (_, __, kept) => kept !== undefined && putBack(kept),
    onSettled: readAgain,
  })
}
