import { TextInput } from '@mantine/core'
import { FilterSelect } from '../../parts/filter-select.tsx'
import { DateFilters, Filters } from '../../parts/filters.tsx'
import { ACTION_TEXTS, RECORD_TEXTS } from '../../words/actions.ts'
import { useTexts } from '../../words/language.tsx'
import { ACTIONS, ACTOR_TYPES, actionIn, recordIn, RECORDS, SOURCES } from './kinds.ts'
import type { auditSearch } from './search.ts'
import { AUDIT_TEXTS } from './texts.ts'

type Search = ReturnType<typeof auditSearch>

type Props = { readonly search: Search; readonly onChange: (search: Search) => void }

export function AuditFilters({ search, onChange }: Props) {
  const t = useTexts(AUDIT_TEXTS)
  const actions = useTexts(ACTION_TEXTS)
  const records = useTexts(RECORD_TEXTS)
  const change = (next: Search) => onChange({ ...search, ...next })
  return (
    <Filters label={t.filters} search={search} onClear={() => onChange({})}>
      <FilterSelect
        label={t.action}
        values={ACTIONS}
        words={actions}
        value={actionIn(search.action)}
        onChange={(action) => change({ action })}
      />
      <FilterSelect
        label={t.record}
        values={RECORDS}
        words={records}
        value={recordIn(search.record)}
        onChange={(record) => change({ record, record_id: undefined })}
      />
      {search.record !== undefined && (
        <TextInput
          label={t.recordId}
          w={{ base: '100%', xs: 120 }}
          value={search.record_id ?? ''}
          maxLength={100}
          onChange={({ currentTarget: { value } }) =>
            change({ record_id: value === '' ? undefined : value })
          }
        />
      )}
      <FilterSelect
        label={t.actor}
        values={ACTOR_TYPES}
        words={t.actors}
        value={search.actor_type}
        onChange={(actor) => change({ actor_type: actor, actor_id: undefined })}
      />
      <FilterSelect
        label={t.source}
        values={SOURCES}
        words={t.sources}
        value={search.source}
        onChange={(source) => change({ source })}
      />
      <DateFilters dates={search} onChange={change} />
    </Filters>
  )
}
