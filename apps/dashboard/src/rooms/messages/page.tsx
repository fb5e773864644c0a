/** What clients are told, what they write, and in which words. */
import { Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Call } from '../../access/access.ts'
import { useMay } from '../../access/use-may.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useTexts } from '../../words/language.tsx'
import { ConnectionView } from './connection-view.tsx'
import { ConversationDrawer } from './conversation-drawer.tsx'
import { ConversationList } from './conversation-list.tsx'
import { MessageList } from './message-list.tsx'
import { VIEWS } from './search.ts'
import { TextsView } from './texts-view.tsx'
import { MESSAGE_TEXTS } from './texts.ts'

const route = getRouteApi('/frame/messages')

/** What each view reads or changes. */
const CALLS: Readonly<Record<(typeof VIEWS)[number], Call>> = {
  sent: 'messaging.list',
  conversations: 'messaging.listConversations',
  texts: 'messaging.setText',
  connection: 'messaging.getConnection',
}

export function MessagesPage() {
  const t = useTexts(MESSAGE_TEXTS)
  const may = useMay()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const talk = (conversation: number | undefined) =>
    void navigate({ search: (now) => ({ ...now, conversation }), resetScroll: false })
  return (
    <>
      <PageHead title={t.title} about={t.about} />
      <Tabs
        value={search.view ?? 'sent'}
        keepMounted={false}
        onChange={(next) => {
          const view = VIEWS.find((one) => one === next)
          void navigate({ search: view === undefined || view === 'sent' ? {} : { view } })
        }}
      >
        <Tabs.List mb="md" aria-label={t.title}>
          {VIEWS.filter((view) => may(CALLS[view])).map((view) => (
            <Tabs.Tab key={view} value={view}>
              {t.views[view]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="sent">
          <MessageList
            search={search}
            onChange={(next) => void navigate({ search: next, replace: true })}
            onConversation={talk}
          />
        </Tabs.Panel>
        <Tabs.Panel value="conversations">
          <ConversationList onOpen={talk} />
        </Tabs.Panel>
        <Tabs.Panel value="texts">
          <TextsView
            search={search}
            onChange={(next) =>
              void navigate({ search: (now) => ({ ...now, ...next }), resetScroll: false })
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="connection">
          <ConnectionView />
        </Tabs.Panel>
      </Tabs>
      {search.conversation !== undefined && (
        <ConversationDrawer
          key={search.conversation}
          clientId={search.conversation}
          onClose={() => talk(undefined)}
        />
      )}
    </>
  )
}
