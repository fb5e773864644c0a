/** A time in minutes, entered in the unit in which people say it. */
import { Group, NativeSelect, NumberInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTexts } from '../../words/language.tsx'
import { FORM_TEXTS } from './form-texts.ts'

const UNITS = { minutes: 1, hours: 60, days: 1440 } as const
type Unit = keyof typeof UNITS
const MOST_MINUTES = 525_600

/** The largest unit in which it is a whole number. */
function unitOf(minutes: number): Unit {
  if (minutes === 0) return 'hours'
  return minutes % UNITS.days === 0 ? 'days' : minutes % UNITS.hours === 0 ? 'hours' : 'minutes'
}

type Props = {
  readonly label: string
  readonly description: string
  /** In minutes; empty is none. */
  readonly value: number | string
  readonly error?: ReactNode
  onChange(minutes: number | string): void
}

export function NoticeInput({ label, description, value, error, onChange }: Props) {
  const t = useTexts(FORM_TEXTS)
  const [unit, setUnit] = useState<Unit>(value === '' ? 'hours' : unitOf(Number(value)))
  const shown = value === '' ? '' : Number(value) / UNITS[unit]
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberInput
        flex={1}
        label={label}
        description={description}
        error={error}
        value={shown}
        min={0}
        max={Math.floor(MOST_MINUTES / UNITS[unit])}
        allowDecimal={false}
        onChange={(next) => onChange(next === '' ? '' : Number(next) * UNITS[unit])}
      />
      <NativeSelect
        aria-label={t.unit}
        value={unit}
        data={(['minutes', 'hours', 'days'] as const).map((one) => ({
          value: one,
          label: t.units[one],
        }))}
        onChange={(event) => {
          const next =
            (['minutes', 'hours', 'days'] as const).find(
              (one) => one === event.currentTarget.value,
            ) ?? 'minutes'
          setUnit(next)
          if (shown !== '') onChange(Math.min(shown * UNITS[next], MOST_MINUTES))
        }}
      />
    </Group>
  )
}
