/** Moves or cancels all visits of a group session. */
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, scheduling } from '../../api/client.ts'
import { reasonOf } from '../../api/reason.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { PROBLEM_TEXTS } from '../../words/problems.ts'
import { ReasonField, TellReason, useReason } from './reason.tsx'
import { NotChanged, SessionMessages } from './session-notes.tsx'
import { SESSION_TEXTS } from './session-texts.ts'
import { SlotPicker } from './slot-picker.tsx'
import { readAppointmentsAgain } from './use-appointment.ts'
import { useEachVisit, type Visit } from './use-each-visit.ts'
import { useOffers } from './use-offers.ts'

type Props = {
  /** Those that are still to come. */
  readonly visits: readonly Visit[]
  readonly serviceIds: readonly number[]
  readonly professionalId: number
  /** An instant. */
  readonly start: string
  onClose(): void
}

export function CancelSession({ visits, onClose }: Props) {
  const t = useTexts(SESSION_TEXTS)
  const tell = useTell()
  const [isNotified, setNotified] = useState(true)
  const why = useReason(isNotified)
  const each = useEachVisit(visits, (count) => {
    tell.done(t.cancelled(count))
    onClose()
  })
  return (
    <ConfirmDialog
      title={t.cancelTitle}
      confirmLabel={t.cancel(each.left.length)}
      isDanger
      isBusy={each.isBusy}
      onConfirm={() =>
        void each.run(({ id }) =>
          scheduling.appointments.cancel.mutate({
            appointment_id: id,
            reason: why.reason,
            notify_client: isNotified,
            tell_reason: why.tellsReason,
            cancelled_by: 'professional',
          }),
        )
      }
      onClose={onClose}
    >
      <Text size="sm">{t.cancelAbout}</Text>
      <ReasonField {...why} />
      <TellReason {...why} />
      <SessionMessages
        visits={each.left}
        isNotified={isNotified}
        onNotified={setNotified}
        change={{ change: 'cancel', reason: why.tellsReason ? why.reason : null }}
      />
      <NotChanged failed={each.failed} />
    </ConfirmDialog>
  )
}

export function MoveSession({ visits, serviceIds, professionalId, start: now, onClose }: Props) {
  const t = useTexts(SESSION_TEXTS)
  const problems = useTexts(PROBLEM_TEXTS)
  const written = useWritten()
  const tell = useTell()
  const [date, setDate] = useState<string | null>(now.slice(0, 10))
  const [start, setStart] = useState<string | null>(null)
  const [isNotified, setNotified] = useState(true)
  const offers = useOffers({ serviceIds, professionalId, date, start })
  const move = useMutation(
    api.appointments.rescheduleSession.mutationOptions({
      onSuccess({ appointments }) {
        tell.done(t.moved(appointments.length))
        onClose()
      },
      onSettled: readAppointmentsAgain,
    }),
  )
  const [first] = visits
  const { refusal } = reasonOf(move.error)
  const cause = visits.find(({ id }) => refusal?.errors[0]?.field === `appointments.${id}`)
  return (
    <ConfirmDialog
      title={t.moveTitle}
      confirmLabel={t.move(visits.length)}
      isBusy={move.isPending}
      isDisabled={start === null || Date.parse(start) === Date.parse(now)}
      error={move.error}
      words={
        refusal === null || cause === undefined
          ? {}
          : {
              [refusal.code]: t.notMoved(
                cause.client_name,
                written.time(now),
                problems[refusal.code],
              ),
            }
      }
      onConfirm={() =>
        start !== null &&
        first !== undefined &&
        move.mutate({
          appointment_id: first.id,
          start,
          expected_start: now,
          notify_client: isNotified,
        })
      }
      onClose={onClose}
    >
      {/* No offered start overlaps the session itself. */}
      <Text size="sm" c="dimmed">
        {t.byMinutes}
      </Text>
      <SlotPicker
        offers={offers}
        start={start}
        professionalId={professionalId}
        disabled={move.isPending}
        onStart={setStart}
        onDate={(day) => {
          setDate(day)
          setStart(null)
        }}
      />
      <SessionMessages
        visits={visits}
        isNotified={isNotified}
        onNotified={setNotified}
        change={start === null ? null : { change: 'move', start }}
      />
    </ConfirmDialog>
  )
}
