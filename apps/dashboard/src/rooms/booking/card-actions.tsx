/** What can be done with an appointment: the usual as buttons, the rest in a menu that says why something is not. */
import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronDown } from '../../icons/icons.ts'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../access/use-may.ts'
import { api } from '../../api/client.ts'
import { useTell } from '../../parts/tell.tsx'
import { now } from '../../time/clock.ts'
import { useTexts } from '../../words/language.tsx'
import { CALLS, obstacleOf, type Action } from './actions.ts'
import { CARD_TEXTS } from './card-texts.ts'
import { readAppointmentsAgain, type Appointment } from './use-appointment.ts'
import { useFeatures } from './use-features.ts'
import { useUndo } from './use-undo.ts'

/** Dialogs are loaded when they are opened. */
const DIALOGS = {
  move: lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog })),
  cancel: lazy(async () => ({ default: (await import('./cancel-dialog.tsx')).CancelDialog })),
  complete: lazy(async () => ({ default: (await import('./end-dialogs.tsx')).CompleteDialog })),
  noShow: lazy(async () => ({ default: (await import('./end-dialogs.tsx')).NoShowDialog })),
  undo: lazy(async () => ({ default: (await import('./undo-dialog.tsx')).UndoDialog })),
  delete: lazy(async () => ({ default: (await import('./end-dialogs.tsx')).DeleteDialog })),
  services: lazy(async () => ({ default: (await import('./services-dialog.tsx')).ServicesDialog })),
  room: lazy(async () => ({ default: (await import('./room-dialog.tsx')).RoomDialog })),
  charge: lazy(async () => ({ default: (await import('./charge-dialog.tsx')).ChargeDialog })),
  again: lazy(async () => ({ default: (await import('./again-dialog.tsx')).AgainDialog })),
  moveSeries: lazy(async () => ({
    default: (await import('./move-series-dialog.tsx')).MoveSeriesDialog,
  })),
}

type DialogName = keyof typeof DIALOGS

/** Those that are possible, as buttons in this order. */
const USUAL = ['confirm', 'arrive', 'start', 'complete', 'move', 'cancel', 'again'] as const

/** How long the end of an appointment can be taken back. */
const UNDO_MS = 7 * 86_400_000

/** One key each, while the card is open. */
const KEYS = { arrive: 'A', start: 'S', complete: 'C', noShow: 'F' } as const

/** What every dialog of the card takes. */
export type CardDialogProps = {
  readonly appointmentId: number
  readonly appointment: Appointment
  onClose(): void
  /** The appointment is no longer there. */
  onGone(): void
}

type Props = {
  readonly appointment: Appointment
  onRefused(error: unknown): void
  onGone(): void
}

