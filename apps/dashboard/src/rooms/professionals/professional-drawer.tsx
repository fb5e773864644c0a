/** A new professional, or one that is edited. */
import { Button, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { AppRouter, inferRouterInputs } from '@scheduling/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, cache, scheduling } from '../../api/client.ts'
import { useImpact } from '../../parts/impact/use-impact.tsx'
import { DialogRefusal } from '../../parts/dialog-refusal.tsx'
import { useSingle } from '../../parts/use-single.ts'
import { useSetFaults } from '../../parts/set-faults.ts'
import { useTell } from '../../parts/tell.tsx'
import { useServices, type ProfessionalRow } from '../../parts/whole-lists.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { ShownPhoto } from './shown-photo.tsx'
import { PROFESSIONALS_TEXTS } from './texts.ts'
import { Waiting } from '../../parts/waiting.tsx'
import { BackButton, DialogFooter, SidePanel } from '../../parts/dialog.tsx'

type Input = inferRouterInputs<AppRouter>['professionals']['create']

/** Named as in the input, so that its faults find their fields. */
type Values = {
  name: string
  email: string
  registry: string
  meeting_url: string
  service_ids: string[]
}

function inputOf(values: Values): Input {
  const text = (value: string) => (value.trim() === '' ? null : value.trim())
  return {
    name: values.name.trim(),
    email: text(values.email),
    registry: text(values.registry),
    meeting_url: text(values.meeting_url),
    service_ids: values.service_ids.map(Number),
  }
}

type Props = {
  /** Null for a new one. */
  readonly professionalId: number | null
  onClose(): void
}

export function ProfessionalDrawer({ professionalId, onClose }: Props) {
  if (professionalId === null) return <FormDrawer edited={null} onClose={onClose} />
  return <EditedDrawer key={professionalId} id={professionalId} onClose={onClose} />
}

function EditedDrawer({ id, onClose }: { readonly id: number; onClose(): void }) {
  const t = useTexts(PROFESSIONALS_TEXTS)
  const asked = useQuery(api.professionals.get.queryOptions({ professional_id: id }))
  const room = useQuery(api.professionals.getMeetingUrl.queryOptions({ professional_id: id }))
  if (asked.data !== undefined && room.data !== undefined) {
    return <FormDrawer edited={{ ...asked.data, ...room.data }} onClose={onClose} />
  }
  return (
    <SidePanel title={t.editTitle} onClose={onClose}>
      <Waiting
        error={asked.error ?? room.error}
        onRetry={() => {
          void asked.refetch()
          void room.refetch()
        }}
      />
    </SidePanel>
  )
}

type Edited = Pick<ProfessionalRow, 'id' | 'name' | 'email' | 'registry' | 'service_ids'> & {
  readonly meeting_url: string | null
}

type FormProps = { readonly edited: Edited | null; onClose(): void }

function FormDrawer({ edited, onClose }: FormProps) {
  const t = useTexts(PROFESSIONALS_TEXTS)
  const everywhere = useTexts(EVERYWHERE)
  const tell = useTell()
  const setFaults = useSetFaults()
  const impact = useImpact()
  const navigate = useNavigate()
  const services = useServices()
  const [refusal, setRefusal] = useState<unknown>(null)
  const [before] = useState<Values>({
    name: edited?.name ?? '',
    email: edited?.email ?? '',
    registry: edited?.registry ?? '',
    meeting_url: edited?.meeting_url ?? '',
    service_ids: edited?.service_ids.map(String) ?? [],
  })
  const form = useForm({
    initialValues: before,
    validate: { name: (name) => (name.trim() === '' ? everywhere.required : null) },
  })
  const refuse = (error: unknown): void => {
    setRefusal(setFaults(form, error) ? null : error)
  }
  const readAgain = (): void => {
    void cache.invalidateQueries(api.professionals.pathFilter())
    void cache.invalidateQueries(api.services.pathFilter())
  }
  const creating = useMutation(
    api.professionals.create.mutationOptions({
      onSuccess({ id, name }) {
        readAgain()
        tell.done(t.created(name), {
          label: t.setHours,
          run: () => void navigate({ to: '/hours', search: { professional_id: id } }),
        })
        onClose()
      },
      onError: refuse,
    }),
  )
  const create = useSingle(creating.mutateAsync)
  const isBusy = creating.isPending || impact.isBusy
  const save = (): void => {
    if (isBusy) return
    setRefusal(null)
    const values = form.getValues()
    if (edited === null) {
      create(inputOf(values))
      return
    }
    const { name, email, registry, meeting_url, service_ids } = inputOf(values)
    impact.save({
      title: t.change(name),
      takesReason: true,
      send: (choice) =>
        scheduling.professionals.update.mutate({
          professional_id: edited.id,
          // What another user changed meanwhile stays.
          ...(form.isDirty('name') && { name }),
          ...(form.isDirty('email') && { email }),
          ...(form.isDirty('registry') && { registry }),
          ...(form.isDirty('meeting_url') && { meeting_url }),
          ...(form.isDirty('service_ids') && { service_ids }),
          ...choice,
        }),
      onRefused: refuse,
      onDone() {
        readAgain()
        tell.done(t.saved(name))
        onClose()
      },
    })
  }
  const isDirty = form.isDirty()
  return (
    <>
      <SidePanel
        title={edited === null ? t.newTitle : t.editTitle}
        size="md"
        onClose={onClose}
        isTyped={isDirty}
        isAside={impact.dialog !== null}
      >
        <form noValidate onSubmit={form.onSubmit(save)}>
          <Stack>
            <TextInput
              label={t.name}
              withAsterisk
              maxLength={120}
              data-autofocus
              {...form.getInputProps('name')}
            />
            {edited !== null && <ShownPhoto professionalId={edited.id} />}
            <TextInput
              type="email"
              label={t.email}
              description={t.emailNote}
              maxLength={254}
              {...form.getInputProps('email')}
            />
            <TextInput
              label={t.registry}
              description={t.registryNote}
              maxLength={60}
              {...form.getInputProps('registry')}
            />
            <TextInput
              inputMode="url"
              label={t.room}
              description={t.roomNote}
              maxLength={500}
              {...form.getInputProps('meeting_url')}
            />
            <MultiSelect
              label={t.services}
              description={t.servicesNote}
              searchable
              hidePickedOptions
              data={(services.rows ?? []).map((one) => ({
                value: String(one.id),
                label: one.name,
              }))}
              {...form.getInputProps('service_ids')}
            />
            <DialogRefusal error={refusal} />
            <DialogFooter>
              <BackButton isDisabled={isBusy} />
              <Button type="submit" loading={isBusy}>
                {edited === null ? t.create : t.save}
              </Button>
            </DialogFooter>
          </Stack>
        </form>
      </SidePanel>
      {impact.dialog}
    </>
  )
}
