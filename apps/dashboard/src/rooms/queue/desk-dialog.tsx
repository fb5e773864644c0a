/** The hours and the limit of the queue of one professional. */
import { ActionIcon, Button, Group, NumberInput, Select, Text, TextInput } from '@mantine/core'
import { IconPlus } from '../../icons/icons.ts'
import { IconTrash } from '../../icons/more.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { reasonOf } from '../../api/reason.ts'
import { useTell } from '../../parts/tell.tsx'
import { useWeekdays } from '../../time/weekdays.ts'
import { useFaultText } from '../../words/faults.ts'
import { useTexts } from '../../words/language.tsx'
import { intervalsOf, minuteIn, rowsOf, type HoursRow } from './desk-hours.ts'
import type { Desk } from './entries.ts'
import { QUEUE_TEXTS } from './texts.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'

type Props = { readonly desk: Desk; onClose(): void }

const MOST_INTERVALS = 28
const MOST_ENTRIES = 1000
export function DeskDialog({ desk, onClose }: Props) {
  const t = useTexts(QUEUE_TEXTS)
  const textOf = useFaultText()
  const tell = useTell()
  const [rows, setRows] = useState<readonly HoursRow[]>(() => rowsOf(desk.hours))
  const [capacity, setCapacity] = useState<string | number>(desk.capacity ?? '')
  const [isAsked, setAsked] = useState(false)
  const { name } = desk.professional
  const change = useMutation(
    api.queue.setDesk.mutationOptions({
      onSuccess: () => {
        tell.done(t.wasSaved(name))
        onClose()
        return cache.invalidateQueries(api.queue.pathFilter())
      },
    }),
  )
  const errors = reasonOf(change.error).refusal?.errors ?? []
  const faultOf = (field: string) => {
    const found = errors.find((one) => one.field === field || one.field.startsWith(`${field}.`))
    return found === undefined ? null : textOf(found)
  }
  const setRow = (key: string, values: Partial<HoursRow>): void =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...values } : row)))

  function submit(): void {
    setAsked(true)
    const hours = intervalsOf(rows)
    if (hours === null || change.isPending) return
    change.mutate({
      professional_id: desk.professional_id,
      hours,
      capacity: capacity === '' ? null : Number(capacity),
    })
  }

  return (
    <FormDialog
      noValidate
      size="lg"
      title={t.deskTitle(name)}
      isPending={change.isPending}
      error={change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{t.hoursNote}</Text>
      {rows.map((row, index) => (
        <IntervalRow
          key={row.key}
          number={index + 1}
          row={row}
          isChecked={isAsked}
          fault={faultOf(`hours[${index}]`)}
          onChange={(values) => setRow(row.key, values)}
          onRemove={() => setRows(rows.filter((one) => one.key !== row.key))}
        />
      ))}
      <Button
        variant="default"
        w="fit-content"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={rows.length >= MOST_INTERVALS}
        onClick={() => setRows([...rows, newRow(rows)])}
      >
        {t.addInterval}
      </Button>
      <NumberInput
        label={t.capacity}
        description={t.capacityNote}
        min={1}
        max={MOST_ENTRIES}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        value={capacity}
        onChange={setCapacity}
        error={faultOf('capacity')}
        maw={220}
      />
    </FormDialog>
  )
}

/** The next working day after the last row, at the same times. */
function newRow(rows: readonly HoursRow[]): HoursRow {
  const last = rows.at(-1)
  return {
    key: crypto.randomUUID(),
    weekday: last === undefined ? 1 : (last.weekday + 1) % 7,
    opens: last?.opens ?? '08:00',
    closes: last?.closes ?? '18:00',
  }
}

type RowProps = {
  readonly number: number
  readonly row: HoursRow
  readonly isChecked: boolean
  readonly fault: string | null
  onChange(values: Partial<HoursRow>): void
  onRemove(): void
}

function IntervalRow({ number, row, isChecked, fault, onChange, onRemove }: RowProps) {
  const t = useTexts(QUEUE_TEXTS)
  const weekdays = useWeekdays()
  const wrong = (text: string) => (isChecked && minuteIn(text) === null ? t.invalidTime : null)
  return (
    <Group gap="xs" align="flex-end" role="group" data-row aria-label={t.interval(number)}>
      <Select
        label={t.weekday}
        w={170}
        data={weekdays.map((label, day) => ({ value: String(day), label }))}
        value={String(row.weekday)}
        allowDeselect={false}
        error={fault}
        onChange={(day) => day !== null && onChange({ weekday: Number(day) })}
      />
      <TextInput
        label={t.opens}
        type="time"
        w={120}
        value={row.opens}
        error={wrong(row.opens)}
        onChange={(event) => onChange({ opens: event.currentTarget.value })}
      />
      <TextInput
        label={t.closes}
        type="time"
        w={120}
        value={row.closes}
        error={wrong(row.closes)}
        onChange={(event) => onChange({ closes: event.currentTarget.value })}
      />
      <ActionIcon
        variant="subtle"
        color="red"
        size={36}
        aria-label={t.removeInterval(weekdays[row.weekday] ?? '', row.opens)}
        onClick={onRemove}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
