import { Anchor, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconClock, IconX, type Icon } from '../../icons/icons.ts'
import { IconCalendarCheck, IconHourglassEmpty, IconSend } from '../../icons/more.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, cache } from '../../api/client.ts'
import { useTell } from '../../parts/tell.tsx'
import { usePhone } from '../../parts/use-phone.ts'
import { clockOf } from '../../time/wall-clock.ts'
import { useWeekdays } from '../../time/weekdays.ts'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { readAppointmentsAgain } from '../booking/use-appointment.ts'
import type { Asked, Wish } from './wish.ts'
import { WAITLIST_TEXTS } from './texts.ts'
import styles from './waitlist.module.css'

type Props = { readonly wishes: readonly Wish[]; ask(asked: Asked): void }

const LOOKS: Readonly<Record<Wish['status'], { readonly color: string; readonly icon: Icon }>> = {
  UNCONFIRMED: { color: 'gray', icon: IconClock },
  WAITING: { color: 'blue', icon: IconClock },
  OFFERED: { color: 'orange', icon: IconSend },
  BOOKED: { color: 'teal', icon: IconCalendarCheck },
  EXPIRED: { color: 'gray', icon: IconHourglassEmpty },
  REMOVED: { color: 'gray', icon: IconX },
}

const DAY_MINUTES = 24 * 60
const WEEK = 7

export function WishList({ wishes, ask }: Props) {
  const t = useTexts(WAITLIST_TEXTS)
  return (
    <ul className={styles['list']} aria-label={t.list}>
      {wishes.map((wish) => (
        <WishCard key={wish.id} wish={wish} ask={ask} />
      ))}
    </ul>
  )
}

function WishCard({ wish, ask }: { readonly wish: Wish; readonly ask: Props['ask'] }) {
  const t = useTexts(WAITLIST_TEXTS)
  const written = useWritten()
  const when = useWhen(wish)
  const phoneWritten = usePhone()
  const { status, offer } = wish
  const { name } = wish.client
  const phone = 'phone' in wish.client ? wish.client.phone : null
  const { color, icon: Icon } = LOOKS[status]
  const isOpen = status === 'UNCONFIRMED' || status === 'WAITING' || status === 'OFFERED'
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Stack gap={2} miw={0}>
          <Group gap="xs">
            <Anchor
              renderRoot={(props) => (
                <Link
                  to="/clients/$clientId"
                  params={{ clientId: String(wish.client_id) }}
                  {...props}
                />
              )}
              c="var(--mantine-color-text)"
              fw={600}
              className={styles['any']}
              dir="auto"
            >
              {name}
            </Anchor>
            <Badge
              color={color}
              variant="light"
              c="var(--mantine-color-text)"
              tt="none"
              leftSection={<Icon size={12} aria-hidden />}
            >
              {t.status[status]}
            </Badge>
          </Group>
          {phone !== null && (
            <Anchor href={`tel:${phone}`} size="sm">
              {phoneWritten(phone)}
            </Anchor>
          )}
          <Text size="sm" className={styles['any']}>
            {wish.services.map((service) => service.name).join(', ')}
            {' · '}
            {wish.professional === null ? t.anyProfessional : t.with(wish.professional.name)}
          </Text>
          <Text size="sm">{when}</Text>
          {offer !== null && offer.outcome === 'OPEN' && (
            <Text size="sm" fw={600} className={styles['any']}>
              {t.offered(
                t.offeredWith(written.moment(offer.start), offer.professional.name),
                written.time(offer.held_until),
              )}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {[
              (status === 'UNCONFIRMED' ? t.askedAt : t.since)(written.moment(wish.waits_since)),
              ...(wish.lapses > 0 ? [t.lapses(wish.lapses)] : []),
            ].join(' · ')}
          </Text>
        </Stack>
        <Group gap="xs">
          {status === 'UNCONFIRMED' && <ConfirmButton wish={wish} />}
          {status === 'WAITING' && (
            <Button
              size="sm"
              variant="default"
              aria-label={t.offerTo(name)}
              onClick={() => ask({ what: 'offer', wish })}
            >
              {t.offer}
            </Button>
          )}
          {offer?.outcome === 'OPEN' && status === 'OFFERED' && <BookButton wish={wish} />}
          {isOpen && (
            <Button
              size="sm"
              variant="default"
              aria-label={t.removeOf(name)}
              onClick={() => ask({ what: 'remove', wish })}
            >
              {t.remove}
            </Button>
          )}
          {wish.appointment_id !== null && (
            <Button
              size="sm"
              variant="default"
              aria-label={t.openAppointmentOf(name)}
              onClick={() =>
                wish.appointment_id !== null &&
                ask({ what: 'appointment', id: wish.appointment_id })
              }
            >
              {t.openAppointment}
            </Button>
          )}
        </Group>
      </Group>
    </Paper>
  )
}

/** For a client who said so to the team. */
function ConfirmButton({ wish }: { readonly wish: Wish }) {
  const t = useTexts(WAITLIST_TEXTS)
  const tell = useTell()
  const { name } = wish.client
  const confirm = useMutation(
    api.waitlist.confirm.mutationOptions({
      onSuccess: () => {
        tell.done(t.wasConfirmed(name))
        return cache.invalidateQueries(api.waitlist.pathFilter())
      },
      onError: (error) => {
        tell.refused(error)
        void cache.invalidateQueries(api.waitlist.pathFilter())
      },
    }),
  )
  return (
    <Button
      size="sm"
      variant="default"
      aria-label={t.confirmOf(name)}
      loading={confirm.isPending}
      onClick={() => confirm.mutate({ entry_id: wish.id })}
    >
      {t.confirm}
    </Button>
  )
}

/** For a client who says yes on the phone or at the desk. */
function BookButton({ wish }: { readonly wish: Wish }) {
  const t = useTexts(WAITLIST_TEXTS)
  const tell = useTell()
  const { name } = wish.client
  const readAgain = (): void => {
    void cache.invalidateQueries(api.waitlist.pathFilter())
    readAppointmentsAgain()
  }
  const book = useMutation(
    api.waitlist.book.mutationOptions({
      onSuccess: () => tell.done(t.wasBooked(name)),
      onError: tell.refused,
      onSettled: readAgain,
    }),
  )
  return (
    <Button
      size="sm"
      aria-label={t.bookOf(name)}
      loading={book.isPending}
      onClick={() => book.mutate({ entry_id: wish.id })}
    >
      {t.book}
    </Button>
  )
}

/** The days, the days of the week and the hours of a wish, in one line. */
function useWhen(wish: Wish): string {
  const t = useTexts(WAITLIST_TEXTS)
  const written = useWritten()
  const weekdays = useWeekdays('short')
  const day = (date: string) => written.dayOf(date, 'shortDay')
  const isAnyHour = wish.from_minute === 0 && wish.to_minute === DAY_MINUTES
  return [
    t.days(day(wish.from_date), day(wish.to_date)),
    ...(wish.weekdays.length === 0 || wish.weekdays.length === WEEK
      ? []
      : [wish.weekdays.map((number) => weekdays[number]).join(', ')]),
    isAnyHour ? t.anyHour : t.hours(clockOf(wish.from_minute), clockOf(wish.to_minute)),
  ].join(' · ')
}
