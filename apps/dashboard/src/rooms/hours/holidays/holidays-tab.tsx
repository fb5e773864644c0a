/** Days on which the clinic is closed. */
import { ActionIcon, Group, Paper, Stack, Text } from '@mantine/core'
import { IconConfetti, IconTrash } from '../../../icons/more.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache, scheduling } from '../../../api/client.ts'
import { useTell } from '../../../parts/tell.tsx'
import { useWritten } from '../../../time/written.ts'
import { useTexts } from '../../../words/language.tsx'
import { useYear } from '../use-year.ts'
import { TabList } from '../tab-list.tsx'
import { HolidayDialog } from './holiday-dialog.tsx'
import { HOLIDAYS_TEXTS } from './texts.ts'
import { Waiting } from '../../../parts/waiting.tsx'

export function HolidaysTab() {
  const t = useTexts(HOLIDAYS_TEXTS)
  const written = useWritten()
  const tell = useTell()
  const { data, error, refetch } = useYear(null)
  const [isAdding, setAdding] = useState(false)
  const readAgain = (): Promise<void> => cache.invalidateQueries(api.schedule.pathFilter())
  const putBack = (holiday: { date: string; name: string }): void => {
    scheduling.schedule.addHoliday
      .mutate({ date: holiday.date, name: holiday.name, appointments: 'keep' })
      .then(readAgain)
      .catch(tell.refused)
  }
  const removing = useMutation(
    api.schedule.removeHoliday.mutationOptions({
      onSuccess({ holiday }) {
        void readAgain()
        tell.done(t.removed(holiday.name), { run: () => putBack(holiday) })
      },
      onError: tell.refused,
    }),
  )
  if (data === undefined) {
    return <Waiting error={error} onRetry={() => void refetch()} />
  }
  const { holidays } = data
  return (
    <Stack>
      <TabList
        words={t}
        about={t.about}
        icon={IconConfetti}
        isEmpty={holidays.length === 0}
        onAdd={() => setAdding(true)}
      >
        {holidays.map(({ date, name }) => (
          <Paper key={date} component="li" withBorder p="sm" display="block">
            <Group justify="space-between" wrap="nowrap">
              <Stack gap={0} miw={0}>
                <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                  <bdi>{name}</bdi>
                </Text>
                <Text size="sm">
                  {written.dayOf(date)}{' '}
                  <Text span c="dimmed" size="sm">
                    {written.dayOf(date, 'date')}
                  </Text>
                </Text>
              </Stack>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t.remove(name, written.dayOf(date))}
                disabled={removing.isPending}
                onClick={() => removing.mutate({ date })}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Group>
          </Paper>
        ))}
      </TabList>
      {isAdding && <HolidayDialog onClose={() => setAdding(false)} />}
    </Stack>
  )
}
