/** A new service, or one that is edited. */
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache, scheduling } from '../../api/client.ts'
import { useImpact } from '../../parts/impact/use-impact.tsx'
import { DialogRefusal } from '../../parts/dialog-refusal.tsx'
import { useSingle } from '../../parts/use-single.ts'
import { useSetFaults } from '../../parts/set-faults.ts'
import { useTell } from '../../parts/tell.tsx'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { FORM_TEXTS } from './form-texts.ts'
import { ServiceFields } from './service-fields.tsx'
import {
  changesOf,
  inputOf,
  NEW_SERVICE,
  valuesOf,
  type ServiceRow,
  type ServiceRules,
} from './service-values.ts'
import { Waiting } from '../../parts/waiting.tsx'
import { BackButton, DialogFooter, SidePanel } from '../../parts/dialog.tsx'

type Props = {
  /** Null for a new one. */
  readonly serviceId: number | null
  onClose(): void
}

export function ServiceDrawer({ serviceId, onClose }: Props) {
  if (serviceId === null) return <FormDrawer edited={null} onClose={onClose} />
  return <EditedDrawer key={serviceId} serviceId={serviceId} onClose={onClose} />
}

function EditedDrawer({ serviceId, onClose }: { readonly serviceId: number; onClose(): void }) {
  const t = useTexts(FORM_TEXTS)
  const service = useQuery(api.services.get.queryOptions({ service_id: serviceId }))
  const rules = useQuery(api.services.getRules.queryOptions({ service_id: serviceId }))
  if (service.data !== undefined && rules.data !== undefined) {
    return <FormDrawer edited={{ service: service.data, rules: rules.data }} onClose={onClose} />
  }
  return (
    <SidePanel title={t.editTitle} onClose={onClose}>
      <Waiting
        error={service.error ?? rules.error}
        onRetry={() => {
          void service.refetch()
          void rules.refetch()
        }}
      />
    </SidePanel>
  )
}

type FormProps = {
  readonly edited: { readonly service: ServiceRow; readonly rules: ServiceRules } | null
  onClose(): void
}

function FormDrawer({ edited, onClose }: FormProps) {
  const t = useTexts(FORM_TEXTS)
  const everywhere = useTexts(EVERYWHERE)
  const tell = useTell()
  const setFaults = useSetFaults()
  const impact = useImpact()
  const [refusal, setRefusal] = useState<unknown>(null)
  const [before] = useState(() =>
    edited === null ? NEW_SERVICE : valuesOf(edited.service, edited.rules),
  )
  const form = useForm({
    initialValues: before,
    validate: {
      name: (name) => (name.trim() === '' ? everywhere.required : null),
      duration_minutes: (minutes) => (minutes === '' ? everywhere.required : null),
      deposit_amount: (amount, { requires_deposit: isRequired }) =>
        isRequired && !(Number(amount) > 0) ? t.depositMissing : null,
    },
  })
  const finish = (text: string): void => {
    void cache.invalidateQueries(api.services.pathFilter())
    void cache.invalidateQueries(api.professionals.pathFilter())
    tell.done(text)
    onClose()
  }
  const refuse = (error: unknown): void => {
    setRefusal(setFaults(form, error) ? null : error)
  }
  const creating = useMutation(
    api.services.create.mutationOptions({
      onSuccess: (service) => finish(t.created(service.name)),
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
    const name = values.name.trim()
    const changes = changesOf(before, values)
    if (Object.keys(changes).length === 0) {
      onClose()
      return
    }
    impact.save({
      title: t.change(name),
      takesReason: true,
      send: (choice) =>
        scheduling.services.update.mutate({
          service_id: edited.service.id,
          ...changes,
          ...choice,
        }),
      onRefused: refuse,
      onDone: () => finish(t.saved(name)),
    })
  }
  const isDirty = form.isDirty()
  return (
    <>
      <SidePanel
        title={edited === null ? t.newTitle : t.editTitle}
        size="lg"
        onClose={onClose}
        isTyped={isDirty}
        isAside={impact.dialog !== null}
      >
        <form noValidate onSubmit={form.onSubmit(save)}>
          <Stack>
            <ServiceFields form={form} clinic={edited?.rules.organization ?? null} />
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
