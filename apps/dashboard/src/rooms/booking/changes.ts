/** The history of an appointment, as the audit tells it. */
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useMe } from '../../session/me.tsx'
import { useTexts } from '../../words/language.tsx'
import { CHANGE_TEXTS } from './change-texts.ts'

export type Change = inferRouterOutputs<AppRouter>['audit']['list']['data'][number]

const SHOWN = 50

/** The newest first. */
export function useChanges(appointmentId: number) {
  return useQuery(
    api.audit.list.queryOptions({
      record: 'appointment',
      record_id: String(appointmentId),
      limit: SHOWN,
    }),
  )
}

/** `Rafael cancelou`. */
export function useDeed(): (change: Pick<Change, 'action' | 'actor'>) => string {
  const t = useTexts(CHANGE_TEXTS)
  const me = useMe()
  return ({ action, actor }) => {
    const isMe = actor.type === 'user' && actor.id === String(me.id)
    const who = isMe ? t.you : (actor.name ?? t.actors[actor.type])
    return (t.did[action] ?? t.other)(who)
  }
}
