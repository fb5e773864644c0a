import { Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import type { Entry } from './entries.ts'
import { useWhoWasFaster } from './steps.ts'
import { QUEUE_TEXTS } from './texts.ts'

type Props = { readonly entry: Entry; onClose(): void }

const REASON_CHARACTERS = 500

export function CancelDialog({ entry, onClose }: Props) {
  const t = useTexts(QUEUE_TEXTS)
  const tell = useTell()
  const wasFaster = useWhoWasFaster()
  const [reason, setReason] = useState('')
  const { name } = entry.client
  const cancel = useMutation(
    api.queue.cancelWithReason.mutationOptions({
      onSuccess: () => {
        tell.done(t.wasCancelled(name))
        onClose()
        return cache.invalidateQueries(api.queue.pathFilter())
      },
      onError: (error) => {
        void cache.invalidateQueries(api.queue.pathFilter())
        void wasFaster(error, entry)
      },
    }),
  )
  return (
    <ConfirmDialog
      title={t.cancelTitle(name)}
      confirmLabel={t.confirmCancel}
      isDanger
      isBusy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate({ entry_id: entry.id, reason })}
      onClose={onClose}
    >
      <Text size="sm">{t.cancelNote}</Text>
      <TextInput
        label={t.reason}
        description={t.reasonHint}
        value={reason}
        maxLength={REASON_CHARACTERS}
        data-autofocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
