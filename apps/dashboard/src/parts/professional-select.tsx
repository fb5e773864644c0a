/** Picks one professional, or none in particular. */
import { Select, type SelectProps } from '@mantine/core'
import { useTexts } from '../words/language.tsx'
import { PICKER_TEXTS } from './picker-texts.ts'
import { useProfessionals } from './whole-lists.ts'

type Props = Pick<
  SelectProps,
  'label' | 'description' | 'error' | 'size' | 'w' | 'disabled' | 'required' | 'autoFocus'
> & {
  /** Null: none in particular. */
  readonly value: number | null
  onChange(id: number | null): void
  /** What null means: any who is free in a booking, all in a filter. Without it a choice is needed. */
  readonly none?: 'anyProfessional' | 'everybody'
  /** Only those who perform all of these. */
  readonly performing?: readonly number[]
}

/** An empty value would be no value to the component. */
const NONE = 'none'

export function ProfessionalSelect({ value, onChange, none, performing = [], ...rest }: Props) {
  const t = useTexts(PICKER_TEXTS)
  const { rows } = useProfessionals()
  const data = (rows ?? [])
    .filter(
      (one) =>
        one.id === value ||
        ((one.is_active || none === 'everybody') &&
          performing.every((id) => one.service_ids.includes(id))),
    )
    .map((one) => ({
      value: String(one.id),
      label: one.is_active ? one.name : t.inactive(one.name),
    }))
  if (none !== undefined) data.unshift({ value: NONE, label: t[none] })
  return (
    <Select
      label={t.professional}
      {...rest}
      data={data}
      value={value === null ? (none === undefined ? null : NONE) : String(value)}
      onChange={(chosen) => onChange(chosen === null || chosen === NONE ? null : Number(chosen))}
      allowDeselect={false}
      searchable
      // A dialog that begins here is not covered by the list.
      openOnFocus={false}
      nothingFoundMessage={t.noProfessional}
      comboboxProps={{ withinPortal: true }}
    />
  )
}
