import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import type { ApiKey } from './key-row.tsx'
import { KEY_TEXTS } from './texts.ts'

type Props = { readonly apiKey: ApiKey; readonly onClose: () => void }

export function RevokeKey({ apiKey, onClose }: Props) {
  const t = useTexts(KEY_TEXTS)
  const tell = useTell()
  const revoke = useMutation(
    api.apiKeys.revoke.mutationOptions({
      onSuccess: () => {
        tell.done(t.revokedDone(apiKey.name))
        void cache.invalidateQueries(api.apiKeys.list.pathFilter())
        onClose()
      },
    }),
  )
  return (
    <ConfirmDialog
      title={t.revokeOf(apiKey.name)}
      confirmLabel={t.revoke}
      isDanger
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ api_key_id: apiKey.id })}
      onClose={onClose}
    >
      <Text size="sm">{t.aboutRevoke}</Text>
    </ConfirmDialog>
  )
}
