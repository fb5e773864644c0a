/** The control of one setting, by its kind. */
import {
  NativeSelect,
  NumberInput,
  Select,
  Stack,
  Switch,
  TextInput,
  type SelectProps as MantineSelectProps,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMemo } from 'react'
import { LOCALES, useLanguage, useTexts } from '../../words/language.tsx'
import { countriesIn } from './countries.ts'
import { FIELD_GROUPS, type FieldGroup, type Values } from './fields.ts'
import { LengthInput } from './length-input.tsx'
import { SETTING_TEXTS } from './texts.ts'

type Props = {
  readonly field: (typeof FIELD_GROUPS)[FieldGroup][number]
  readonly form: UseFormReturnType<Values>
}

const INPUT_TYPES = { line: 'text', phone: 'tel', url: 'url' } as const

/** What a rule begins with when it is switched on: a day, or a year of days. */
const FIRST = { minutes: 1440, days: 365 } as const

export function SettingField({ field, form }: Props) {
  const t = useTexts(SETTING_TEXTS)
  const { name, kind } = field
  const [label, description] = t.fields[name]
  const { value }: { value?: unknown } = form.getInputProps(name)
  const set = (next: string | number | boolean | null) => form.setFieldValue(name, next)
  const error = form.errors[name]
  const isOptional = 'isOptional' in field
  const control =
    kind === 'yesno' ? (
      <Switch
        label={label}
        description={description}
        checked={value === true}
        onChange={(event) => set(event.currentTarget.checked)}
        error={error}
      />
    ) : kind === 'text' ? (
      <TextInput
        label={label}
        description={description}
        required
        withAsterisk={false}
        maxLength={field.most}
        value={String(value)}
        onChange={(event) => set(event.currentTarget.value)}
        error={error}
      />
    ) : kind === 'line' || kind === 'phone' || kind === 'url' ? (
      <TextInput
        label={label}
        description={description}
        type={INPUT_TYPES[kind]}
        maxLength={field.most}
        value={value === null ? '' : String(value)}
        onChange={(event) => set(event.currentTarget.value || null)}
        error={error}
      />
    ) : kind === 'country' ? (
      <CountrySelect
        label={label}
        description={description}
        value={String(value)}
        onChange={set}
        error={error}
      />
    ) : kind === 'zone' ? (
      <ZoneSelect
        label={label}
        description={description}
        value={String(value)}
        onChange={set}
        error={error}
      />
    ) : kind === 'language' ? (
      <NativeSelect
        label={label}
        description={description}
        value={String(value)}
        onChange={(event) => set(event.currentTarget.value)}
        error={error}
        data={[
          { value: 'pt', label: 'Português' },
          { value: 'en', label: 'English' },
        ]}
      />
    ) : isOptional && value === null ? null : kind === 'minutes' ? (
      <LengthInput
        label={label}
        description={description}
        minutes={Number(value)}
        least={field.least}
        most={field.most}
        error={error}
        onChange={set}
      />
    ) : (
      <NumberInput
        label={label}
        description={description}
        required
        withAsterisk={false}
        maw={320}
        min={field.least}
        max={field.most}
        allowDecimal={false}
        suffix={` ${t.units[kind]}`}
        value={Number(value)}
        onChange={(next) => set(Number(next))}
        error={error}
      />
    )
  if (!isOptional) return control
  return (
    <Stack gap="xs">
      <Switch
        label={t.rules[field.name][0]}
        description={t.rules[field.name][1]}
        checked={value !== null}
        onChange={(event) => set(event.currentTarget.checked ? FIRST[field.kind] : null)}
      />
      {control}
    </Stack>
  )
}

type SelectProps = {
  readonly label: string
  readonly description: string
  readonly value: string
  readonly onChange: (chosen: string) => void
  readonly error: React.ReactNode
}

function ZoneSelect(props: SelectProps) {
  const { noZone } = useTexts(SETTING_TEXTS)
  const { value } = props
  // A zone that this browser does not know stays as it is.
  const zones = useMemo(() => [...new Set([value, ...Intl.supportedValuesOf('timeZone')])], [value])
  return <SearchSelect {...props} data={zones} limit={100} nothingFoundMessage={noZone} />
}

function CountrySelect(props: SelectProps) {
  const { noCountry } = useTexts(SETTING_TEXTS)
  const { language } = useLanguage()
  const countries = useMemo(() => countriesIn(LOCALES[language]), [language])
  return <SearchSelect {...props} data={countries} nothingFoundMessage={noCountry} />
}

/** One of many, found by typing. */
function SearchSelect({
  onChange,
  ...rest
}: SelectProps & Pick<MantineSelectProps, 'data' | 'limit' | 'nothingFoundMessage'>) {
  return (
    <Select
      {...rest}
      searchable
      allowDeselect={false}
      onChange={(next) => {
        if (next !== null) onChange(next)
      }}
    />
  )
}
