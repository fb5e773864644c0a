/** Cancels an appointment, or those of its series: says beforehand what follows. */
import { Checkbox, Group, Radio, Text } from '@mantine/core'
import type { AppRouter, inferRouterInputs } from '@scheduling/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, scheduling } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { NotifyPreview } from '../../parts/notify-preview.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import type { CardDialogProps } from './card-actions.tsx'
import { DIALOG_TEXTS } from './dialog-texts.ts'
import { ReasonField, TellReason, useReason } from './reason.tsx'
import {
  ScopeField,
  SCOPES,
  SeriesChangeNote,
  type Scope,
  type SeriesChange,
} from './series-scope.tsx'
import { readAppointmentsAgain, type Appointment } from './use-appointment.ts'
import { useUndo } from './use-undo.ts'

type Input = inferRouterInputs<AppRouter>['appointments']['cancel']

export function CancelDialog({ appointment, onClose }: CardDialogProps) {
  const t = useTexts(DIALOG_TEXTS)
  const tell = useTell()
  const undo = useUndo()
  const { id, client, recurrence_id: series } = appointment
  const [isByClient, setIsByClient] = useState(false)
  const [scope, setScope] = useState<Scope>('one')
  const [isNotified, setIsNotified] = useState(true)
  const why = useReason(isNotified)
  const [preview, setPreview] = useState<SeriesChange | null>(null)
  const single = useMutation({
    mutationFn: (one: Input) =>
      scheduling.appointments.cancel.mutate({
        ...one,
        cancelled_by: isByClient ? 'client' : 'professional',
      }),
    onSuccess() {
      tell.done(t.cancelled(client.name), undo(id, isNotified))
      onClose()
    },
    onSettled: readAppointmentsAgain,
  })
  const several = useMutation(
    api.appointments.cancelSeries.mutationOptions({
      onSuccess(answer, { preview: isPreview }) {
        if (isPreview === true) {
          setPreview(answer)
          return
        }
        readAppointmentsAgain()
        tell.done(t.cancelledSeries(answer.appointments.length))
        onClose()
      },
    }),
  )
  const input = {
    appointment_id: id,
    reason: why.reason,
    notify_client: isNotified,
    tell_reason: why.tellsReason,
  }
  const isChecked = scope === 'one' || preview !== null
  return (
    <ConfirmDialog
      title={t.cancelTitle(client.name)}
      confirmLabel={isChecked ? t.cancelButton : t.check}
      isDanger={isChecked}
      isBusy={single.isPending || several.isPending}
      error={scope === 'one' ? single.error : several.error}
      onConfirm={() => {
        if (scope === 'one') single.mutate(input)
        else several.mutate({ ...input, scope, preview: preview === null })
      }}
      onClose={onClose}
    >
      <Text size="sm">{t.cancelAbout}</Text>
      <DepositNote appointment={appointment} />
      {series !== null && (
        <ScopeField
          label={t.scope}
          scopes={SCOPES}
          value={scope}
          onChange={(next) => {
            setScope(next)
            setPreview(null)
          }}
        />
      )}
      {scope === 'one' && (
        <Radio.Group
          label={t.whose}
          value={isByClient ? 'client' : 'clinic'}
          onChange={(chosen) => setIsByClient(chosen === 'client')}
        >
          <Group mt={6}>
            <Radio value="clinic" label={t.byClinic} />
            <Radio value="client" label={t.byClient} />
          </Group>
        </Radio.Group>
      )}
      <ReasonField {...why} />
      <Checkbox
        label={t.notify}
        checked={isNotified}
        onChange={(event) => setIsNotified(event.currentTarget.checked)}
      />
      <TellReason {...why} />
      {isNotified && (
        <NotifyPreview
          change={{
            appointment_id: id,
            change: 'cancel',
            reason: why.tellsReason ? why.reason : null,
            cancelled_by: scope === 'one' && isByClient ? 'client' : 'professional',
          }}
        />
      )}
      {preview !== null && <SeriesChangeNote change={preview} />}
    </ConfirmDialog>
  )
}

/** What becomes of the money. */
function DepositNote({ appointment }: { readonly appointment: Appointment }) {
  const t = useTexts(DIALOG_TEXTS)
  const written = useWritten()
  const { deposit } = appointment
  if (deposit === null) return null
  const amount = written.money(deposit.amount)
  if (deposit.status === 'PENDING') return <Text size="sm">{t.depositPending(amount)}</Text>
  if (deposit.status === 'PAID') return <Text size="sm">{t.depositPaid(amount)}</Text>
  return null
}
