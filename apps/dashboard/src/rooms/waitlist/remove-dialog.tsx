import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import type { Wish } from './wish.ts'
import { WAITLIST_TEXTS } from './texts.ts'

export function RemoveDialog({ wish, onClose }: { readonly wish: Wish; onClose(): void }) {
  const t = useTexts(WAITLIST_TEXTS)
  const tell = useTell()
  const { name } = wish.client
  const remove = useMutation(
    api.waitlist.remove.mutationOptions({
      onSuccess: () => {
        tell.done(t.wasRemoved(name))
        onClose()
        void cache.invalidateQueries(api.availability.pathFilter())
        return cache.invalidateQueries(api.waitlist.pathFilter())
      },
      onError: () => void cache.invalidateQueries(api.waitlist.pathFilter()),
    }),
  )
  return (
    <ConfirmDialog
      title={t.removeTitle(name)}
      confirmLabel={t.remove}
      isDanger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ wish_id: wish.id })}
      onClose={onClose}
    >
      <Text size="sm">{t.removeNote}</Text>
    </ConfirmDialog>
  )
}
