/** The clock of a test organization. It goes forward only, and what becomes due on the way is done. */
import { Button, Group, Loader, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { WaitingRows } from '../../parts/long-list.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useZone } from '../../session/me.tsx'
import { instantAt, wallClockOf } from '../../time/wall-clock.ts'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { SETTING_TEXTS } from './texts.ts'

const STEPS = [
  ['hour', 60],
  ['day', 1440],
  ['week', 7 * 1440],
] as const

const ASK_AGAIN_MS = 500

export function TestClock() {
  const t = useTexts(SETTING_TEXTS)
  const written = useWritten()
  const zone = useZone()
  const [to, setTo] = useState('')
  const asked = useQuery(
    api.testClock.get.queryOptions(
      {},
      {
        refetchInterval: ({ state }) =>
          state.data?.status === 'advancing' ? ASK_AGAIN_MS : 30_000,
      },
    ),
  )
  const advance = useMutation(
    api.testClock.advance.mutationOptions({
      onSuccess: (clock) => keepAnswer(cache, api.testClock.get.queryKey({}), clock),
      onError: () => void asked.refetch(),
    }),
  )
  const clock = asked.data
  const isMoving = clock?.status === 'advancing'
  useEffect(() => {
    if (!isMoving) return
    // When it has arrived, whatever became due on the way is read.
    return () => void cache.invalidateQueries()
  }, [isMoving])
  if (clock === undefined) {
    return asked.error === null ? (
      <WaitingRows count={1} />
    ) : (
      <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
    )
  }
  const target = to === '' ? null : instantAt(`${to.replace('T', ' ')}:00`, zone)
  return (
    <Stack maw={640}>
      <Text size="sm">{t.clockAbout}</Text>
      <Paper withBorder p="md" role="status">
        <Group gap="sm">
          {isMoving && <Loader size="sm" aria-hidden />}
          <div>
            <Text fw={600} size="lg">
              {written.day(clock.now)}, {written.time(clock.now)}
            </Text>
            <Text size="sm" c="dimmed">
              {clock.advancing_to === null
                ? t.clockReady
                : t.clockMoving(written.moment(clock.advancing_to))}
            </Text>
          </div>
        </Group>
      </Paper>
      <Group>
        {STEPS.map(([step, minutes]) => (
          <Button
            key={step}
            variant="default"
            disabled={isMoving || advance.isPending}
            onClick={() => advance.mutate({ by_minutes: minutes })}
          >
            {t.clockSteps[step]}
          </Button>
        ))}
      </Group>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (target !== null) advance.mutate({ to: target })
        }}
      >
        <Group align="flex-end">
          <TextInput
            type="datetime-local"
            label={t.clockTo}
            value={to}
            min={wallClockOf(clock.now, zone).slice(0, 16).replace(' ', 'T')}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button type="submit" disabled={isMoving || target === null} loading={advance.isPending}>
            {t.clockGo}
          </Button>
        </Group>
      </form>
      <RefusedNote error={advance.error} words={{ action_not_allowed: t.clockBusy }} />
    </Stack>
  )
}
