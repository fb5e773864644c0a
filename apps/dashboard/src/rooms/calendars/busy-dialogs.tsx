/** Connects the calendar that a professional has elsewhere, and forgets it. */
import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useSetFaults } from '../../parts/set-faults.ts'
import { useTell } from '../../parts/tell.tsx'
import type { ProfessionalRow } from '../../parts/whole-lists.ts'
import { useTexts } from '../../words/language.tsx'
import { CALENDARS_TEXTS } from './texts.ts'

const MOST_CHARACTERS = 2000

function readAgain(): void {
  void cache.invalidateQueries(api.calendars.pathFilter())
  void cache.invalidateQueries(api.schedule.pathFilter())
  void cache.invalidateQueries(api.availability.pathFilter())
}

type Props = { readonly professional: ProfessionalRow; readonly onClose: () => void }

export function ConnectDialog({
  professional,
  isConnected,
  onClose,
}: Props & { readonly isConnected: boolean }) {
  const t = useTexts(CALENDARS_TEXTS)
  const tell = useTell()
  const setFaults = useSetFaults()
  const [refusal, setRefusal] = useState<unknown>(null)
  const form = useForm({
    initialValues: { url: '' },
    validate: { url: (url) => (url.trim() === '' ? t.urlMissing : null) },
  })
  const connecting = useMutation(
    api.calendars.connectBusy.mutationOptions({
      onSuccess() {
        readAgain()
        tell.done(t.connected(professional.name))
        onClose()
      },
      onError: (error) => setRefusal(setFaults(form, error) ? null : error),
    }),
  )
  return (
    <ConfirmDialog
      title={t.connectTitle(professional.name)}
      confirmLabel={t.connect}
      isBusy={connecting.isPending}
      error={refusal}
      onConfirm={() => {
        setRefusal(null)
        if (form.validate().hasErrors) return
        const url = form.getValues().url.trim()
        connecting.mutate({ professional_id: professional.id, url })
      }}
      onClose={onClose}
    >
      {isConnected && <Text size="sm">{t.replaces}</Text>}
      <TextInput
        label={t.url}
        description={t.urlNote}
        placeholder="https://"
        maxLength={MOST_CHARACTERS}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('url')}
      />
    </ConfirmDialog>
  )
}

export function DisconnectDialog({ professional, onClose }: Props) {
  const t = useTexts(CALENDARS_TEXTS)
  const tell = useTell()
  const disconnecting = useMutation(
    api.calendars.disconnectBusy.mutationOptions({
      onSuccess() {
        readAgain()
        tell.done(t.disconnected(professional.name))
        onClose()
      },
    }),
  )
  return (
    <ConfirmDialog
      title={t.disconnectTitle(professional.name)}
      confirmLabel={t.disconnectConfirm}
      isDanger
      isBusy={disconnecting.isPending}
      error={disconnecting.error}
      onConfirm={() => disconnecting.mutate({ professional_id: professional.id })}
      onClose={onClose}
    >
      <Text size="sm">{t.disconnectNote}</Text>
    </ConfirmDialog>
  )
}
