/** A filter by one of several values, or by none. */
import { Select } from '@mantine/core'
import { FILTER_TEXTS } from './filter-texts.ts'
import { useTexts } from '../words/language.tsx'

type Props<Value extends string> = {
  readonly label: string
  readonly values: readonly Value[]
  readonly words: Readonly<Record<Value, string>>
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
}

export function FilterSelect<Value extends string>(props: Props<Value>) {
  const { label, values, words, value, onChange } = props
  const t = useTexts(FILTER_TEXTS)
  return (
    <Select
      label={label}
      placeholder={t.any}
      clearable
      searchable={values.length > 10}
      nothingFoundMessage={t.nothing}
      w={{ base: 'calc(50% - 6px)', xs: 200 }}
      data={values.map((one) => ({ value: one as string, label: words[one] }))}
      value={value ?? null}
      onChange={(next) => onChange(values.find((one) => one === next))}
    />
  )
}
