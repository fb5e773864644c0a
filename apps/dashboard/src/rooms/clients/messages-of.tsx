/** What was said to the client and by it, and whether it may be written to. */
import { Button, Paper, Skeleton, Stack, Switch, Text, Textarea, Title } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { LongList } from '../../parts/long-list.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useMe } from '../../session/me.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import type { Client } from './client.ts'
import styles from './clients.module.css'
import { CLIENTS_TEXTS } from './texts.ts'

const PAGE = 50
const TEXT_CHARACTERS = 1000

export function MessagesOf({ client }: { readonly client: Client }) {
  return (
    <Stack>
      <Contact client={client} />
      <Outbox client={client} />
    </Stack>
  )
}

function Contact({ client }: { readonly client: Client }) {
  const t = useTexts(CLIENTS_TEXTS)
  const tell = useTell()
  const asked = useQuery(api.messaging.getContact.queryOptions({ client_id: client.id }))
  const optIn = useMutation(
    api.messaging.setOptIn.mutationOptions({
      onSuccess: ({ opted_in: isIn }) => {
        tell.done(isIn ? t.optedIn : t.optedOut)
        return cache.invalidateQueries(api.messaging.pathFilter())
      },
      onError: tell.refused,
    }),
  )
  const contact = asked.data
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h5" mb="sm">
        {t.whatsapp}
      </Title>
      <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
      {contact === undefined ? (
        <Skeleton h={48} />
      ) : !contact.has_phone ? (
        <Text size="sm">{t.noPhone}</Text>
      ) : (
        <Stack gap="sm">
          <Switch
            label={t.optIn}
            description={t.optInNote}
            checked={contact.opted_in}
            disabled={optIn.isPending}
            onChange={(event) =>
              optIn.mutate({ client_id: client.id, opted_in: event.currentTarget.checked })
            }
          />
          {contact.reminders_stopped && <Text size="sm">{t.remindersStopped}</Text>}
          <WriteForm clientId={client.id} canWrite={contact.in_conversation} />
        </Stack>
      )}
    </Paper>
  )
}

function WriteForm({
  clientId,
  canWrite,
}: {
  readonly clientId: number
  readonly canWrite: boolean
}) {
  const t = useTexts(CLIENTS_TEXTS)
  const tell = useTell()
  const [text, setText] = useState('')
  const send = useMutation(
    api.messaging.sendText.mutationOptions({
      onSuccess: () => {
        setText('')
        tell.done(t.wasSent)
        return cache.invalidateQueries(api.messaging.pathFilter())
      },
    }),
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!send.isPending && text.trim() !== '') send.mutate({ client_id: clientId, text })
      }}
    >
      <Textarea
        label={t.write}
        description={canWrite ? null : t.cannotWrite}
        disabled={!canWrite}
        autosize
        minRows={2}
        maxLength={TEXT_CHARACTERS}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        type="submit"
        mt="xs"
        mb={send.error === null ? 0 : 'xs'}
        disabled={!canWrite || text.trim() === ''}
        loading={send.isPending}
      >
        {t.send}
      </Button>
      <RefusedNote error={send.error} />
    </form>
  )
}

function Outbox({ client }: { readonly client: Client }) {
  const t = useTexts(CLIENTS_TEXTS)
  const { livemode } = useMe().organization
  const written = useWritten()
  const asked = useInfiniteQuery(
    api.messaging.list.infiniteQueryOptions(
      { client_id: client.id, limit: PAGE },
      { getNextPageParam: (last) => last.next_cursor },
    ),
  )
  return (
    <LongList query={asked} empty={<Text size="sm">{t.noMessages}</Text>}>
      {(messages) => (
        <ul className={styles['list']} aria-label={t.tabs.messages}>
          {messages.map((message) => {
            const isFrom = message.direction === 'INBOUND'
            return (
              <Paper
                component="li"
                withBorder
                p="sm"
                key={message.id}
                className={styles[isFrom ? 'inbound' : 'outbound'] ?? ''}
              >
                <Text size="xs" c="dimmed">
                  {[
                    isFrom ? t.received : t.sent,
                    written.moment(message.created_at),
                    t.channels[message.channel],
                    // Of a test organization, nothing leaves.
                    message.status === 'SENT' && !livemode
                      ? t.pretended
                      : t.messageStatus[message.status],
                  ].join(' · ')}
                </Text>
                {message.subject !== null && (
                  <Text size="sm" fw={600} className={styles['text']}>
                    {message.subject}
                  </Text>
                )}
                <Text size="sm" className={styles['text']} dir="auto">
                  {message.text ?? t.noText}
                </Text>
                {message.error_message !== null && (
                  <Text size="xs" c="var(--mantine-color-error)" lang="en">
                    {message.error_message}
                  </Text>
                )}
              </Paper>
            )
          })}
        </ul>
      )}
    </LongList>
  )
}
