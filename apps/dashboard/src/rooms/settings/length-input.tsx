/** A length of time: a number beside its unit. */
import { Group, NativeSelect, NumberInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTexts } from '../../words/language.tsx'
import { lengthOf, minutesOf, UNIT_NAMES, UNITS, type Unit } from './lengths.ts'
import { SETTING_TEXTS } from './texts.ts'

type Props = {
  readonly label: string
  readonly description: string
  readonly minutes: number
  readonly least: number
  readonly most: number
  readonly error: ReactNode
  readonly onChange: (minutes: number) => void
}

export function LengthInput({ label, description, minutes, least, most, error, onChange }: Props) {
  const t = useTexts(SETTING_TEXTS)
  // Kept, so that 60 minutes do not turn into an hour while the user types.
  const [unit, setUnit] = useState<Unit>(lengthOf(minutes).unit)
  const count = minutes / UNITS[unit]
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberInput
        flex={1}
        maw={320}
        label={label}
        description={description}
        required
        withAsterisk={false}
        min={Math.ceil(least / UNITS[unit])}
        max={Math.floor(most / UNITS[unit])}
        decimalScale={2}
        value={count}
        error={error}
        onChange={(next) => onChange(minutesOf({ count: Number(next), unit }))}
      />
      <NativeSelect
        aria-label={t.unitOf(label)}
        value={unit}
        onChange={(event) => {
          const next = UNIT_NAMES.find((name) => name === event.target.value)
          if (next === undefined) return
          setUnit(next)
          onChange(minutesOf({ count, unit: next }))
        }}
        data={UNIT_NAMES.map((name) => ({ value: name, label: t.units[name] }))}
      />
    </Group>
  )
}
