/** One message: to whom, what about, how it stands, the text that went out, and sending it again. */
import { Note } from '../../parts/note.tsx'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconMail, IconBrandWhatsapp } from '../../icons/more.ts'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { Row } from '../../parts/rows.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import type { Message } from './kinds.ts'
import classes from './message-row.module.css'
import { MessageStatus } from './message-status.tsx'
import { MESSAGE_TEXTS } from './texts.ts'

type Props = {
  readonly message: Message
  readonly onConversation: (clientId: number) => void
}

export function MessageRow({ message, onConversation }: Props) {
  const t = useTexts(MESSAGE_TEXTS)
  const written = useWritten()
  const { client } = message
  const name = client?.name ?? t.noOne
  const Channel = message.channel === 'email' ? IconMail : IconBrandWhatsapp
  return (
    <Row
      side={
        <>
          <MessageStatus status={message.status} />
          <Resend message={message} name={name} />
        </>
      }
    >
      <Group gap="xs">
        {client === null ? (
          <Text fw={600}>{name}</Text>
        ) : (
          <Anchor
            component="button"
            fw={600}
            ta="start"
            onClick={() => onConversation(client.id)}
            aria-label={t.conversationWith(name)}
          >
            {name}
          </Anchor>
        )}
        <Text size="sm">{t.purposes[message.purpose]}</Text>
      </Group>
      <Group gap={6} wrap="nowrap">
        <Channel
          size={14}
          className={classes['icon']}
          aria-label={t.channels[message.channel]}
          role="img"
        />
        <Text size="sm" c="dimmed">
          {message.recipient ?? t.noRecipient} · {written.moment(message.created_at)}
        </Text>
      </Group>
      <Fault message={message} />
      {message.text !== null && (
        <details>
          <Text component="summary" size="sm">
            {t.seeText}
          </Text>
          {message.subject !== null && (
            <Text size="sm" fw={600} mt="xs">
              {message.subject}
            </Text>
          )}
          <Text size="sm" className={classes['text'] ?? ''}>
            {message.text}
          </Text>
          <Times message={message} />
        </details>
      )}
    </Row>
  )
}

function Resend({ message, name }: { readonly message: Message; readonly name: string }) {
  const t = useTexts(MESSAGE_TEXTS)
  const tell = useTell()
  const resend = useMutation(
    api.messaging.resend.mutationOptions({
      onSuccess: () => tell.done(t.resent(name)),
      onError: tell.refused,
      onSettled: () => void cache.invalidateQueries(api.messaging.pathFilter()),
    }),
  )
  const canResend =
    message.direction === 'OUTBOUND' &&
    message.status !== 'QUEUED' &&
    message.client_id !== null &&
    message.recipient !== null
  if (!canResend) return null
  return (
    <Button
      size="sm"
      variant="default"
      loading={resend.isPending}
      onClick={() => resend.mutate({ message_id: message.id })}
      aria-label={t.resendOf(t.purposes[message.purpose], name)}
    >
      {t.resend}
    </Button>
  )
}

/** Why it did not arrive, or waits. */
function Fault({ message }: { readonly message: Message }) {
  const t = useTexts(MESSAGE_TEXTS)
  const written = useWritten()
  const { status, error_code: code, error_message: words, next_attempt_at: next } = message
  if (status === 'QUEUED') {
    return (
      <Text size="sm">{next === null ? t.waitsForWay : t.waitsUntil(written.moment(next))}</Text>
    )
  }
  if (code === null) return null
  const reasons: Readonly<Record<string, string>> = t.reasons
  const reason = reasons[code]
  // Nothing failed: it was of no use any more.
  if (status === 'SKIPPED') return <Text size="sm">{reason ?? t.refusedBy(code)}</Text>
  return (
    <Note color="red">
      <Text size="sm">{reason ?? t.refusedBy(code)}</Text>
      {reason === undefined && words !== null && <Text size="xs">{words}</Text>}
    </Note>
  )
}

function Times({ message }: { readonly message: Message }) {
  const t = useTexts(MESSAGE_TEXTS)
  const written = useWritten()
  const times = [
    [t.times.sent, message.sent_at],
    [t.times.delivered, message.delivered_at],
    [t.times.read, message.read_at],
    [t.times.failed, message.failed_at],
  ] as const
  const seen = times.flatMap(([name, at]) => (at === null ? [] : [`${name} ${written.moment(at)}`]))
  return (
    <Text size="xs" c="dimmed" mt="xs">
      {[...seen, t.attempts(message.attempts)].join(' · ')}
    </Text>
  )
}
