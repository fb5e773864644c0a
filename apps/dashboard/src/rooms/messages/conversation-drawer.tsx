/** What was said between the clinic and one client, newest first, and a place to write. */
import { Anchor, Button, Stack, Text, Textarea } from '@mantine/core'
import { IconMessages } from '../../icons/more.ts'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { api, cache } from '../../api/client.ts'
import { DialogFooter, SidePanel } from '../../parts/dialog.tsx'
import { Empty } from '../../parts/empty.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import classes from './conversation-drawer.module.css'
import type { Message } from './kinds.ts'
import { MessageStatus } from './message-status.tsx'
import { MESSAGE_TEXTS } from './texts.ts'

type Props = { readonly clientId: number; readonly onClose: () => void }

export function ConversationDrawer({ clientId, onClose }: Props) {
  const t = useTexts(MESSAGE_TEXTS)
  const client = useQuery(api.clients.get.queryOptions({ client_id: clientId }))
  const messages = useInfiniteQuery(
    api.messaging.list.infiniteQueryOptions(
      { client_id: clientId },
      { getNextPageParam: (page) => page.next_cursor },
    ),
  )
  return (
    <SidePanel title={t.conversationWith(client.data?.name ?? `#${clientId}`)} onClose={onClose}>
      <Stack>
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/clients/$clientId" params={{ clientId: String(clientId) }} {...props} />
          )}
        >
          {t.openClient}
        </Anchor>
        <RefusedNote error={client.error} words={{ not_found: t.noClient }} />
        {client.data !== undefined && <WriteForm clientId={clientId} />}
        <LongList
          query={messages}
          empty={<Empty icon={IconMessages} title={t.noConversation} text={t.aboutNone} />}
        >
          {(rows) => (
            <ol className={classes['list']} aria-label={t.views.conversations}>
              {rows.map((message) => (
                <Said key={message.id} message={message} />
              ))}
            </ol>
          )}
        </LongList>
      </Stack>
    </SidePanel>
  )
}

function Said({ message }: { readonly message: Message }) {
  const t = useTexts(MESSAGE_TEXTS)
  const written = useWritten()
  const isTheirs = message.direction === 'INBOUND'
  return (
    <li className={classes[isTheirs ? 'theirs' : 'ours']}>
      <Text size="xs" c="dimmed">
        {isTheirs ? t.client : t.clinic} · {t.channels[message.channel]} ·{' '}
        {written.moment(message.created_at)}
      </Text>
      {message.subject !== null && (
        <Text size="sm" fw={600}>
          {message.subject}
        </Text>
      )}
      <Text size="sm" className={classes['text'] ?? ''}>
        {message.text ?? t.purposes[message.purpose]}
      </Text>
      {!isTheirs && <MessageStatus status={message.status} />}
    </li>
  )
}

const MOST_CHARACTERS = 4000

function WriteForm({ clientId }: { readonly clientId: number }) {
  const t = useTexts(MESSAGE_TEXTS)
  const tell = useTell()
  const [text, setText] = useState('')
  const send = useMutation(
    api.messaging.sendText.mutationOptions({
      onSuccess: () => {
        setText('')
        tell.done(t.written)
      },
      onSettled: () => void cache.invalidateQueries(api.messaging.pathFilter()),
    }),
  )
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (text.trim() !== '' && !send.isPending) send.mutate({ client_id: clientId, text })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          label={t.write}
          description={t.aboutWrite}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MOST_CHARACTERS}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <RefusedNote error={send.error} words={{ action_not_allowed: t.cannotWrite }} />
        <DialogFooter>
          <Button type="submit" loading={send.isPending} disabled={text.trim() === ''}>
            {t.send}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  )
}
