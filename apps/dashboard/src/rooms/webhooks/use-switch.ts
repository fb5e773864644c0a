/** Pauses a webhook, or switches it on again. */
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { WEBHOOK_TEXTS } from './texts.ts'

export function useSwitch(webhookId: string): { isPending: boolean; set(active: boolean): void } {
  const t = useTexts(WEBHOOK_TEXTS)
  const tell = useTell()
  const update = useMutation(
    api.webhooks.update.mutationOptions({
      onSuccess: ({ active }) => {
        tell.done(active ? t.resumed : t.paused)
        void cache.invalidateQueries(api.webhooks.pathFilter())
      },
      onError: tell.refused,
    }),
  )
  return {
    isPending: update.isPending,
    set: (active) => update.mutate({ webhook_id: webhookId, active }),
  }
}
