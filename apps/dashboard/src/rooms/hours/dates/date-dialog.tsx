/** Hours of one date, or none. */
import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { api, cache, scheduling } from '../../../api/client.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useImpact } from '../../../parts/impact/use-impact.tsx'
import { useTell } from '../../../parts/tell.tsx'
import type { ProfessionalRow } from '../../../parts/whole-lists.ts'
import { useZone } from '../../../session/me.tsx'
import { today } from '../../../time/wall-clock.ts'
import { useWritten } from '../../../time/written.ts'
import { EVERYWHERE } from '../../../words/everywhere.ts'
import { useTexts } from '../../../words/language.tsx'
import { readHours, writeHours, type DayInterval } from '../week/hours-text.ts'
import { WEEK_TEXTS } from '../week/texts.ts'
import { DATES_TEXTS } from './texts.ts'

export type DateHours = { readonly date: string; readonly intervals: readonly DayInterval[] }

type Props = {
  readonly professional: ProfessionalRow
  /** Null for a new one. */
  readonly edited: DateHours | null
  /** Dates that have hours of their own already. */
  readonly taken: readonly string[]
  onClose(): void
}

export function DateDialog({ professional, edited, taken, onClose }: Props) {
  const t = useTexts(DATES_TEXTS)
  const week = useTexts(WEEK_TEXTS)
  const { required } = useTexts(EVERYWHERE)
  const written = useWritten()
  const zone = useZone()
  const tell = useTell()
  const impact = useImpact()
  const id = useId()
  const [date, setDate] = useState(edited?.date ?? '')
  const [kind, setKind] = useState(
    edited !== null && edited.intervals.length > 0 ? 'open' : 'closed',
  )
  const [typed, setTyped] = useState(writeHours(edited?.intervals ?? []))
  const [isTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const read = readHours(typed)
  const fault =
    kind === 'closed'
      ? null
      : 'fault' in read
        ? week.faults[read.fault](read.part)
        : read.intervals.length === 0
          ? t.hoursMissing
          : null
  const save = (): void => {
    setTried(true)
    if (date === '' || fault !== null) return
    const day = written.dayOf(date)
    const intervals = kind === 'open' && 'intervals' in read ? [...read.intervals] : []
    setRefusal(null)
    impact.save({
      title: t.change(professional.name, day),
      takesReason: true,
      send: (choice) =>
        scheduling.schedule.setDate.mutate({
          professional_id: professional.id,
          date,
          intervals,
          ...choice,
        }),
      onRefused: setRefusal,
      onDone() {
        void cache.invalidateQueries(api.schedule.pathFilter())
        tell.done(t.saved(day))
        onClose()
      },
    })
  }
  if (impact.dialog !== null) return impact.dialog
  return (
    <ConfirmDialog
      title={edited === null ? t.newTitle : t.editTitle(written.dayOf(edited.date))}
      confirmLabel={t.save}
      isBusy={impact.isBusy}
      error={refusal}
      onConfirm={save}
      onClose={onClose}
    >
      {edited === null && (
        <TextInput
          type="date"
          label={t.date}
          withAsterisk
          min={today(zone)}
          value={date}
          error={isTried && date === '' ? required : undefined}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
      )}
      {edited === null && taken.includes(date) && <Text size="sm">{t.replaces}</Text>}
      <Stack gap={4} role="group" aria-labelledby={id}>
        <Text size="sm" fw={600} id={id}>
          {t.kind}
        </Text>
        <SegmentedControl
          aria-labelledby={id}
          value={kind}
          onChange={setKind}
          data={[
            { value: 'closed', label: t.closed },
            { value: 'open', label: t.open },
          ]}
        />
      </Stack>
      {kind === 'open' && (
        <TextInput
          label={t.hours}
          description={t.hoursHelp}
          maxLength={400}
          value={typed}
          error={isTried && fault !== null ? fault : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  )
}
