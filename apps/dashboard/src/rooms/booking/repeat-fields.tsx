import { Group, NumberInput, Select } from '@mantine/core'
import { useTexts } from '../../words/language.tsx'
import { NEW_TEXTS } from './new-texts.ts'
import { MOST_TIMES, RHYTHMS, type Rhythm } from './recurrence.ts'

type Props = {
  readonly rhythm: Rhythm
  readonly times: number
  readonly isAllowed: boolean
  readonly disabled: boolean
  onRhythm(rhythm: Rhythm): void
  onTimes(times: number): void
}

export function RepeatFields({ rhythm, times, isAllowed, disabled, onRhythm, onTimes }: Props) {
  const t = useTexts(NEW_TEXTS)
  return (
    <Group align="flex-start" grow>
      <Select
        label={t.repeat}
        description={isAllowed ? undefined : t.noRepeat}
        disabled={disabled || !isAllowed}
        data={RHYTHMS.map((one) => ({ value: one, label: t.rhythms[one] }))}
        value={rhythm}
        allowDeselect={false}
        onChange={(chosen) => onRhythm(RHYTHMS.find((one) => one === chosen) ?? 'never')}
      />
      {rhythm !== 'never' && (
        <NumberInput
          label={t.times}
          min={2}
          max={MOST_TIMES}
          clampBehavior="strict"
          allowDecimal={false}
          disabled={disabled}
          value={times}
          onChange={(value) => onTimes(Math.min(Math.max(Number(value) || 2, 2), MOST_TIMES))}
        />
      )}
    </Group>
  )
}
