/** Moves an appointment by choosing from what is free: the way that needs no mouse. */
import { Button, Checkbox, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { BackButton, Dialog, DialogFooter } from '../../parts/dialog.tsx'
import { NotifyPreview } from '../../parts/notify-preview.tsx'
import { ProfessionalSelect } from '../../parts/professional-select.tsx'
import { DialogRefusal } from '../../parts/dialog-refusal.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useProfessionals } from '../../parts/whole-lists.ts'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { obstacleOf } from './actions.ts'
import { FasterNote } from './faster-note.tsx'
import { MOVE_TEXTS } from './move-texts.ts'
import { SameTimeAfterMove } from './same-time.tsx'
import { SlotPicker } from './slot-picker.tsx'
import { TakenBy } from './taken-by.tsx'
import { readAppointmentsAgain, useAppointment, type Appointment } from './use-appointment.ts'
import { useMoveBack } from './use-move-back.ts'
import { useOffers } from './use-offers.ts'

type Props = { readonly appointmentId: number; onClose(): void }

export function MoveDialog({ appointmentId, onClose }: Props) {
  const t = useTexts(MOVE_TEXTS)
  const words = useTexts(EVERYWHERE)
  const isPhone = useMediaQuery('(max-width: 48em)')
  const asked = useAppointment(appointmentId)
  const appointment = asked.data
  return (
    <Dialog
      onClose={onClose}
      title={appointment === undefined ? t.loadingTitle : t.title(appointment.client.name)}
      size="lg"
      isWhole={isPhone ?? false}
    >
      {asked.isPending && <Loader aria-label={words.loading} />}
      <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
      {appointment !== undefined && (
        <MoveForm key={appointmentId} appointment={appointment} onClose={onClose} />
      )}
    </Dialog>
  )
}

type FormProps = { readonly appointment: Appointment; onClose(): void }

function MoveForm({ appointment, onClose }: FormProps) {
  const t = useTexts(MOVE_TEXTS)
  const written = useWritten()
  const tell = useTell()
  const { rows: professionals } = useProfessionals()
  const moveBack = useMoveBack()
  const { id, client, start: startNow, professional: present } = appointment
  const [professionalId, setProfessionalId] = useState<number | null>(present.id)
  const [date, setDate] = useState<string | null>(startNow.slice(0, 10))
  const [start, setStart] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [isNotified, setIsNotified] = useState(true)
  const offers = useOffers({ serviceIds: appointment.service_ids, professionalId, date, start })
  const move = useMutation(
    api.appointments.reschedule.mutationOptions({
      onMutate: () => ({ before: { start: startNow, professional_id: present.id } }),
      onSuccess(after, input, { before }) {
        tell.done(t.moved(client.name, written.moment(after.start), after.professional.name), {
          run: () => moveBack(id, before, input.notify_client !== false),
        })
        onClose()
      },
      onSettled: readAppointmentsAgain,
    }),
  )
  const isOther = professionalId !== present.id
  const changes = start !== null || isOther
  const who =
    professionalId === null
      ? t.anyProfessional
      : (professionals?.find((one) => one.id === professionalId)?.name ?? present.name)
  const choose = (next: { start?: string | null; professionalId?: number | null }): void => {
    move.reset()
    if (next.start !== undefined) setStart(next.start)
    if (next.professionalId !== undefined) setProfessionalId(next.professionalId)
  }
  if (obstacleOf('move', appointment, false) !== null) {
    return (
      <Stack>
        <FasterNote appointmentId={id} isRefused />
        <Text>{t.notMovable}</Text>
      </Stack>
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (!changes || move.isPending) return
        move.mutate({
          appointment_id: id,
          ...(start !== null && { start }),
          ...(isOther && { professional_id: professionalId }),
          reason: reason.trim() === '' ? null : reason.trim(),
          notify_client: isNotified,
        })
      }}
    >
      <Stack>
        <FasterNote appointmentId={id} isRefused={move.isError} />
        <ProfessionalSelect
          value={professionalId}
          onChange={(next) => choose({ professionalId: next })}
          none="anyProfessional"
          performing={appointment.service_ids}
          disabled={move.isPending}
          autoFocus
        />
        <SlotPicker
          offers={offers}
          start={start}
          professionalId={professionalId}
          disabled={move.isPending}
          onStart={(next) => choose({ start: next })}
          onDate={(day) => {
            setDate(day)
            choose({ start: null })
          }}
        />
        {start !== null && <SameTimeAfterMove appointmentId={id} start={start} />}
        <TextInput
          label={t.reason}
          description={t.reasonHint}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Checkbox
          label={t.notify}
          checked={isNotified}
          onChange={(event) => setIsNotified(event.currentTarget.checked)}
        />
        {isNotified && changes && (
          <NotifyPreview
            change={{
              appointment_id: id,
              change: 'move',
              ...(start !== null && { start }),
              ...(isOther && { professional_id: professionalId }),
            }}
          />
        )}
        <div aria-live="polite">
          <Text size="sm">
            <b>{t.before}:</b> {t.withWhom(written.moment(startNow), present.name)}
          </Text>
          <Text size="sm">
            <b>{t.after}:</b>{' '}
            {changes ? t.withWhom(written.moment(start ?? startNow), who) : t.choose}
          </Text>
        </div>
        <DialogRefusal error={move.error} />
        {move.isError && start !== null && !offers.isTaken && (
          <TakenBy start={start} professionalId={professionalId} />
        )}
        <DialogFooter>
          <BackButton />
          <Button type="submit" loading={move.isPending} disabled={!changes}>
            {t.move}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  )
}
