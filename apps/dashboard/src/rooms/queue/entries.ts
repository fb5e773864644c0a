/** The entries of today, and what else the board shows of them. */
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api } from '../../api/client.ts'

type Outputs = inferRouterOutputs<AppRouter>
export type Entry = Outputs['queue']['listEntries']['data'][number]
export type Desk = Outputs['queue']['listDesks']['data'][number]

const PRESENT = ['WAITING', 'CALLED', 'IN_SERVICE', 'SKIPPED'] as const
const ENDED = ['COMPLETED', 'NO_SHOW', 'CANCELLED'] as const
const PAGE = 200
const nextPage = {
  getNextPageParam: (last: { readonly next_cursor: string | null }) => last.next_cursor,
}

/** Everybody who is there now, in the order of arrival: all pages, since the last one waits too. */
export function usePresent(professionalId: number | undefined) {
  const asked = useInfiniteQuery(
    api.queue.listEntries.infiniteQueryOptions(
      {
        status: [...PRESENT],
        expand: ['deposit'],
        limit: PAGE,
        ...(professionalId !== undefined && { professional_id: professionalId }),
      },
      nextPage,
    ),
  )
  const { data, error, hasNextPage, isFetching, fetchNextPage } = asked
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  const entries = useMemo(
    () => (data === undefined ? null : data.pages.flatMap((page) => page.data)),
    [data],
  )
  return { entries, error, retry: () => void asked.refetch() }
}

export function useEnded(professionalId: number | undefined) {
  const asked = useInfiniteQuery(
    api.queue.listEntries.infiniteQueryOptions(
      {
        status: [...ENDED],
        limit: PAGE,
        ...(professionalId !== undefined && { professional_id: professionalId }),
      },
      nextPage,
    ),
  )
  const entries = useMemo(
    () => (asked.data === undefined ? null : asked.data.pages.flatMap((page) => page.data)),
    [asked.data],
  )
  return { ...asked, entries }
}

/** Ids of entries whose clients said that they are coming. */
export function useOnTheirWay(): ReadonlySet<number> {
  const { data } = useQuery(api.queue.listOnTheirWay.queryOptions({}))
  return useMemo(() => new Set(data?.data.map(({ entry_id }) => entry_id)), [data])
}

/** By id of the entry, when its call becomes a no-show, in epoch milliseconds. */
export function useCallEnds(): ReadonlyMap<number, number> {
  const { data } = useQuery(api.queue.listCalls.queryOptions({}))
  return useMemo(
    () =>
      new Map(data?.data.map((call) => [call.entry_id, Date.parse(call.call_expires_at)] as const)),
    [data],
  )
}
