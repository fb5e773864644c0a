/** The fields of a service, in the order in which one thinks of them. */
import {
  ColorInput,
  Fieldset,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useProfessionals, useSpecialties } from '../../parts/whole-lists.ts'
import { useLanguage, useTexts } from '../../words/language.tsx'
import { BookingFields, LEGEND } from './booking-fields.tsx'
import { FORM_TEXTS } from './form-texts.ts'
import { NoticeInput } from './notice-input.tsx'
import type { ServiceRules, ServiceValues } from './service-values.ts'

/** Told apart in light and dark, and by those who do not see red and green apart. */
const COLORS = [
  '#0b7285',
  '#1971c2',
  '#6741d9',
  '#c2255c',
  '#e8590c',
  '#f08c00',
  '#2f9e44',
  '#495057',
]

type Props = {
  readonly form: UseFormReturnType<ServiceValues>
  /** Rules of the organization; null while they are not known. */
  readonly clinic: ServiceRules['organization'] | null
}

export function ServiceFields({ form, clinic }: Props) {
  const t = useTexts(FORM_TEXTS)
  const { language } = useLanguage()
  const { rows } = useProfessionals()
  const specialties = useSpecialties().rows ?? []
  const { requires_deposit: requiresDeposit } = form.getValues()
  const money = {
    min: 0,
    max: 9_999_999_999,
    prefix: 'R$ ',
    ...(language === 'pt'
      ? { decimalSeparator: ',', thousandSeparator: '.' }
      : { decimalSeparator: '.', thousandSeparator: ',' }),
    decimalScale: 2,
    fixedDecimalScale: true,
    hideControls: true,
  }
  const hoursOf = (all: number) =>
    all > 0 && all % 1440 === 0
      ? t.days(all / 1440)
      : t.hoursMinutes(Math.floor(all / 60), all % 60)
  const days = clinic?.max_advance_days ?? null
  return (
    <Stack>
      <Fieldset styles={LEGEND} legend={t.what}>
        <Stack gap="sm">
          <TextInput
            label={t.name}
            withAsterisk
            maxLength={120}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Textarea
            label={t.description}
            description={t.descriptionNote}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2000}
            {...form.getInputProps('description')}
          />
          <Group grow align="flex-start">
            <Select
              label={t.specialty}
              placeholder={t.noSpecialty}
              clearable
              searchable
              data={specialties.map((one) => ({ value: String(one.id), label: one.name }))}
              {...form.getInputProps('specialty_id')}
            />
            <ColorInput
              label={t.color}
              placeholder={t.noColor}
              withPicker={false}
              withEyeDropper={false}
              swatches={COLORS}
              closeOnColorSwatchClick
              {...form.getInputProps('color')}
            />
          </Group>
          <MultiSelect
            label={t.professionals}
            description={t.professionalsNote}
            searchable
            hidePickedOptions
            data={(rows ?? [])
              .filter((one) => one.is_active)
              .map((one) => ({ value: String(one.id), label: one.name }))}
            {...form.getInputProps('professional_ids')}
          />
        </Stack>
      </Fieldset>
      <BookingFields form={form} />
      <Fieldset styles={LEGEND} legend={t.money}>
        <Stack gap="sm">
          <NumberInput
            label={t.price}
            description={t.priceNote}
            {...money}
            {...form.getInputProps('price')}
          />
          <Switch
            label={t.requiresDeposit}
            {...form.getInputProps('requires_deposit', { type: 'checkbox' })}
          />
          {requiresDeposit && (
            <NumberInput
              label={t.deposit}
              withAsterisk
              {...money}
              {...form.getInputProps('deposit_amount')}
            />
          )}
        </Stack>
      </Fieldset>
      <Fieldset styles={LEGEND} legend={t.rules}>
        <Stack gap="sm">
          <NoticeInput
            label={t.notice}
            description={
              clinic === null ? t.clinic : t.ownOrClinic(hoursOf(clinic.min_advance_minutes ?? 0))
            }
            value={form.getValues().min_advance_minutes}
            error={form.errors['min_advance_minutes']}
            onChange={(next) => form.setFieldValue('min_advance_minutes', next)}
          />
          <NumberInput
            label={t.horizon}
            description={
              clinic === null ? t.clinic : t.ownOrClinic(days === null ? t.noLimit : t.days(days))
            }
            min={0}
            max={3650}
            suffix={t.daysSuffix}
            allowDecimal={false}
            {...form.getInputProps('max_advance_days')}
          />
          <Switch
            label={t.hidden}
            description={t.hiddenNote}
            {...form.getInputProps('hidden_from_public_booking', { type: 'checkbox' })}
          />
        </Stack>
      </Fieldset>
    </Stack>
  )
}
