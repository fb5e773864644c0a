/** Lists that are short enough to be read whole, page after page: services and professionals of one clinic. */
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api } from '../api/client.ts'

type Outputs = inferRouterOutputs<AppRouter>
export type ServiceRow = Outputs['services']['list']['data'][number]
export type ProfessionalRow = Outputs['professionals']['list']['data'][number]

export type SpecialtyRow = Outputs['specialties']['list']['data'][number]

export type WholeList<Row> = {
  /** Null until the first page is there. */
  readonly rows: readonly Row[] | null
  readonly error: unknown
  retry(): void
}

const PAGE = 200
const nextPage = {
  getNextPageParam: (last: { readonly next_cursor: string | null }) => last.next_cursor,
}

/** The services that can be booked or queued, by name. Inactive ones belong to filters of what was. */
export function useServices(withInactive = false): WholeList<ServiceRow> {
  return useWhole(
    useInfiniteQuery(
      api.services.list.infiniteQueryOptions(
        withInactive ? { limit: PAGE, include_inactive: true } : { limit: PAGE },
        nextPage,
      ),
    ),
  )
}

/** Everybody who works here, by name. */
export function useProfessionals(): WholeList<ProfessionalRow> {
  return useWhole(
    useInfiniteQuery(api.professionals.list.infiniteQueryOptions({ limit: PAGE }, nextPage)),
  )
}

/** The specialties of services, by name. */
export function useSpecialties(): WholeList<SpecialtyRow> {
  return useWhole(
    useInfiniteQuery(api.specialties.list.infiniteQueryOptions({ limit: PAGE }, nextPage)),
  )
}

type Paged<Row> = {
  readonly data: { readonly pages: readonly { readonly data: readonly Row[] }[] } | undefined
  readonly error: unknown
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  fetchNextPage(): unknown
  refetch(): unknown
}

function useWhole<Row extends { readonly name: string }>(asked: Paged<Row>): WholeList<Row> {
  const { data, error, hasNextPage, isFetching } = asked
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) asked.fetchNextPage()
  })
  const rows = useMemo(
    () =>
      data === undefined
        ? null
        : data.pages
            .flatMap((page) => page.data)
            .toSorted((one, other) => one.name.localeCompare(other.name)),
    [data],
  )
  return { rows, error, retry: () => void asked.refetch() }
}