export function CardActions({ appointment, onRefused, onGone }: Props) {
  const t = useTexts(CARD_TEXTS)
  const tell = useTell()
  const features = useFeatures()
  const may = useMay()
  const [open, setOpen] = useState<DialogName | null>(null)
  const { id, client, recurrence_id: series } = appointment
  const show = (dialog: DialogName): void => {
    onRefused(null)
    setOpen(dialog)
  }
  const obstacle = (action: Action) => obstacleOf(action, appointment, features?.deposits === true)
  const told = (text: string) => ({
    onSuccess() {
      onRefused(null)
      tell.done(text)
    },
    onError: onRefused,
    onSettled: readAppointmentsAgain,
  })
  const confirm = useMutation(
    api.appointments.confirm.mutationOptions(told(t.confirmed(client.name))),
  )
  const undo = useUndo()
  const complete = useMutation(
    api.appointments.complete.mutationOptions({
      ...told(t.completed(client.name)),
      onSuccess() {
        onRefused(null)
        tell.done(t.completed(client.name), undo(id, false))
      },
    }),
  )
  const takeBack = useMutation(
    api.appointments.takeBackMark.mutationOptions({
      onError: onRefused,
      onSettled: readAppointmentsAgain,
    }),
  )
  /** Said with a button that takes it back. */
  const marked = (text: string, mark: 'arrived' | 'started') => ({
    ...told(text),
    onSuccess() {
      onRefused(null)
      tell.done(text, { run: () => takeBack.mutate({ appointment_id: id, mark }) })
    },
  })
  const arrive = useMutation(
    api.appointments.arrive.mutationOptions(marked(t.arrived(client.name), 'arrived')),
  )
  const start = useMutation(
    api.appointments.start.mutationOptions(marked(t.started(client.name), 'started')),
  )
  const invoice = useMutation(
    api.appointments.markInvoiced.mutationOptions({
      onError: onRefused,
      onSettled: readAppointmentsAgain,
      onSuccess(_answer, { issued: isNow }) {
        onRefused(null)
        tell.done(isNow ? t.invoiced : t.notInvoiced, { run: () => mark(!isNow) })
      },
    }),
  )
  const mark = (isNow: boolean): void => invoice.mutate({ appointment_id: id, issued: isNow })
  const isIssued = appointment.invoice_issued
  const isBusy = [confirm, arrive, start, complete, invoice].some(({ isPending }) => isPending)
  const hasBegun = Date.parse(appointment.start) <= now()
  const rest: readonly (Action & DialogName)[] = [
    'noShow',
    'services',
    ...(appointment.type === 'TELEMEDICINE' ? (['room'] as const) : []),
    ...(may(CALLS.charge) ? (['charge'] as const) : []),
  ]
  const usual = {
    confirm: () => confirm.mutate({ appointment_id: id }),
    arrive: () => arrive.mutate({ appointment_id: id }),
    start: () => start.mutate({ appointment_id: id }),
    complete: () => (hasBegun ? complete.mutate({ appointment_id: id }) : show('complete')),
    move: () => show('move'),
    cancel: () => show('cancel'),
    again: () => show('again'),
  }
  const ended = appointment.completed_at ?? appointment.no_show_at ?? appointment.cancelled_at
  const canUndo = obstacle('undo') === null && ended !== null && Date.parse(ended) > now() - UNDO_MS
  const isDone = { arrive: appointment.arrived_at !== null, start: appointment.started_at !== null }
  const possible = USUAL.filter(
    (action) => obstacle(action) === null && !(action in isDone && isDone[action as 'arrive']),
  )
  const ifPossible = (action: 'arrive' | 'start' | 'complete') => () => {
    if (open === null && !isBusy && possible.includes(action)) usual[action]()
  }
  useHotkeys([
    [KEYS.arrive, ifPossible('arrive')],
    [KEYS.start, ifPossible('start')],
    [KEYS.complete, ifPossible('complete')],
    [KEYS.noShow, () => open === null && obstacle('noShow') === null && show('noShow')],
  ])
  const Dialog = open === null ? null : DIALOGS[open]
  return (
    <Stack gap="xs">
      {possible.every((action) => action === 'again') && (isIssued || !canUndo) && (
        <Text size="sm" c="dimmed">
          {isIssued ? t.obstacles.hasInvoice : t.isOver}
        </Text>
      )}
      <Group gap="xs">
        {canUndo && (
          <Button variant="default" size="sm" px="sm" onClick={() => show('undo')}>
            {t.undo}
          </Button>
        )}
        {possible.map((action, at) => (
          <Button
            key={action}
            variant={at === 0 ? 'filled' : 'default'}
            size="sm"
            px="sm"
            disabled={isBusy}
            onClick={usual[action]}
            aria-keyshortcuts={keyOf(action)}
            title={titleOf(action)}
          >
            {t[action]}
          </Button>
        ))}
        <Menu position="bottom-start" width={280} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button
              variant="default"
              size="sm"
              px="sm"
              rightSection={<IconChevronDown size={16} aria-hidden />}
            >
              {t.more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map((action) => (
              <Item
                key={action}
                label={t[action]}
                why={reasonOf(action)}
                onClick={() => show(action)}
              />
            ))}
            {series !== null && (
              <Item
                label={t.moveSeries}
                why={reasonOf('move')}
                onClick={() => show('moveSeries')}
              />
            )}
            {may(CALLS.invoice) && (
              <Item
                label={isIssued ? t.noInvoice : t.invoice}
                why={null}
                onClick={() => mark(!isIssued)}
              />
            )}
            {may(CALLS.delete) && (
              <>
                <Menu.Divider />
                <Item label={t.delete} why={reasonOf('delete')} onClick={() => show('delete')} />
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {Dialog !== null && (
        <Suspense>
          <Dialog
            appointmentId={id}
            appointment={appointment}
            onClose={() => setOpen(null)}
            onGone={onGone}
          />
        </Suspense>
      )}
    </Stack>
  )

  function keyOf(action: Action): string | undefined {
    return (KEYS as Partial<Record<Action, string>>)[action]
  }

  function titleOf(action: Action): string | undefined {
    const key = keyOf(action)
    return key === undefined ? undefined : t.byKey(key)
  }

  function reasonOf(action: Action): string | null {
    const why = obstacle(action)
    return why === null ? null : t.obstacles[why]
  }
}

type ItemProps = { readonly label: string; readonly why: string | null; onClick(): void }

function Item({ label, why, onClick }: ItemProps) {
  return (
    <Menu.Item disabled={why !== null} onClick={onClick}>
      {label}
      {why !== null && (
        <Text size="xs" c="dimmed">
          {why}
        </Text>
      )}
    </Menu.Item>
  )
}
