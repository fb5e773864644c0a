/** Everything about one appointment, and all that can be done with it. */
import { Anchor, Badge, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { IconCopyPlus, IconRepeat } from '../../icons/more.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../access/use-may.ts'
import { AppointmentStatusBadge } from '../../parts/appointment-status.tsx'
import { SidePanel } from '../../parts/dialog.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useLength } from '../../parts/service-basket.tsx'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { CardActions } from './card-actions.tsx'
import { CardDeposit } from './card-deposit.tsx'
import { CardFacts } from './card-facts.tsx'
import { CARD_TEXTS } from './card-texts.ts'
import { FasterNote } from './faster-note.tsx'
import { History } from './history.tsx'
import { NotesField } from './notes-field.tsx'
import { TeamNotesField } from './team-notes-field.tsx'
import { useAppointment, type Appointment } from './use-appointment.ts'

type Props = { readonly appointmentId: number; onClose(): void }

export function AppointmentCard({ appointmentId, onClose }: Props) {
  const t = useTexts(CARD_TEXTS)
  const words = useTexts(EVERYWHERE)
  const may = useMay()
  const asked = useAppointment(appointmentId)
  const [refused, setRefused] = useState<unknown>(null)
  const appointment = asked.data
  return (
    <SidePanel title={t.title} size="md" onClose={onClose}>
      <Stack key={appointmentId}>
        <FasterNote
          appointmentId={appointmentId}
          isRefused={refused !== null || (asked.isError && appointment === undefined)}
        />
        {asked.isPending && <Loader aria-label={words.loading} />}
        <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
        {appointment !== undefined && (
          <>
            <Head appointment={appointment} />
            <RefusedNote error={refused} />
            <CardActions appointment={appointment} onRefused={setRefused} onGone={onClose} />
            {appointment.deposit !== null && <CardDeposit deposit={appointment.deposit} />}
            <CardFacts appointment={appointment} />
            <NotesField key={appointment.id} appointment={appointment} onRefused={setRefused} />
            <TeamNotesField
              key={`team ${appointment.id}`}
              appointmentId={appointment.id}
              onRefused={setRefused}
            />
            {may('audit.list') && <History appointmentId={appointmentId} />}
          </>
        )}
      </Stack>
    </SidePanel>
  )
}

function Head({ appointment }: { readonly appointment: Appointment }) {
  const t = useTexts(CARD_TEXTS)
  const written = useWritten()
  const lengthOf = useLength()
  const { client, start, end } = appointment
  return (
    <Stack gap={6}>
      <Title order={3} size="h4" style={{ overflowWrap: 'anywhere' }}>
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link to="/clients/$clientId" params={{ clientId: String(client.id) }} {...props} />
          )}
          aria-label={t.openClient(client.name)}
        >
          {client.name}
        </Anchor>
      </Title>
      <Text>
        {written.day(start)}, {written.time(start)}–{written.time(end)}{' '}
        <Text span c="dimmed">
          {t.duration(lengthOf(appointment.duration_minutes))}
        </Text>
      </Text>
      <Group gap="xs">
        <AppointmentStatusBadge status={appointment.status} />
        {appointment.is_overbook && (
          <Badge
            variant="outline"
            color="orange"
            c="var(--mantine-color-text)"
            tt="none"
            leftSection={<IconCopyPlus size={12} aria-hidden />}
          >
            {t.overbooked}
          </Badge>
        )}
        {appointment.recurrence_id !== null && (
          <Badge
            variant="outline"
            color="gray"
            c="var(--mantine-color-text)"
            tt="none"
            leftSection={<IconRepeat size={12} aria-hidden />}
          >
            {t.inSeries}
          </Badge>
        )}
      </Group>
    </Stack>
  )
}
