import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import type { Wish } from './wish.ts'
import { WAITLIST_TEXTS } from './texts.ts'

type Props = {
  /** Of one page of the list. */
  readonly wishes: readonly Wish[]
  onClose(): void
}

export function RemoveDialog({ wishes, onClose }: Props) {
  const t = useTexts(WAITLIST_TEXTS)
  const tell = useTell()
  const [only] = wishes.length === 1 ? wishes.map(({ client }) => client.name) : []
  const count = wishes.length
  const remove = useMutation(
    api.waitlist.removeMany.mutationOptions({
      onSuccess: () => {
        tell.done(only === undefined ? t.wereRemoved(count) : t.wasRemoved(only))
        onClose()
        void cache.invalidateQueries(api.availability.pathFilter())
        return cache.invalidateQueries(api.waitlist.pathFilter())
      },
      onError: () => void cache.invalidateQueries(api.waitlist.pathFilter()),
    }),
  )
  return (
    <ConfirmDialog
      title={only === undefined ? t.removeAllTitle(count) : t.removeTitle(only)}
      confirmLabel={t.remove}
      isDanger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ entry_ids: wishes.map(({ id }) => id) })}
      onClose={onClose}
    >
      <Text size="sm">{only === undefined ? t.removeAllNote : t.removeNote}</Text>
    </ConfirmDialog>
  )
}
