import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, cache } from '../../../api/client.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useTell } from '../../../parts/tell.tsx'
import { useTexts } from '../../../words/language.tsx'
import { WEBHOOK_TEXTS } from '../texts.ts'
import type { Webhook } from '../types.ts'

type Props = { readonly webhook: Webhook; onClose(): void }

export function DeleteDialog({ webhook, onClose }: Props) {
  const t = useTexts(WEBHOOK_TEXTS)
  const tell = useTell()
  const navigate = useNavigate()
  const remove = useMutation(
    api.webhooks.delete.mutationOptions({
      onSuccess: async () => {
        tell.done(t.deleted)
        await navigate({ to: '/webhooks' })
        void cache.invalidateQueries(api.webhooks.pathFilter())
      },
    }),
  )
  return (
    <ConfirmDialog
      title={t.deleteTitle(webhook.name)}
      confirmLabel={t.deleteNow}
      isDanger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ webhook_id: webhook.id })}
      onClose={onClose}
    >
      <Text size="sm">{t.deleteAbout}</Text>
    </ConfirmDialog>
  )
}
