/** The sessions of a user. Each can be ended, except the current one. */
import { StateBadge } from './state-badge.tsx'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDevices } from '../icons/icons.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api, cache } from '../api/client.ts'
import { useWritten } from '../time/written.ts'
import { useTexts } from '../words/language.tsx'
import { browserName } from './browser-name.ts'
import { Empty } from './empty.tsx'
import { WaitingRows } from './long-list.tsx'
import { RefusedNote } from './refused-note.tsx'
import { Row, Rows } from './rows.tsx'
import { SESSION_LIST_TEXTS } from './session-list-texts.ts'
import { useTell } from './tell.tsx'

/** @param userId left out: of the user who looks */
export function SessionList({ userId }: { readonly userId?: number }) {
  const t = useTexts(SESSION_LIST_TEXTS)
  const tell = useTell()
  const written = useWritten()
  const whose = userId === undefined ? {} : { user_id: userId }
  const asked = useQuery(api.account.listSessions.queryOptions(whose))
  const readAgain = () => void cache.invalidateQueries(api.account.listSessions.pathFilter())
  const end = useMutation(
    api.account.endSession.mutationOptions({
      onSuccess: () => tell.done(t.ended),
      onError: tell.refused,
      onSettled: readAgain,
    }),
  )
  const endOthers = useMutation(
    api.account.endOtherSessions.mutationOptions({
      onSuccess: ({ ended_sessions: count }) => tell.done(t.endedMany(count)),
      onError: tell.refused,
      onSettled: readAgain,
    }),
  )
  if (asked.data === undefined) {
    return asked.error === null ? (
      <WaitingRows count={2} />
    ) : (
      <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
    )
  }
  const sessions = asked.data.data
  if (sessions.length === 0) return <Empty icon={IconDevices} title={t.none} text={t.aboutNone} />
  const others = sessions.filter(({ current }) => !current)
  return (
    <Stack gap="sm">
      <Rows label={t.sessions}>
        {sessions.map((session) => {
          const name =
            session.browser === null ? t.unknown : (browserName(session.browser) ?? session.browser)
          const opened = written.moment(session.opened_at)
          return (
            <Row
              key={session.id}
              side={
                session.current ? (
                  <StateBadge color="teal" words={t.current} />
                ) : (
                  <Button
                    size="sm"
                    variant="default"
                    loading={end.isPending && end.variables.session_id === session.id}
                    onClick={() => end.mutate({ session_id: session.id })}
                    aria-label={t.endOf(name, opened)}
                  >
                    {t.end}
                  </Button>
                )
              }
            >
              <Text fw={500}>{name}</Text>
              <Text size="sm" c="dimmed">
                {t.times(opened, written.moment(session.last_used_at), session.address)}
              </Text>
            </Row>
          )
        })}
      </Rows>
      {others.length > 1 && (
        <Group>
          <Button
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate(whose)}
          >
            {sessions.length === others.length ? t.endAll : t.endOthers}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
