import { Box } from '@mantine/core'
import { IconMessage } from '../../icons/icons.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { ClientSelect } from '../../parts/client-select.tsx'
import { Empty } from '../../parts/empty.tsx'
import { FilterSelect } from '../../parts/filter-select.tsx'
import { Filters } from '../../parts/filters.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { PageButton } from '../../parts/page-button.tsx'
import { Rows } from '../../parts/rows.tsx'
import { useTexts } from '../../words/language.tsx'
import { CHANNELS, purposeIn, PURPOSES, STATUSES } from './kinds.ts'
import { MessageRow } from './message-row.tsx'
import type { messagesSearch } from './search.ts'
import { MESSAGE_TEXTS } from './texts.ts'

export type Search = ReturnType<typeof messagesSearch>

type Props = {
  readonly search: Search
  readonly onChange: (search: Search) => void
  readonly onConversation: (clientId: number) => void
}

/** The outbox and what arrived, newest first. */
export function MessageList({ search, onChange, onConversation }: Props) {
  const t = useTexts(MESSAGE_TEXTS)
  const { status, channel, client } = search
  const purpose = purposeIn(search.purpose)
  const messages = useInfiniteQuery(
    api.messaging.list.infiniteQueryOptions(
      {
        status: status === undefined ? undefined : [status],
        purpose: purpose === undefined ? undefined : [purpose],
        channel,
        client_id: client,
      },
      { getNextPageParam: (page) => page.next_cursor },
    ),
  )
  const known = useQuery(
    api.clients.get.queryOptions({ client_id: client ?? 0 }, { enabled: client !== undefined }),
  )
  const isFiltered = [status, purpose, channel, client].some((value) => value !== undefined)
  const change = (next: Search) => onChange({ ...search, ...next })
  return (
    <>
      <Filters
        label={t.filters}
        search={{ status, purpose, channel, client }}
        onClear={() => onChange({})}
      >
        <FilterSelect
          label={t.status}
          values={STATUSES}
          words={t.statuses}
          value={status}
          onChange={(next) => change({ status: next })}
        />
        <FilterSelect
          label={t.purpose}
          values={PURPOSES}
          words={t.purposes}
          value={purpose}
          onChange={(next) => change({ purpose: next })}
        />
        <FilterSelect
          label={t.channel}
          values={CHANNELS}
          words={t.channels}
          value={channel}
          onChange={(next) => change({ channel: next })}
        />
        <Box w={{ base: '100%', xs: 260 }}>
          <ClientSelect
            value={
              client === undefined
                ? null
                : { kind: 'known', id: client, name: known.data?.name ?? `#${client}` }
            }
            onChange={(choice) =>
              change({ client: choice?.kind === 'known' ? choice.id : undefined })
            }
          />
        </Box>
      </Filters>
      <LongList
        query={messages}
        empty={
          isFiltered ? (
            <Empty
              icon={IconMessage}
              title={t.none}
              text={t.noneFound}
              onClear={() => onChange({})}
            />
          ) : (
            <Empty icon={IconMessage} title={t.noMessage} text={t.aboutNone}>
              <PageButton to="/" search={{ new: 1 }}>
                {t.book}
              </PageButton>
            </Empty>
          )
        }
      >
        {(rows) => (
          <Rows label={t.views.sent}>
            {rows.map((message) => (
              <MessageRow key={message.id} message={message} onConversation={onConversation} />
            ))}
          </Rows>
        )}
      </LongList>
    </>
  )
}
