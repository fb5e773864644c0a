/** The fields of a service, in the order in which one thinks of them. */
import {
  ColorInput,
  Fieldset,
  Group,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { useProfessionals } from '../../parts/whole-lists.ts'
import { useLanguage, useTexts } from '../../words/language.tsx'
import { FORM_TEXTS } from './form-texts.ts'
import { NoticeInput } from './notice-input.tsx'
import type { ServiceRules, ServiceValues } from './service-values.ts'

const LEGEND = { legend: { fontWeight: 600 } }

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
  const specialties = useQuery(api.specialties.list.queryOptions({})).data?.data ?? []
  const { requires_deposit: requiresDeposit, booking_mode: mode } = form.getValues()
  const minutes = { min: 0, max: 1440, suffix: t.minutes, allowDecimal: false }
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
      <Fieldset styles={LEGEND} legend={t.booking}>
        <Stack gap="sm">
          <Choice label={t.mode} error={form.errors['booking_mode']}>
            {(id) => (
              <SegmentedControl
                aria-labelledby={id}
                value={mode}
                onChange={(next) =>
                  form.setFieldValue('booking_mode', next === 'QUEUE' ? 'QUEUE' : 'SCHEDULED')
                }
                data={(['SCHEDULED', 'QUEUE'] as const).map((one) => ({
                  value: one,
                  label: t.modes[one],
                }))}
              />
            )}
          </Choice>
          <Choice label={t.type} error={form.errors['service_type']}>
            {(id) => (
              <SegmentedControl
                aria-labelledby={id}
                value={form.getValues().service_type}
                onChange={(next) =>
                  form.setFieldValue(
                    'service_type',
                    next === 'TELEMEDICINE' ? 'TELEMEDICINE' : 'IN_PERSON',
                  )
                }
                data={(['IN_PERSON', 'TELEMEDICINE'] as const).map((one) => ({
                  value: one,
                  label: t.types[one],
                }))}
              />
            )}
          </Choice>
          <Group grow align="flex-start">
            <NumberInput
              label={t.duration}
              withAsterisk
              {...minutes}
              min={1}
              step={5}
              {...form.getInputProps('duration_minutes')}
            />
            <NumberInput
              label={t.interval}
              {...minutes}
              min={5}
              step={5}
              {...form.getInputProps('slot_interval_minutes')}
            />
          </Group>
          <Group grow align="flex-start">
            <NumberInput
              label={t.before}
              {...minutes}
              step={5}
              {...form.getInputProps('buffer_before_minutes')}
            />
            <NumberInput
              label={t.after}
              {...minutes}
              step={5}
              {...form.getInputProps('buffer_after_minutes')}
            />
          </Group>
          <Text size="xs" c="dimmed">
            {t.buffersNote}
          </Text>
          <NumberInput
            label={t.capacity}
            description={t.capacityNote}
            min={1}
            max={500}
            allowDecimal={false}
            {...form.getInputProps('max_capacity')}
          />
        </Stack>
      </Fieldset>
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

type ChoiceProps = {
  readonly label: string
  readonly error: ReactNode
  children(labelId: string): ReactNode
}

/** A name and an error for a control that has neither. */
function Choice({ label, error, children }: ChoiceProps) {
  const id = useId()
  return (
    <Stack gap={4} role="group" aria-labelledby={id}>
      <Text size="sm" fw={600} id={id}>
        {label}
      </Text>
      {children(id)}
      {error !== undefined && (
        <Text size="xs" c="red">
          {error}
        </Text>
      )}
    </Stack>
  )
}
