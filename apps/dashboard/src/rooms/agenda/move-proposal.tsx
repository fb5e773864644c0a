/** What a drag would change, before anything is sent; and why it was refused. */
import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { reasonOf } from '../../api/reason.ts'
import { BackButton, Dialog, DialogFooter } from '../../parts/dialog.tsx'
import { NotifyPreview } from '../../parts/notify-preview.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { SameTimeAfterMove } from '../booking/same-time.tsx'
import type { Agenda, Appointment } from './cells.ts'
import { Faster } from './faster.tsx'
import classes from './move-proposal.module.css'
import { isOverbookable, type Obstacle } from './obstacle.ts'
import { AGENDA_TEXTS } from './texts.ts'
import { standsAt, type Stand } from './stand.ts'
import { useMove } from './use-move.ts'

export type Proposal = {
  /** As it was when it was picked up. */
  readonly appointment: Appointment
  readonly to: { readonly professionalId: number; readonly start: string | null }
  /** Why it cannot be there, as far as is known; null: it can. */
  readonly obstacle: Obstacle | null
}

type Props = {
  readonly proposal: Proposal
  /** As it is now. */
  readonly agenda: Agenda
  readonly canOverbook: boolean
  nameOf(professionalId: number): string
  /** Opens the dialog that lists free times. */
  onAnother(appointmentId: number): void
  onClose(): void
}

export function MoveProposal(props: Props) {
  const { proposal, agenda, canOverbook, nameOf, onAnother, onClose } = props
  const { move: t, obstacle: sayObstacle } = useTexts(AGENDA_TEXTS)
  const { close } = useTexts(EVERYWHERE)
  const written = useWritten()
  const [notifyClient, setNotifyClient] = useState(true)
  const move = useMove(onClose)
  const holder = holderOf(agenda, proposal)
  const [firstHolder] = useState(holder?.id)
  const { appointment, to, obstacle } = proposal
  const said = ({ professionalId, start }: Stand): string =>
    t.place(written.shortDay(start), written.time(start), nameOf(professionalId))
  const from = { professionalId: appointment.professional_id, start: appointment.start }
  const shown = agenda.appointments.find(({ id }) => id === appointment.id) ?? null
  const isOvertaken =
    move.data === false || (move.isIdle && (shown === null || !standsAt(shown, from)))
  const isTaken = reasonOf(move.error).refusal?.code === 'slot_unavailable'
  const isEnded = reasonOf(move.error).refusal?.code === 'appointment_not_editable'
  const isClosed = move.isPending || move.data === true
  const isRefused = move.isError || isOvertaken
  const isOverbook = obstacle !== null && canOverbook && isOverbookable(obstacle)
  const isImpossible = obstacle !== null && !isOverbook
  const target = to.start === null ? null : { professionalId: to.professionalId, start: to.start }
  return (
    <Dialog
      isAside={isClosed}
      isTyped={false}
      onClose={onClose}
      title={isRefused ? t.refusedTitle : t.title}
    >
      <Stack>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {appointment.client_name}
        </Text>
        <dl className={classes.change}>
          <dt>{t.from}</dt>
          <dd>{said(from)}</dd>
          <dt>{t.to}</dt>
          <dd>
            <strong>{target === null ? '—' : said(target)}</strong>
          </dd>
        </dl>
        {target === null && (
          <Alert role="alert" color="orange">
            {t.skipped}
          </Alert>
        )}
        {target !== null && obstacle !== null && !isRefused && (
          <Alert role="alert" color="red">
            {sayObstacle(obstacle)}
          </Alert>
        )}
        {target !== null && !isRefused && (
          <SameTimeAfterMove appointmentId={appointment.id} start={target.start} />
        )}
        {(isOvertaken || isEnded) && <Overtaking appointment={appointment} nameOf={nameOf} />}
        {isTaken && (
          <TakenTime holder={holder} wasThere={holder?.id === firstHolder} nameOf={nameOf} />
        )}
        {move.isError && !isOvertaken && !isTaken && !isEnded && <RefusedNote error={move.error} />}
        {isRefused && !isOvertaken && <Text size="sm">{t.stays}</Text>}
        {!isRefused && !isImpossible && (
          <Checkbox
            label={t.tellClient}
            checked={notifyClient}
            onChange={({ currentTarget: { checked } }) => setNotifyClient(checked)}
          />
        )}
        {!isRefused && !isImpossible && notifyClient && target !== null && (
          <NotifyPreview
            change={{
              appointment_id: appointment.id,
              change: 'move',
              start: target.start,
              professional_id: target.professionalId,
            }}
          />
        )}
        <DialogFooter>
          {isRefused ? <BackButton>{close}</BackButton> : <BackButton />}
          {(isRefused || obstacle !== null) && (
            <Button
              variant={isRefused || isImpossible ? 'filled' : 'default'}
              data-autofocus={isRefused || isImpossible || undefined}
              onClick={() => onAnother(appointment.id)}
            >
              {t.another}
            </Button>
          )}
          {!isRefused && !isImpossible && (
            <Button
              data-autofocus
              disabled={target === null}
              onClick={() =>
                target !== null &&
                move.mutate({
                  appointment,
                  from,
                  to: target,
                  said: said(target),
                  notifyClient,
                  isOverbook,
                })
              }
            >
              {isOverbook ? t.overbook : t.confirm}
            </Button>
          )}
        </DialogFooter>
      </Stack>
    </Dialog>
  )
}

type About = Pick<Props, 'nameOf'> & { readonly appointment: Appointment }

/** What became of the appointment itself. */
function Overtaking({ appointment, nameOf }: About) {
  const t = useTexts(AGENDA_TEXTS).move
  const written = useWritten()
  const asked = useQuery(
    api.appointments.get.queryOptions({ appointment_id: appointment.id }, { staleTime: 0 }),
  )
  if (asked.isFetching) return null
  const now = asked.data
  const present =
    now === undefined ? null : { ...appointment, status: now.status, start: now.start }
  const said =
    now === undefined
      ? ''
      : t.place(written.shortDay(now.start), written.time(now.start), nameOf(now.professional_id))
  return <Faster id={appointment.id} present={present} said={said} />
}

/** Who has the wanted time; null: no appointment that is shown. */
function holderOf(agenda: Agenda, { appointment, to }: Proposal): Appointment | null {
  if (to.start === null) return null
  const start = Date.parse(to.start)
  const end = start + Date.parse(appointment.end) - Date.parse(appointment.start)
  const takes = ({ id, professional_id, busy }: Appointment): boolean =>
    id !== appointment.id &&
    professional_id === to.professionalId &&
    busy !== null &&
    Date.parse(busy.from) < end &&
    Date.parse(busy.to) > start
  return agenda.appointments.find(takes) ?? null
}

type TakenProps = Pick<Props, 'nameOf'> & {
  readonly holder: Appointment | null
  /** Whether it stood there when the appointment was let go. */
  readonly wasThere: boolean
}

function TakenTime({ holder, wasThere, nameOf }: TakenProps) {
  const t = useTexts(AGENDA_TEXTS).move
  const written = useWritten()
  if (holder === null) {
    return (
      <Alert role="alert" color="orange">
        {t.notFree}
      </Alert>
    )
  }
  const said = t.place(
    written.shortDay(holder.start),
    written.time(holder.start),
    nameOf(holder.professional_id),
  )
  if (wasThere) {
    return (
      <Alert role="alert" color="orange">
        {t.already(holder.client_name, said)}
      </Alert>
    )
  }
  return <Faster id={holder.id} present={holder} said={said} hasTheTime />
}
