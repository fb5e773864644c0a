/** The appointments of a client: those that come, and those that were, the newest first. */
import { Button, Group, Paper, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { IconPlus } from '../../icons/icons.ts'
import { useEffect, useState } from 'react'
import { AppointmentCard, NewAppointment } from '../booking/dialogs.ts'
import { api } from '../../api/client.ts'
import { AppointmentStatusBadge } from '../../parts/appointment-status.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { now } from '../../time/clock.ts'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import type { Client } from './client.ts'
import styles from './clients.module.css'
import { CLIENTS_TEXTS } from './texts.ts'

type Appointment = inferRouterOutputs<AppRouter>['appointments']['list']['data'][number]

const PAGE = 200
const YEAR_MS = 365 * 24 * 60 * 60_000

export function AppointmentsOf({ client }: { readonly client: Client }) {
  const t = useTexts(CLIENTS_TEXTS)
  const { loading } = useTexts(EVERYWHERE)
  // One moment divides what comes from what was, for as long as the page is open.
  const [moment] = useState(() => new Date(now()).toISOString())
  const [years, setYears] = useState(1)
  const [open, setOpen] = useState<number | 'new' | null>(null)
  const close = (): void => setOpen(null)
  const since = new Date(Date.parse(moment) - years * YEAR_MS).toISOString()
  const coming = useAll({ client_id: client.id, from: moment })
  const past = useAll({ client_id: client.id, from: since, to: moment })
  // The list of the service begins with the oldest: it says whether there is more behind this year.
  const oldest = useQuery(api.appointments.list.queryOptions({ client_id: client.id, limit: 1 }))
  const [first] = oldest.data?.data ?? []
  const hasOlder = first !== undefined && Date.parse(first.start) < Date.parse(since)
  const error = coming.error ?? past.error
  return (
    <Stack>
      <RefusedNote
        error={error}
        onRetry={() => {
          coming.retry()
          past.retry()
        }}
      />
      <section>
        <Group justify="space-between" mb="xs">
          <Title order={2} size="h5">
            {t.coming}
          </Title>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setOpen('new')}
          >
            {t.newAppointment}
          </Button>
        </Group>
        {coming.rows === null ? (
          <Skeleton h={64} role="status" aria-label={loading} />
        ) : (
          <Rows rows={coming.rows} none={t.noComing} label={t.coming} onOpen={setOpen} />
        )}
      </section>
      <section>
        <Title order={2} size="h5" mb="xs">
          {t.past}
        </Title>
        {past.rows === null ? (
          <Skeleton h={64} role="status" aria-label={loading} />
        ) : (
          <Rows rows={past.rows.toReversed()} none={t.noPast} label={t.past} onOpen={setOpen} />
        )}
        {hasOlder && (
          <Button mt="xs" variant="default" onClick={() => setYears(years * 2)}>
            {t.older}
          </Button>
        )}
      </section>
      {open === 'new' && (
        <NewAppointment
          initial={{ client: { id: client.id, name: client.name } }}
          onClose={close}
        />
      )}
      {typeof open === 'number' && <AppointmentCard appointmentId={open} onClose={close} />}
    </Stack>
  )
}

function useAll(input: { client_id: number; from: string; to?: string }) {
  const asked = useInfiniteQuery(
    api.appointments.list.infiniteQueryOptions(
      { ...input, limit: PAGE },
      { getNextPageParam: (last) => last.next_cursor },
    ),
  )
  const { data, error, hasNextPage, isFetching, fetchNextPage } = asked
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  return {
    rows: data === undefined ? null : data.pages.flatMap((page) => page.data),
    error,
    retry: () => void asked.refetch(),
  }
}

type RowsProps = {
  readonly rows: readonly Appointment[]
  readonly none: string
  readonly label: string
  onOpen(appointmentId: number): void
}

function Rows({ rows, none, label, onOpen }: RowsProps) {
  const written = useWritten()
  if (rows.length === 0) return <Text size="sm">{none}</Text>
  return (
    <ul className={styles['list']} aria-label={label}>
      {rows.map((appointment) => {
        const services = appointment.services.map(({ name }) => name).join(', ')
        const when = written.moment(appointment.start)
        return (
          <Paper component="li" withBorder key={appointment.id}>
            <UnstyledButton
              className={styles['entry'] ?? ''}
              onClick={() => onOpen(appointment.id)}
            >
              <Group justify="space-between" gap="xs">
                <Stack gap={0}>
                  <Text size="sm" fw={600}>
                    {when}
                  </Text>
                  <Text size="sm" className={styles['any']}>
                    {services} · {appointment.professional.name}
                  </Text>
                </Stack>
                <Group gap="xs">
                  <Text size="sm">{written.money(appointment.price)}</Text>
                  <AppointmentStatusBadge status={appointment.status} />
                </Group>
              </Group>
            </UnstyledButton>
          </Paper>
        )
      })}
    </ul>
  )
}
