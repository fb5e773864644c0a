import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { PEOPLE_TEXTS } from './texts.ts'
import type { User } from './kinds.ts'

type Props = { readonly user: User; readonly onClose: () => void }

export function ChangeRole({ user, onClose }: Props) {
  const t = useTexts(PEOPLE_TEXTS)
  const tell = useTell()
  const next = user.role === 'owner' ? 'collaborator' : 'owner'
  const change = useMutation(
    api.account.updateUser.mutationOptions({
      onSuccess: () => {
        tell.done(t.roleChanged(user.name, t.roles[next]))
        void cache.invalidateQueries(api.account.pathFilter())
        onClose()
      },
    }),
  )
  return (
    <ConfirmDialog
      title={t.changeRoleOf[next](user.name)}
      confirmLabel={t.changeRole[user.role]}
      isDanger={next !== 'owner'}
      isBusy={change.isPending}
      error={change.error}
      words={{ action_not_allowed: t.lastOwner }}
      onConfirm={() => change.mutate({ user_id: user.id, role: next })}
      onClose={onClose}
    >
      <Text size="sm">{t.aboutRole[next]}</Text>
    </ConfirmDialog>
  )
}
