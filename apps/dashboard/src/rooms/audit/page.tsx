/** Who changed what, newest first. */
import { IconHistory } from '../../icons/icons.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Empty } from '../../parts/empty.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { PageButton } from '../../parts/page-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Rows } from '../../parts/rows.tsx'
import { useTexts } from '../../words/language.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { EntryRow } from './entry-row.tsx'
import { actionIn, recordIn } from './kinds.ts'
import { AUDIT_TEXTS } from './texts.ts'

const route = getRouteApi('/frame/audit')

export function AuditPage() {
  const t = useTexts(AUDIT_TEXTS)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { record_id: recordId, actor_type: actorType, actor_id: actorId } = search
  const action = actionIn(search.action)
  const record = recordIn(search.record)
  const entries = useInfiniteQuery(
    api.audit.list.infiniteQueryOptions(
      {
        from: search.from,
        to: search.to,
        source: search.source,
        action: action === undefined ? undefined : [action],
        record,
        record_id: record === undefined ? undefined : recordId,
        actor_type: actorType,
        actor_id: actorType === undefined ? undefined : actorId,
      },
      { getNextPageParam: (page) => page.next_cursor },
    ),
  )
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  return (
    <>
      <PageHead title={t.title} about={t.about} />
      <AuditFilters
        search={search}
        onChange={(next) => void navigate({ search: next, replace: true })}
      />
      <LongList
        query={entries}
        empty={
          isFiltered ? (
            <Empty
              icon={IconHistory}
              title={t.none}
              text={t.aboutNone}
              onClear={() => void navigate({ search: {} })}
            />
          ) : (
            <Empty icon={IconHistory} title={t.nothingYet} text={t.about}>
              <PageButton to="/">{t.toAgenda}</PageButton>
            </Empty>
          )
        }
      >
        {(rows) => (
          <Rows label={t.title}>
            {rows.map((entry) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                onActor={() =>
                  void navigate({
                    search: {
                      actor_type: entry.actor.type,
                      ...(entry.actor.id === null ? {} : { actor_id: entry.actor.id }),
                    },
                  })
                }
              />
            ))}
          </Rows>
        )}
      </LongList>
    </>
  )
}
