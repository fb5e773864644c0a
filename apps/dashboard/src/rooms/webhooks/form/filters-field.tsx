/** Filters of events: by professional, service, status, type and source. */
import { Fieldset, MultiSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../api/client.ts'
import { useTexts } from '../../../words/language.tsx'
import { faultAt, type WebhookFormPart } from './form-part.ts'
import { FORM_TEXTS } from './texts.ts'
import type { Filters } from './values.ts'

type Named = { readonly id: number; readonly name: string }

export function FiltersField({ form }: WebhookFormPart) {
  const t = useTexts(FORM_TEXTS)
  const { filters } = form.getValues()
  const professionals = useInfiniteQuery(
    api.professionals.list.infiniteQueryOptions(
      { limit: 100 },
      { getNextPageParam: ({ next_cursor }) => next_cursor },
    ),
  )
  const services = useInfiniteQuery(
    api.services.list.infiniteQueryOptions(
      { limit: 100 },
      { getNextPageParam: ({ next_cursor }) => next_cursor },
    ),
  )
  useAllPages(professionals)
  useAllPages(services)
  const set = (part: Partial<Filters>) => form.setFieldValue('filters', { ...filters, ...part })
  const fieldOf = (name: keyof Filters, label: string) => ({
    label,
    placeholder: filters[name].length === 0 ? t.anyOf : '',
    searchable: true,
    clearable: true,
    hidePickedOptions: true,
    clearButtonProps: { 'aria-label': `${t.anyOf}: ${label}` },
    value: filters[name].map(String),
    error: faultAt(form, `filters.${name}`),
  })
  // One that was chosen and is gone still has its number.
  const records = (name: 'professional_ids' | 'service_ids', known: readonly Named[]) => [
    ...known.map((record) => ({ value: String(record.id), label: record.name })),
    ...filters[name]
      .filter((id) => known.every((record) => record.id !== id))
      .map((id) => ({ value: String(id), label: t.number(id) })),
  ]
  const words = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([value, label]) => ({ value, label }))
  return (
    <Fieldset legend={t.filters}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t.filtersAbout}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <MultiSelect
            {...fieldOf('professional_ids', t.professionals)}
            data={records('professional_ids', recordsOf(professionals.data))}
            onChange={(ids) => set({ professional_ids: ids.map(Number) })}
          />
          <MultiSelect
            {...fieldOf('service_ids', t.services)}
            data={records('service_ids', recordsOf(services.data))}
            onChange={(ids) => set({ service_ids: ids.map(Number) })}
          />
          <MultiSelect
            {...fieldOf('statuses', t.statuses)}
            data={words(t.statusNames)}
            onChange={(statuses) => set({ statuses })}
          />
          <MultiSelect
            {...fieldOf('types', t.types)}
            data={words(t.typeNames)}
            onChange={(types) => set({ types })}
          />
          <MultiSelect
            {...fieldOf('sources', t.sources)}
            data={words(t.sourceNames)}
            onChange={(sources) => set({ sources })}
          />
        </SimpleGrid>
      </Stack>
    </Fieldset>
  )
}

function recordsOf(
  data: { readonly pages: readonly { readonly data: readonly Named[] }[] } | undefined,
): readonly Named[] {
  return data?.pages.flatMap((page) => page.data) ?? []
}

/** A person chooses among all of them. */
function useAllPages(list: {
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  fetchNextPage(): unknown
}): void {
  const { hasNextPage, isFetching } = list
  useEffect(() => {
    if (hasNextPage && !isFetching) void list.fetchNextPage()
  })
}
