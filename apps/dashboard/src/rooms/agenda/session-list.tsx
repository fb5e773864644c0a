/** Who is in the session of a group. */
import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { WaitlistDialog } from '../booking/dialogs.ts'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { useMay } from '../../access/use-may.ts'
import { IconPlus } from '../../icons/icons.ts'
import type { ClientChoice } from '../../parts/client-choice.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { SESSION_TEXTS } from '../booking/session-texts.ts'
import type { Block } from './cells.ts'
import classes from './day-list.module.css'
import { marksOf } from './naming.ts'
import { isAhead } from './stand.ts'
import { Mark } from './status-marks.tsx'
import { AGENDA_TEXTS } from './texts.ts'

const MoveSession = lazyPart(
  () => import('../booking/session-dialogs.tsx'),
  (file) => file.MoveSession,
)
const CancelSession = lazyPart(
  () => import('../booking/session-dialogs.tsx'),
  (file) => file.CancelSession,
)

type Props = {
  readonly block: Block
  readonly professional: string
  onOpen(appointmentId: number): void
  onBook(): void
  onClose(): void
}

export function SessionList({ block, professional, onOpen, onBook, onClose }: Props) {
  const t = useTexts(AGENDA_TEXTS)
  const written = useWritten()
  const words = useTexts(SESSION_TEXTS)
  const may = useMay()
  const [open, setOpen] = useState<'move' | 'cancel' | 'waitlist' | null>(null)
  const [client, setClient] = useState<ClientChoice | null>(null)
  const close = (): void => setOpen(null)
  const [first] = block.appointments
  const ahead = block.appointments.filter(({ status }) => isAhead(status))
  const of = {
    visits: ahead,
    serviceIds: first.service_ids,
    professionalId: first.professional_id,
    start: first.start,
    onClose: close,
  }
  const { taken, capacity } = block.session ?? { taken: 1, capacity: 1 }
  return (
    <Dialog
      onClose={onClose}
      title={t.sessionTitle(first.service_names.join(' + '), t.seats(taken, capacity))}
    >
      <Stack gap="xs">
        <Text size="sm">
          {[
            written.day(first.start),
            t.until(written.time(first.start), written.time(first.end)),
            t.with(professional),
          ].join(', ')}
        </Text>
        {block.appointments.map((one) => (
          <UnstyledButton
            key={one.id}
            className={classes.card}
            data-status={one.status}
            onClick={() => onOpen(one.id)}
          >
            <span className={classes.what}>
              <strong>{one.client_name}</strong>
              <span className={classes.status}>
                <Mark name={one.status} />
                {[t.statuses[one.status], ...marksOf(one, t)].join(' · ')}
              </span>
            </span>
          </UnstyledButton>
        ))}
        <Text size="sm">{t.sessionSeats(Math.max(0, capacity - taken))}</Text>
        {taken < capacity && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onBook}>
            {t.bookSeat}
          </Button>
        )}
        {taken >= capacity && may('waitlist.add') && (
          <Button onClick={() => setOpen('waitlist')}>{words.waitlist}</Button>
        )}
        {ahead.length > 0 && (
          // Side by side on a phone too; one below the other where letters are large.
          <Group gap="xs" grow preventGrowOverflow={false}>
            <Button variant="default" px="sm" onClick={() => setOpen('move')}>
              {words.moveAll}
            </Button>
            <Button variant="default" px="sm" onClick={() => setOpen('cancel')}>
              {words.cancelAll}
            </Button>
          </Group>
        )}
      </Stack>
      {open === 'move' && <MoveSession {...of} />}
      {open === 'cancel' && <CancelSession {...of} />}
      {open === 'waitlist' && (
        <WaitlistDialog
          values={{
            client,
            service_ids: first.service_ids,
            professional_id: first.professional_id,
            start: first.start,
          }}
          onClient={setClient}
          onDone={close}
          onClose={close}
        />
      )}
    </Dialog>
  )
}
