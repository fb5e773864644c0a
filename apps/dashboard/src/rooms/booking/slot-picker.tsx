/** Picks a free start: the next free days, the starts of a day, or any other time by hand. */
import {
  ActionIcon,
  Alert,
  Button,
  Chip,
  Group,
  Input,
  Loader,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '../../icons/icons.ts'
import { IconClockX } from '../../icons/more.ts'
import { useId, useState, type ReactNode } from 'react'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useZone } from '../../session/me.tsx'
import { clockOf, instantAt, minuteOf, wallClockOf } from '../../time/wall-clock.ts'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { daysAfter, nearestTo, type FreeStart } from './slots.ts'
import { SLOT_TEXTS } from './slot-texts.ts'
import { TakenBy } from './taken-by.tsx'
import type { Offers } from './use-offers.ts'

type Props = {
  readonly offers: Offers
  onDate(date: string): void
  readonly start: string | null
  onStart(start: string | null): void
  /** Whose time it is; null: of any professional who is free. */
  readonly professionalId: number | null
  readonly disabled?: boolean
  readonly error?: ReactNode
}

export function SlotPicker(props: Props) {
  const { offers, onDate, start, onStart, professionalId, disabled = false, error } = props
  const t = useTexts(SLOT_TEXTS)
  const { loading } = useTexts(EVERYWHERE)
  const written = useWritten()
  const titleId = useId()
  const name = useId()
  const { day, days, starts } = offers
  if (day === null) {
    return offers.error === null ? (
      <Loader size="sm" aria-label={loading} />
    ) : (
      <RefusedNote error={offers.error} onRetry={offers.retry} />
    )
  }
  return (
    <Stack gap="xs" role="group" aria-labelledby={titleId}>
      <Input.Label component="div" id={titleId}>
        {t.when}
      </Input.Label>
      {days !== null && days.length > 0 && (
        <Group gap={6} role="group" aria-label={t.nextDays}>
          {days.map(({ date, count }) => (
            <Button
              key={date}
              size="sm"
              px="xs"
              variant={date === day ? 'filled' : 'default'}
              aria-pressed={date === day}
              aria-label={`${written.dayOf(date, 'shortDay')}, ${t.free(count)}`}
              disabled={disabled}
              onClick={() => onDate(date)}
            >
              {written.dayOf(date, 'shortDay')}
            </Button>
          ))}
        </Group>
      )}
      <DayField {...{ day, onDate, disabled }} />
      {offers.isTaken && start !== null && (
        <Taken {...{ starts, start, onStart, professionalId }} />
      )}
      <RefusedNote error={offers.error} onRetry={offers.retry} />
      {starts === null && offers.error === null && <Loader size="sm" aria-label={loading} />}
      {starts?.length === 0 && (
        <Text size="sm" c="dimmed">
          {days?.length === 0 ? t.noneAtAll : t.noneToday}
        </Text>
      )}
      {starts !== null && starts.length > 0 && (
        <Chip.Group value={offers.offered?.start ?? null} onChange={onStart}>
          <Group gap={6} role="radiogroup" aria-label={t.freeOn(written.dayOf(day))}>
            {starts.map((one) => (
              <StartChip key={one.start} one={one} name={name} disabled={disabled} />
            ))}
          </Group>
        </Chip.Group>
      )}
      {error !== undefined && error !== null && <Input.Error data-fault>{error}</Input.Error>}
      <OtherTime
        {...{ day, onStart, disabled }}
        start={offers.isOther && !offers.isTaken ? start : null}
      />
    </Stack>
  )
}

type DayProps = {
  readonly day: string
  onDate(date: string): void
  readonly disabled: boolean
}

function DayField({ day, onDate, disabled }: DayProps) {
  const t = useTexts(SLOT_TEXTS)
  const written = useWritten()
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t.dayBefore}
        disabled={disabled}
        onClick={() => onDate(daysAfter(day, -1))}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <TextInput
        type="date"
        aria-label={t.day}
        value={day}
        required
        disabled={disabled}
        onChange={({ currentTarget: { value } }) => isDay(value) && onDate(value)}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t.dayAfter}
        disabled={disabled}
        onClick={() => onDate(daysAfter(day, 1))}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      <Text size="sm" visibleFrom="xs">
        {written.dayOf(day, 'shortDay')}
      </Text>
    </Group>
  )
}

/** While a year is typed, the field has years such as 0002. */
function isDay(text: string): boolean {
  return text.length === 10 && text >= '2000-01-01' && text <= '2199-12-31'
}

type StartProps = { readonly one: FreeStart; readonly name: string; readonly disabled: boolean }

function StartChip({ one, name, disabled }: StartProps) {
  const t = useTexts(SLOT_TEXTS)
  const written = useWritten()
  return (
    <Chip
      value={one.start}
      name={name}
      size="md"
      disabled={disabled}
      // On a phone two with their seats stand in a row.
      styles={{ label: { paddingInline: 12 } }}
    >
      <VisuallyHidden>{written.day(one.start)}, </VisuallyHidden>
      {written.time(one.start)}
      {one.seats > 1 && <> · {t.seats(one.seats)}</>}
    </Chip>
  )
}

type TakenProps = Pick<Props, 'onStart' | 'professionalId'> & {
  readonly start: string
  readonly starts: readonly FreeStart[] | null
}

/** The time was taken meanwhile: says so, and offers what is near. */
function Taken({ starts, start, onStart, professionalId }: TakenProps) {
  const t = useTexts(SLOT_TEXTS)
  const written = useWritten()
  const near = nearestTo(start, starts ?? [], 3)
  return (
    <Alert
      role="alert"
      color="orange"
      icon={<IconClockX aria-hidden />}
      title={t.taken(written.time(start))}
    >
      <TakenBy start={start} professionalId={professionalId} />
      <Text size="sm">{near.length === 0 ? t.takenNoOther : t.takenOthers}</Text>
      <Group gap="xs" mt="xs">
        {near.map((one) => (
          <Button key={one.start} size="sm" variant="default" onClick={() => onStart(one.start)}>
            {t.take(written.time(one.start))}
          </Button>
        ))}
      </Group>
    </Alert>
  )
}

type OtherProps = Pick<Props, 'onStart'> & {
  readonly day: string
  /** Null while none of its own was typed. */
  readonly start: string | null
  readonly disabled: boolean
}

/** Between the starts that are offered there may be time too, and what is taken can be overbooked. */
function OtherTime({ day, start, onStart, disabled }: OtherProps) {
  const t = useTexts(SLOT_TEXTS)
  const zone = useZone()
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen && start === null) {
    return (
      <Button
        variant="subtle"
        size="sm"
        px="xs"
        w="fit-content"
        disabled={disabled}
        onClick={() => setIsOpen(true)}
      >
        {t.otherTime}
      </Button>
    )
  }
  return (
    <TextInput
      type="time"
      label={t.otherTime}
      description={start === null ? t.aboutOtherTime : t.notOffered}
      disabled={disabled}
      // The user has asked for this field a moment ago.
      autoFocus={isOpen}
      value={start === null ? '' : clockOf(minuteOf(wallClockOf(start, zone)))}
      onChange={({ currentTarget: { value } }) =>
        onStart(value === '' ? null : instantAt(`${day} ${value}:00`, zone))
      }
    />
  )
}
