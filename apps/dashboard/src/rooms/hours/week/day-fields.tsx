/** The same week as texts, for users who type faster than they paint, or do not paint at all. */
import { ActionIcon, Group, Menu, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconCopy } from '../../../icons/icons.ts'
import { useId } from 'react'
import { useTexts } from '../../../words/language.tsx'
import { readHours, writeHours } from './hours-text.ts'
import { WEEK_TEXTS } from './texts.ts'
import { dayOf, withDays, type WeekSpans } from './week-spans.ts'
import { useWeekdayName, WEEKDAYS } from './weekdays.ts'

const WORKDAYS: readonly number[] = [1, 2, 3, 4, 5]

/** What was typed and is not part of the week yet, by weekday. */
export type Typed = ReadonlyMap<number, string>

type Props = {
  readonly spans: WeekSpans
  readonly typed: Typed
  onTyped(typed: Typed): void
  onChange(next: WeekSpans): void
}

export function DayFields({ spans, typed, onTyped, onChange }: Props) {
  const t = useTexts(WEEK_TEXTS)
  const id = useId()
  return (
    <Stack gap="sm" flex="1 1 20rem" maw={460} role="group" aria-labelledby={id}>
      <Title order={2} size="h5" id={id}>
        {t.fieldsTitle}
      </Title>
      <Text size="sm" c="dimmed">
        {t.fieldsHelp}
      </Text>
      {WEEKDAYS.map((weekday) => (
        <DayField
          key={weekday}
          weekday={weekday}
          spans={spans}
          typed={typed.get(weekday)}
          onTyped={(text) => onTyped(new Map(typed).set(weekday, text))}
          onRead={(next) => {
            const rest = new Map(typed)
            rest.delete(weekday)
            onTyped(rest)
            onChange(next)
          }}
          onCopy={(weekdays) => onChange(withDays(spans, weekdays, dayOf(spans, weekday)))}
        />
      ))}
    </Stack>
  )
}

type FieldProps = {
  readonly weekday: number
  readonly spans: WeekSpans
  readonly typed: string | undefined
  onTyped(text: string): void
  onRead(next: WeekSpans): void
  onCopy(weekdays: readonly number[]): void
}

function DayField({ weekday, spans, typed, onTyped, onRead, onCopy }: FieldProps) {
  const t = useTexts(WEEK_TEXTS)
  const nameOf = useWeekdayName()
  const day = nameOf(weekday, 'long')
  const read = typed === undefined ? null : readHours(typed)
  const fault = read !== null && 'fault' in read ? read : null
  const take = (): void => {
    if (read !== null && 'intervals' in read) onRead(withDays(spans, [weekday], read.intervals))
  }
  const others = WEEKDAYS.filter((one) => one !== weekday)
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        flex={1}
        label={day}
        placeholder={t.closed}
        value={typed ?? writeHours(dayOf(spans, weekday))}
        maxLength={400}
        error={fault === null ? undefined : t.faults[fault.fault](fault.part)}
        onChange={(event) => onTyped(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take()
        }}
      />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t.copyDay(day)}
            disabled={fault !== null}
          >
            <IconCopy size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t.copyTo}</Menu.Label>
          <Menu.Item onClick={() => onCopy(WORKDAYS.filter((one) => one !== weekday))}>
            {t.workdays}
          </Menu.Item>
          <Menu.Item onClick={() => onCopy(others)}>{t.everyDay}</Menu.Item>
          <Menu.Divider />
          {others.map((other) => (
            <Menu.Item key={other} onClick={() => onCopy([other])}>
              {nameOf(other, 'long')}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
