import { Select, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { FilterSelect } from '../../parts/filter-select.tsx'
import { FILTER_TEXTS } from '../../parts/filter-texts.ts'
import { Filters } from '../../parts/filters.tsx'
import { useTexts } from '../../words/language.tsx'
import type { requestsSearch } from './search.ts'
import { REQUEST_TEXTS } from './texts.ts'

type Search = ReturnType<typeof requestsSearch>

type Props = { readonly search: Search; readonly onChange: (search: Search) => void }

export function RequestFilters({ search, onChange }: Props) {
  const t = useTexts(REQUEST_TEXTS)
  const { any } = useTexts(FILTER_TEXTS)
  const keys = useInfiniteQuery(
    api.apiKeys.list.infiniteQueryOptions({}, { getNextPageParam: (page) => page.next_cursor }),
  )
  const known = keys.data?.pages.flatMap((page) => page.data) ?? []
  const change = (next: Search) => onChange({ ...search, ...next })
  return (
    <Filters label={t.filters} search={search} onClear={() => onChange({})}>
      <TextInput
        label={t.request}
        placeholder="req_…"
        w={{ base: '100%', xs: 320 }}
        maxLength={60}
        value={search.request ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ request: value.trim() === '' ? undefined : value.trim() })
        }
      />
      <FilterSelect
        label={t.status}
        values={['2xx', '4xx', '5xx']}
        words={t.statuses}
        value={search.status}
        onChange={(status) => change({ status })}
      />
      <Select
        label={t.key}
        placeholder={any}
        clearable
        searchable
        w={{ base: 'calc(50% - 6px)', xs: 220 }}
        data={known.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.api_key_id ?? null}
        onChange={(key) => change({ api_key_id: key ?? undefined })}
      />
    </Filters>
  )
}
