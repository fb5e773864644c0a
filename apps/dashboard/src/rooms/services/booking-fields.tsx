/** How a service is booked, and how much time it takes. */
import {
  Fieldset,
  Group,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useId, type ReactNode } from 'react'
import { useTexts } from '../../words/language.tsx'
import { FORM_TEXTS } from './form-texts.ts'
import type { ServiceValues } from './service-values.ts'

export const LEGEND = { legend: { fontWeight: 600 } }

export function BookingFields({ form }: { readonly form: UseFormReturnType<ServiceValues> }) {
  const t = useTexts(FORM_TEXTS)
  const { booking_mode: mode } = form.getValues()
  const minutes = { min: 0, max: 1440, suffix: t.minutes, allowDecimal: false }
  return (
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
        {form.getValues().service_type === 'TELEMEDICINE' && (
          <TextInput
            inputMode="url"
            label={t.room}
            description={t.roomNote}
            maxLength={500}
            {...form.getInputProps('meeting_url')}
          />
        )}
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
