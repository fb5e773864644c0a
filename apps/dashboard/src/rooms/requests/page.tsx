/** What programs asked with the keys of the organization, newest first; or one request, by its id. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { IconTerminal } from '../../icons/icons.ts'
import { Empty } from '../../parts/empty.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { PageButton } from '../../parts/page-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Rows } from '../../parts/rows.tsx'
import { useTexts } from '../../words/language.tsx'
import { RequestFilters } from './request-filters.tsx'
import { RequestRow } from './request-row.tsx'
import { REQUEST_TEXTS } from './texts.ts'

const route = getRouteApi('/frame/requests')

export function RequestsPage() {
  const t = useTexts(REQUEST_TEXTS)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHead title={t.title} about={t.about} />
      <RequestFilters
        search={search}
        onChange={(next) => void navigate({ search: next, replace: true })}
      />
      {search.request === undefined ? <Listed /> : <One id={search.request} />}
    </>
  )
}

function Listed() {
  const t = useTexts(REQUEST_TEXTS)
  const navigate = route.useNavigate()
  const { status, api_key_id: keyId } = route.useSearch()
  const isFiltered = status !== undefined || keyId !== undefined
  const requests = useInfiniteQuery(
    api.requests.list.infiniteQueryOptions(
      { status, api_key_id: keyId },
      { getNextPageParam: (page) => page.next_cursor },
    ),
  )
  return (
    <LongList
      query={requests}
      empty={
        isFiltered ? (
          <Empty
            icon={IconTerminal}
            title={t.none}
            text={t.noneFound}
            onClear={() => void navigate({ search: {} })}
          />
        ) : (
          <Empty icon={IconTerminal} title={t.none} text={t.aboutNone}>
            <PageButton to="/keys">{t.toKeys}</PageButton>
          </Empty>
        )
      }
    >
      {(rows) => (
        <Rows label={t.title}>
          {rows.map((request) => (
            <RequestRow key={request.id} request={request} isOpen={false} />
          ))}
        </Rows>
      )}
    </LongList>
  )
}

function One({ id }: { readonly id: string }) {
  const t = useTexts(REQUEST_TEXTS)
  const navigate = route.useNavigate()
  const asked = useQuery({ ...api.requests.get.queryOptions({ request_id: id }), retry: false })
  if (asked.data !== undefined) {
    return (
      <Rows label={t.title}>
        <RequestRow request={asked.data} isOpen />
      </Rows>
    )
  }
  return asked.isError ? (
    <Empty
      icon={IconTerminal}
      title={t.none}
      text={t.unknown}
      onClear={() => void navigate({ search: {} })}
    />
  ) : null
}
