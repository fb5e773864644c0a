/** Dates on which a professional works otherwise than in the week. */
import { ActionIcon, Group, Paper, Stack, Text } from '@mantine/core'
import { IconCalendarCog, IconPencil, IconTrash } from '../../../icons/more.ts'
import { useState } from 'react'
import { api, cache, scheduling } from '../../../api/client.ts'
import { useImpact } from '../../../parts/impact/use-impact.tsx'
import { useTell } from '../../../parts/tell.tsx'
import type { ProfessionalRow } from '../../../parts/whole-lists.ts'
import { useWritten } from '../../../time/written.ts'
import { useTexts } from '../../../words/language.tsx'
import { useYear } from '../use-year.ts'
import { writeHours } from '../week/hours-text.ts'
import { TabList } from '../tab-list.tsx'
import { DateDialog, type DateHours } from './date-dialog.tsx'
import { DATES_TEXTS } from './texts.ts'
import { Waiting } from '../../../parts/waiting.tsx'

export function DatesTab({ professional }: { readonly professional: ProfessionalRow }) {
  const t = useTexts(DATES_TEXTS)
  const written = useWritten()
  const tell = useTell()
  const impact = useImpact()
  const { data, error, refetch } = useYear(professional.id)
  const [edited, setEdited] = useState<DateHours | 'new' | null>(null)
  if (data === undefined) {
    return <Waiting error={error} onRetry={() => void refetch()} />
  }
  const dates = data.professionals[0]?.overrides ?? []
  const clear = (date: string): void =>
    impact.save({
      title: t.change(professional.name, written.dayOf(date)),
      takesReason: true,
      send: (choice) =>
        scheduling.schedule.clearDate.mutate({ professional_id: professional.id, date, ...choice }),
      onRefused: tell.refused,
      onDone() {
        void cache.invalidateQueries(api.schedule.pathFilter())
        tell.done(t.cleared(written.dayOf(date)))
      },
    })
  return (
    <Stack>
      <TabList
        words={t}
        about={t.about(professional.name)}
        icon={IconCalendarCog}
        isEmpty={dates.length === 0}
        onAdd={() => setEdited('new')}
      >
        {dates.map((one) => {
          const day = written.dayOf(one.date)
          return (
            <Paper key={one.date} component="li" withBorder p="sm" display="block">
              <Group justify="space-between" wrap="nowrap">
                <Stack gap={0}>
                  <Text fw={600}>
                    {day}{' '}
                    <Text span c="dimmed" size="sm">
                      {written.dayOf(one.date, 'date')}
                    </Text>
                  </Text>
                  <Text size="sm">
                    {one.intervals.length === 0 ? t.closed : writeHours(one.intervals)}
                  </Text>
                </Stack>
                <Group gap="xs" wrap="nowrap">
                  <ActionIcon
                    variant="default"
                    size={36}
                    aria-label={t.edit(day)}
                    onClick={() => setEdited(one)}
                  >
                    <IconPencil size={18} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    size={36}
                    aria-label={t.remove(day)}
                    loading={impact.isBusy}
                    onClick={() => clear(one.date)}
                  >
                    <IconTrash size={18} aria-hidden />
                  </ActionIcon>
                </Group>
              </Group>
            </Paper>
          )
        })}
      </TabList>
      {edited !== null && (
        <DateDialog
          professional={professional}
          edited={edited === 'new' ? null : edited}
          taken={dates.map(({ date }) => date)}
          onClose={() => setEdited(null)}
        />
      )}
      {impact.dialog}
    </Stack>
  )
}
