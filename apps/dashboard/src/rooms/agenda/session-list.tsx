/** Who is in the session of a group. */
import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconPlus } from '../../icons/icons.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import type { Block } from './cells.ts'
import classes from './day-list.module.css'
import { marksOf } from './naming.ts'
import { Mark } from './status-marks.tsx'
import { AGENDA_TEXTS } from './texts.ts'

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
  const [first] = block.appointments
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
        <Group justify="space-between">
          <Text size="sm">{t.sessionSeats(Math.max(0, capacity - taken))}</Text>
          {taken < capacity && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onBook}>
              {t.bookSeat}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
