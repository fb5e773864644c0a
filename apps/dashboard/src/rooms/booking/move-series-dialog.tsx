/** Moves the appointments of a series: to another time, some days on, or to another professional. */
import { NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { ProfessionalSelect } from '../../parts/professional-select.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import type { CardDialogProps } from './card-actions.tsx'
import { DIALOG_TEXTS } from './dialog-texts.ts'
import { ScopeField, SeriesChangeNote, type Scope, type SeriesChange } from './series-scope.tsx'
import { readAppointmentsAgain } from './use-appointment.ts'

/** As many days as a series can be shifted. */
const MOST_DAYS = 31

type Asked = {
  readonly scope: Scope
  /** `HH:mm`, or empty. */
  readonly time: string
  readonly days: number
  readonly professionalId: number
}

export function MoveSeriesDialog({ appointment, onClose }: CardDialogProps) {
  const t = useTexts(DIALOG_TEXTS)
  const tell = useTell()
  const { id, professional_id: present } = appointment
  const [asked, setAsked] = useState<Asked>({
    scope: 'following',
    time: '',
    days: 0,
    professionalId: present,
  })
  const [preview, setPreview] = useState<SeriesChange | null>(null)
  const move = useMutation(
    api.appointments.rescheduleSeries.mutationOptions({
      onSuccess(answer, { preview: isPreview }) {
        if (isPreview === true) {
          setPreview(answer)
          return
        }
        readAppointmentsAgain()
        tell.done(t.movedSeries(answer.appointments.length))
        onClose()
      },
    }),
  )
  const change = (changed: Partial<Asked>): void => {
    setAsked({ ...asked, ...changed })
    setPreview(null)
    move.reset()
  }
  const { scope, time, days, professionalId } = asked
  const isAsked = time !== '' || days !== 0 || professionalId !== present
  return (
    <ConfirmDialog
      title={t.moveSeriesTitle}
      confirmLabel={preview === null ? t.check : t.moveSeriesButton}
      isBusy={move.isPending}
      isDisabled={!isAsked}
      error={move.error}
      onConfirm={() =>
        move.mutate({
          appointment_id: id,
          scope,
          ...(time !== '' && { time }),
          ...(days !== 0 && { shift_days: days }),
          ...(professionalId !== present && { professional_id: professionalId }),
          preview: preview === null,
        })
      }
      onClose={onClose}
    >
      <ScopeField
        label={t.scopeMove}
        scopes={['following', 'all']}
        value={scope}
        onChange={(next) => change({ scope: next })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="time"
          label={t.time}
          description={t.timeHint}
          value={time}
          onChange={(event) => change({ time: event.currentTarget.value })}
        />
        <NumberInput
          label={t.shift}
          min={-MOST_DAYS}
          max={MOST_DAYS}
          allowDecimal={false}
          value={days}
          onChange={(value) => change({ days: Number(value) || 0 })}
        />
      </SimpleGrid>
      <ProfessionalSelect
        value={professionalId}
        onChange={(next) => change({ professionalId: next ?? present })}
        performing={appointment.service_ids}
      />
      {preview !== null && <SeriesChangeNote change={preview} />}
    </ConfirmDialog>
  )
}
