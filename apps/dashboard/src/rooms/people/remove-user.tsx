import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { PEOPLE_TEXTS } from './texts.ts'
import type { User } from './kinds.ts'

type Props = { readonly user: User; readonly onClose: () => void }

export function RemoveUser({ user, onClose }: Props) {
  const t = useTexts(PEOPLE_TEXTS)
  const tell = useTell()
  const remove = useMutation(
    api.account.removeUser.mutationOptions({
      onSuccess: () => {
        tell.done(t.removed(user.name))
        void cache.invalidateQueries(api.account.pathFilter())
        onClose()
      },
    }),
  )
  return (
    <ConfirmDialog
      title={t.removeOf(user.name)}
      confirmLabel={t.remove}
      isDanger
      isBusy={remove.isPending}
      error={remove.error}
      words={{ action_not_allowed: t.lastOwner }}
      onConfirm={() => remove.mutate({ user_id: user.id })}
      onClose={onClose}
    >
      <Text size="sm">{t.aboutRemove}</Text>
    </ConfirmDialog>
  )
}
