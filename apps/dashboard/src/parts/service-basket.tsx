/** The services of one appointment: several, in the order in which they are performed, with their sums. */
import { ActionIcon, Group, Input, Paper, Select, Stack, Text } from '@mantine/core'
import { IconX } from '../icons/icons.ts'
import { useId, useState, type ReactNode } from 'react'
import { useTexts } from '../words/language.tsx'
import { useWritten } from '../time/written.ts'
import { misfitOf, sumOf } from './basket.ts'
import { PICKER_TEXTS } from './picker-texts.ts'
import { RefusedNote } from './refused-note.tsx'
import { useServices } from './whole-lists.ts'

type Props = {
  readonly value: readonly number[]
  onChange(ids: readonly number[]): void
  /** Who has been chosen: services of other professionals do not join. Null for any who is free. */
  readonly professionalId?: number | null
  readonly error?: ReactNode
  readonly disabled?: boolean
}

export function ServiceBasket({ value, onChange, professionalId = null, error, disabled }: Props) {
  const t = useTexts(PICKER_TEXTS)
  const written = useWritten()
  const lengthOf = useLength()
  const titleId = useId()
  // The field empties itself after each choice.
  const [search, setSearch] = useState('')
  const { rows, error: notRead, retry } = useServices(true)
  const services = rows ?? []
  const basket = value.flatMap((id) => services.find((one) => one.id === id) ?? [])
  const sum = sumOf(basket)
  const data = services
    .filter((one) => one.is_active && one.booking_mode === 'SCHEDULED' && !value.includes(one.id))
    .map((one) => {
      const misfit = misfitOf(one, basket, professionalId)
      const about = `${lengthOf(one.duration_minutes)} · ${one.price === null ? t.withoutPrice : written.money(one.price)}`
      return {
        value: String(one.id),
        label: `${one.name} · ${misfit === null ? about : t[misfit]}`,
        disabled: misfit !== null,
      }
    })
  return (
    <Stack gap={6} role="group" aria-labelledby={titleId}>
      <Input.Label component="div" id={titleId} required>
        {t.services}
      </Input.Label>
      {basket.map((one) => (
        <Paper key={one.id} withBorder px="sm" py={4}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Stack gap={0} miw={0}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {one.name}
              </Text>
              <Text size="xs" c="dimmed">
                {lengthOf(one.duration_minutes)} ·{' '}
                {one.price === null ? t.withoutPrice : written.money(one.price)}
              </Text>
            </Stack>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={34}
              aria-label={t.removeService(one.name)}
              disabled={disabled ?? false}
              onClick={() => onChange(value.filter((id) => id !== one.id))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        </Paper>
      ))}
      <Select
        aria-label={t.addService}
        placeholder={t.addService}
        data={data}
        value={null}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        nothingFoundMessage={t.noService}
        disabled={disabled ?? false}
        error={error !== undefined && error !== null}
        onChange={(chosen) => {
          if (chosen === null) return
          onChange([...value, Number(chosen)])
          setSearch('')
        }}
      />
      <RefusedNote error={notRead} onRetry={retry} />
      {error !== undefined && error !== null && <Input.Error>{error}</Input.Error>}
      {basket.length > 1 && (
        <Text size="sm" fw={600} aria-live="polite">
          {t.total}: {lengthOf(sum.minutes)}
          {sum.price !== null && ` · ${written.money(sum.price)}`}
        </Text>
      )}
    </Stack>
  )
}

/** Writes a length: `50 min`, `1 h 20 min`. */
export function useLength(): (minutes: number) => string {
  const t = useTexts(PICKER_TEXTS)
  return (minutes) =>
    minutes < 60 ? t.minutes(minutes) : t.hours(Math.floor(minutes / 60), minutes % 60)
}
