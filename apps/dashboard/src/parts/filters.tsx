/** The filters of a list, side by side. They are kept in the address. */
import { Button, Group, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../words/language.tsx'
import { FILTER_TEXTS } from './filter-texts.ts'

type Props = {
  readonly label: string
  /** Of the address. */
  readonly search: object
  readonly onClear: () => void
  readonly children: ReactNode
}

export function Filters({ label, search, onClear, children }: Props) {
  const t = useTexts(FILTER_TEXTS)
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  return (
    <Group align="flex-end" gap="sm" mb="md" role="search" aria-label={label} className="no-print">
      {children}
      {isFiltered && (
        <Button variant="subtle" onClick={onClear}>
          {t.clearAll}
        </Button>
      )}
    </Group>
  )
}

type Dates = { readonly from?: string | undefined; readonly to?: string | undefined }

type DatesProps = { readonly dates: Dates; readonly onChange: (dates: Dates) => void }

/** Both days are included. */
export function DateFilters({ dates, onChange }: DatesProps) {
  const t = useTexts(FILTER_TEXTS)
  return (['from', 'to'] as const).map((name) => (
    <TextInput
      key={name}
      type="date"
      label={t[name]}
      w={{ base: 'calc(50% - 6px)', xs: 150 }}
      value={dates[name] ?? ''}
      onChange={(event) => {
        const { value } = event.currentTarget
        onChange({ [name]: value === '' ? undefined : value })
      }}
    />
  ))
}
