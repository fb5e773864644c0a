import { Anchor, Text } from '@mantine/core'
import { IconMessages } from '../../icons/more.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Empty } from '../../parts/empty.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { PageButton } from '../../parts/page-button.tsx'
import { Row, Rows } from '../../parts/rows.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { MessageStatus } from './message-status.tsx'
import { MESSAGE_TEXTS } from './texts.ts'

/** The last message of each client. */
export function ConversationList({ onOpen }: { readonly onOpen: (clientId: number) => void }) {
  const t = useTexts(MESSAGE_TEXTS)
  const written = useWritten()
  const conversations = useInfiniteQuery(
    api.messaging.listConversations.infiniteQueryOptions(
      {},
      { getNextPageParam: (page) => page.next_cursor },
    ),
  )
  return (
    <LongList
      query={conversations}
      empty={
        <Empty icon={IconMessages} title={t.noConversation} text={t.aboutNoConversation}>
          <PageButton to="/clients">{t.toClients}</PageButton>
        </Empty>
      }
    >
      {(rows) => (
        <Rows label={t.views.conversations}>
          {rows.map((message) => {
            const { client } = message
            if (client === null) return null
            return (
              <Row key={message.id} side={<MessageStatus status={message.status} />}>
                <Anchor
                  component="button"
                  fw={600}
                  ta="start"
                  onClick={() => onOpen(client.id)}
                  aria-label={t.conversationWith(client.name)}
                >
                  {client.name}
                </Anchor>
                <Text size="sm" lineClamp={2}>
                  {message.text ?? t.purposes[message.purpose]}
                </Text>
                <Text size="sm" c="dimmed">
                  {written.moment(message.created_at)}
                </Text>
              </Row>
            )
          })}
        </Rows>
      )}
    </LongList>
  )
}
