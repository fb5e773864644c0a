/** Picks one service, such as in a filter. Several services of one appointment are a `ServiceBasket`. */
import { Select, type SelectProps } from '@mantine/core'
import { useTexts } from '../words/language.tsx'
import { PICKER_TEXTS } from './picker-texts.ts'
import { useServices } from './whole-lists.ts'

type Props = Pick<
  SelectProps,
  'label' | 'description' | 'error' | 'size' | 'w' | 'disabled' | 'required'
> & {
  readonly value: number | null
  onChange(id: number | null): void
  /** Names what null means: all services. Without it a choice is needed. */
  readonly withAll?: boolean
  /** Only those that are booked this way. */
  readonly mode?: 'SCHEDULED' | 'QUEUE'
  /** With those that are no longer offered, for filters of what was. */
  readonly withInactive?: boolean
}

const ALL = 'all'

export function ServiceSelect({ value, onChange, withAll, mode, withInactive, ...rest }: Props) {
  const t = useTexts(PICKER_TEXTS)
  const { rows } = useServices(withInactive)
  const data = (rows ?? [])
    .filter((one) => mode === undefined || one.booking_mode === mode)
    .map((one) => ({
      value: String(one.id),
      label: one.is_active ? one.name : t.inactive(one.name),
    }))
  if (withAll) data.unshift({ value: ALL, label: t.allServices })
  return (
    <Select
      label={t.service}
      {...rest}
      data={data}
      value={value === null ? (withAll ? ALL : null) : String(value)}
      onChange={(chosen) => onChange(chosen === null || chosen === ALL ? null : Number(chosen))}
      allowDeselect={false}
      searchable
      nothingFoundMessage={t.noService}
    />
  )
}
