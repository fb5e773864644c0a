/** Puts a client at the end of the queue: a known one, or a new one. */
import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache, scheduling } from '../../api/client.ts'
import { reasonOf } from '../../api/reason.ts'
import { agreedClient } from '../../parts/agreed-client.ts'
import { clientInputOf, isNamed, type ClientChoice } from '../../parts/client-choice.ts'
import { ClientSelect } from '../../parts/client-select.tsx'
import { ProfessionalSelect } from '../../parts/professional-select.tsx'
import { NOTES_CHARACTERS } from '../../parts/notes-editor.tsx'
import { ServiceSelect } from '../../parts/service-select.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useFaultText } from '../../words/faults.ts'
import { useTexts } from '../../words/language.tsx'
import { NOTES_TEXTS } from '../../words/notes.ts'
import { QUEUE_TEXTS } from './texts.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'

type Props = {
  readonly professionalId: number | null
  /** Of those who are in the queue: who joins again gets the same entry. */
  readonly presentIds: ReadonlySet<number>
  onClose(): void
}

export function AddDialog({ professionalId, presentIds, onClose }: Props) {
  const t = useTexts(QUEUE_TEXTS)
  const { booking } = useTexts(NOTES_TEXTS)
  const textOf = useFaultText()
  const tell = useTell()
  const [client, setClient] = useState<ClientChoice | null>(null)
  const [service, setService] = useState<number | null>(null)
  const [professional, setProfessional] = useState(professionalId)
  const [notes, setNotes] = useState('')
  const [isAsked, setAsked] = useState(false)
  const add = useMutation({
    ...api.queue.createEntry.mutationOptions({
      onSuccess: (entry) => {
        tell.done((presentIds.has(entry.id) ? t.wasThere : t.wasAdded)(entry.client.name))
        onClose()
        return cache.invalidateQueries(api.queue.pathFilter())
      },
    }),
    mutationFn: async (input) =>
      scheduling.queue.createEntry.mutate({ ...input, ...(await agreedClient(client)) }),
  })
  const faults = Object.fromEntries(
    (reasonOf(add.error).refusal?.errors ?? []).map((fault) => [fault.field, textOf(fault)]),
  )

  function submit(): void {
    setAsked(true)
    if (add.isPending || !isNamed(client) || service === null) return
    add.mutate({
      ...clientInputOf(client),
      service_id: service,
      professional_id: professional,
      notes: notes.trim() === '' ? null : notes,
    })
  }

  return (
    <FormDialog
      noValidate
      title={t.addTitle}
      label={t.confirmAdd}
      isPending={add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <ClientSelect
        value={client}
        onChange={setClient}
        withNew
        required
        faults={faults}
        error={faults['client_id'] ?? (isAsked && !isNamed(client) ? t.chooseClient : null)}
      />
      <ServiceSelect
        label={t.service}
        mode="QUEUE"
        required
        value={service}
        onChange={setService}
        error={faults['service_id'] ?? (isAsked && service === null ? t.chooseService : null)}
      />
      <ProfessionalSelect
        label={t.professional}
        none="anyProfessional"
        value={professional}
        onChange={setProfessional}
        performing={service === null ? [] : [service]}
        error={faults['professional_id'] ?? null}
      />
      <Textarea
        label={t.notes}
        description={booking.hint}
        autosize
        minRows={2}
        maxLength={NOTES_CHARACTERS}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
        error={faults['notes'] ?? null}
      />
    </FormDialog>
  )
}
