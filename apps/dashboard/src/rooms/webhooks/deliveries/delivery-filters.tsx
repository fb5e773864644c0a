/** Filters of the list, kept in the address. */
import { Button, Group, Select, TextInput } from '@mantine/core'
import { isEventType } from '@scheduling/events/event-types'
import { getRouteApi } from '@tanstack/react-router'
import { useTexts } from '../../../words/language.tsx'
import { EventTypeSelect } from '../event-type-select.tsx'
import { STATUSES } from '../search.ts'
import { DELIVERY_TEXTS } from './texts.ts'

const route = getRouteApi('/frame/webhooks/$webhookId')

type Filters = Partial<Record<'status' | 'type' | 'since' | 'event', string | undefined>>

export function DeliveryFilters({ isFiltered }: { readonly isFiltered: boolean }) {
  const t = useTexts(DELIVERY_TEXTS)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const set = (filters: Filters) =>
    void navigate({
      search: (now) => ({ ...now, ...filters }) as typeof now,
      replace: true,
      resetScroll: false,
    })
  return (
    <Group role="group" aria-label={t.filters} align="flex-end" gap="sm">
      <Select
        label={t.status}
        w={{ base: '100%', xs: 210 }}
        placeholder={t.anyStatus}
        clearable
        clearButtonProps={{ 'aria-label': t.clear }}
        data={STATUSES.map((status) => ({ value: status, label: t.statuses[status] }))}
        value={search.status ?? null}
        onChange={(status) => set({ status: status ?? undefined })}
      />
      <EventTypeSelect
        label={t.type}
        placeholder={t.anyType}
        clearLabel={t.clear}
        value={search.type !== undefined && isEventType(search.type) ? search.type : null}
        onChange={(type) => set({ type: type ?? undefined })}
      />
      <TextInput
        type="date"
        label={t.since}
        value={search.since ?? ''}
        onChange={(event) => set({ since: event.currentTarget.value || undefined })}
      />
      {search.event !== undefined && (
        <Button
          variant="light"
          onClick={() => set({ event: undefined })}
          style={{ maxWidth: '100%' }}
        >
          {t.ofEvent(search.event)}
        </Button>
      )}
      {isFiltered && (
        <Button
          variant="subtle"
          onClick={() =>
            set({ status: undefined, type: undefined, since: undefined, event: undefined })
          }
        >
          {t.clear}
        </Button>
      )}
    </Group>
  )
}
