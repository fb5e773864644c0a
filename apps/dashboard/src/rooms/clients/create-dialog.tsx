import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, cache, scheduling } from '../../api/client.ts'
import { reasonOf } from '../../api/reason.ts'
import { clientInputOf, draftOf } from '../../parts/client-choice.ts'
import { NewClientFields } from '../../parts/new-client-fields.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useFaultText } from '../../words/faults.ts'
import { useTexts } from '../../words/language.tsx'
import { CLIENTS_TEXTS } from './texts.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'

type Props = {
  /** What was searched for, which is most likely the name or the phone. */
  readonly typed: string
  onClose(): void
}

export function CreateDialog({ typed, onClose }: Props) {
  const t = useTexts(CLIENTS_TEXTS)
  const textOf = useFaultText()
  const tell = useTell()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => draftOf(typed))
  const [isAsked, setAsked] = useState(false)
  const show = (id: number): void => {
    onClose()
    void navigate({ to: '/clients/$clientId', params: { clientId: String(id) } })
  }
  const agree = (id: number) =>
    scheduling.messaging.setOptIn
      .mutate({ client_id: id, opted_in: true })
      .catch((error: unknown) => tell.refused(error))
  const create = useMutation(
    api.clients.create.mutationOptions({
      async onSuccess(client) {
        if (draft.hasAgreed === true && client.phone !== null) await agree(client.id)
        // Who has one of the identifiers is answered as stored, and nothing changes.
        const isNew =
          client.first_name === draft.first_name.trim() &&
          (client.last_name ?? '') === draft.last_name.trim()
        tell.done(isNew ? t.wasCreated(client.name) : t.wasThere(client.name))
        void cache.invalidateQueries(api.clients.pathFilter())
        show(client.id)
      },
    }),
  )
  const { refusal } = reasonOf(create.error)
  const faults = Object.fromEntries(
    (refusal?.errors ?? []).map((fault) => [`client.${fault.field}`, textOf(fault)]),
  )
  if (isAsked && draft.first_name.trim() === '') faults['client.first_name'] = t.nameNeeded

  function submit(): void {
    setAsked(true)
    const input = clientInputOf({ kind: 'new', draft })
    if (create.isPending || draft.first_name.trim() === '' || !('client' in input)) return
    create.mutate(input.client)
  }

  return (
    <FormDialog
      noValidate
      size="lg"
      title={t.create}
      isPending={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <NewClientFields
        draft={draft}
        onChange={setDraft}
        onUse={({ id }) => show(id)}
        onSearch={onClose}
        faults={faults}
        disabled={false}
      />
    </FormDialog>
  )
}
