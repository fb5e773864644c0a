/** The weekly hours of a professional: painted or typed, and saved together. */
import { ActionIcon, Alert, Button, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp } from '../../../icons/more.ts'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { api, cache, scheduling } from '../../../api/client.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useImpact } from '../../../parts/impact/use-impact.tsx'
import { RefusedNote } from '../../../parts/refused-note.tsx'
import { useTell } from '../../../parts/tell.tsx'
import type { ProfessionalRow } from '../../../parts/whole-lists.ts'
import { useTexts } from '../../../words/language.tsx'
import { useYear } from '../use-year.ts'
import { DayFields, type Typed } from './day-fields.tsx'
import { readHours } from './hours-text.ts'
import { PaintGrid } from './paint-grid.tsx'
import { SaveBar } from './save-bar.tsx'
import type { Shown } from './stroke.ts'
import { WEEK_TEXTS } from './texts.ts'
import { useWeekDraft } from './use-week-draft.ts'
import { CELLS, cellsOf, intervalsOf, minutesOf, spansOf, type WeekSpans } from './week-spans.ts'
import { WEEKDAYS } from './weekdays.ts'
import { Waiting } from '../../../parts/waiting.tsx'

type Props = { readonly professional: ProfessionalRow }

export function WeekTab({ professional }: Props) {
  const { data, error, refetch } = useYear(professional.id)
  if (data === undefined) {
    return <Waiting error={error} onRetry={() => void refetch()} />
  }
  return (
    <WeekEditor professional={professional} saved={spansOf(data.professionals[0]?.week ?? [])} />
  )
}

/** Shown at first, if there are no hours outside of it: from 6 to 22. */
const USUAL: Shown = { from: 24, until: 88 }
const WHOLE_DAY: Shown = { from: 0, until: CELLS }

/** Whole hours around all that is open. */
function around(spans: WeekSpans): Shown {
  const open = WEEKDAYS.flatMap((weekday) =>
    cellsOf(spans, weekday).flatMap((state, cell) => (state === 'closed' ? [] : [cell])),
  )
  return {
    from: Math.min(USUAL.from, ...open.map((cell) => cell - (cell % 4))),
    until: Math.max(USUAL.until, ...open.map((cell) => cell - (cell % 4) + 4)),
  }
}

function WeekEditor({ professional, saved }: Props & { readonly saved: WeekSpans }) {
  const t = useTexts(WEEK_TEXTS)
  const tell = useTell()
  const impact = useImpact()
  const draft = useWeekDraft(saved)
  const [typed, setTyped] = useState<Typed>(new Map())
  const [isWholeDay, setWholeDay] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [isSettling, setSettling] = useState(false)
  const hasFault = [...typed.values()].some((text) => 'fault' in readHours(text))
  const isUnsaved = draft.isDirty || typed.size > 0
  const leaving = useBlocker({
    shouldBlockFn: () => isUnsaved,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  useHotkeys([
    ['mod+Z', draft.undo],
    ['mod+shift+Z', draft.redo],
    ['mod+Y', draft.redo],
  ])
  const readAgain = (): Promise<void> => cache.invalidateQueries(api.schedule.pathFilter())
  const putBack = (before: WeekSpans): void => {
    const input = { professional_id: professional.id, intervals: intervalsOf(before) }
    scheduling.schedule.setWeek
      .mutate({ ...input, appointments: 'keep' })
      .then(readAgain)
      .catch(tell.refused)
  }
  const save = (): void => {
    const before = saved
    const input = { professional_id: professional.id, intervals: intervalsOf(draft.now) }
    setRefusal(null)
    impact.save({
      title: t.change(professional.name),
      takesReason: true,
      send: (choice) => scheduling.schedule.setWeek.mutate({ ...input, ...choice }),
      onRefused: setRefusal,
      onDone({ moved, cancelled }) {
        setSettling(true)
        void readAgain().finally(() => setSettling(false))
        // Hours can be put back; who was moved or cancelled has been told.
        const canUndo = moved + cancelled === 0
        tell.done(t.saved(professional.name), canUndo ? { run: () => putBack(before) } : undefined)
      },
    })
  }
  return (
    <Stack gap="md">
      {draft.isOvertaken && !isSettling && (
        <Alert role="alert" color="orange" title={t.othersTitle}>
          <Text size="sm" mb="xs">
            {t.others}
          </Text>
          <Button size="compact-sm" variant="default" onClick={draft.discard}>
            {t.showTheirs}
          </Button>
        </Alert>
      )}
      {!isUnsaved && saved.length === 0 && (
        <Alert color="blue" title={t.noHoursTitle}>
          {t.noHours}
        </Alert>
      )}
      <Group align="flex-start" gap="xl">
        <Stack gap="xs" flex="3 1 26rem" miw={0}>
          <Group justify="space-between" maw={720}>
            <Title order={2} size="h5">
              {t.gridTitle}
            </Title>
            <Group gap="xs">
              <Switch
                label={t.wholeDay}
                checked={isWholeDay}
                onChange={(event) => setWholeDay(event.currentTarget.checked)}
              />
              <ActionIcon
                variant="default"
                size={34}
                aria-label={t.undo}
                aria-keyshortcuts="Control+Z"
                disabled={!draft.canUndo}
                onClick={draft.undo}
              >
                <IconArrowBackUp size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size={34}
                aria-label={t.redo}
                aria-keyshortcuts="Control+Shift+Z"
                disabled={!draft.canRedo}
                onClick={draft.redo}
              >
                <IconArrowForwardUp size={18} aria-hidden />
              </ActionIcon>
            </Group>
          </Group>
          <PaintGrid
            key={String(isWholeDay)}
            label={t.grid(professional.name)}
            spans={draft.now}
            shown={isWholeDay ? WHOLE_DAY : around(saved)}
            onPaint={draft.paint}
          />
        </Stack>
        <DayFields spans={draft.now} typed={typed} onTyped={setTyped} onChange={draft.paint} />
      </Group>
      <RefusedNote error={refusal} />
      <SaveBar
        total={hoursOf(minutesOf(draft.now))}
        isUnsaved={isUnsaved}
        isBusy={impact.isBusy || isSettling}
        isReady={draft.isDirty && !hasFault}
        onDiscard={() => {
          setTyped(new Map())
          draft.discard()
        }}
        onSave={save}
      />
      {impact.dialog}
      {leaving.status === 'blocked' && (
        <ConfirmDialog
          title={t.leaveTitle}
          confirmLabel={t.leaveConfirm}
          isDanger
          onConfirm={leaving.proceed}
          onClose={leaving.reset}
        >
          <Text size="sm">{t.leave}</Text>
        </ConfirmDialog>
      )}
    </Stack>
  )
}

function hoursOf(minutes: number): string {
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}
