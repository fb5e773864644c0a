/** A list that is read page by page: while it loads, when it fails, when it is empty, and the button for more. */
import { Button, Center, Skeleton, Stack } from '@mantine/core'
import type { InfiniteData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'
import { RefusedNote } from './refused-note.tsx'

type Pages<Row> = {
  readonly data: InfiniteData<{ readonly data: readonly Row[] }> | undefined
  readonly error: unknown
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): unknown
  refetch(): unknown
}

type Props<Row> = {
  readonly query: Pages<Row>
  readonly empty: ReactNode
  readonly children: (rows: readonly Row[]) => ReactNode
}

export function LongList<Row>({ query, empty, children }: Props<Row>) {
  const t = useTexts(EVERYWHERE)
  if (query.data === undefined) {
    return query.error === null ? (
      <WaitingRows />
    ) : (
      <RefusedNote error={query.error} onRetry={() => query.refetch()} />
    )
  }
  const rows = query.data.pages.flatMap((page) => page.data)
  // A page can be empty and yet be followed by others.
  if (rows.length === 0 && !query.hasNextPage) return empty
  return (
    <Stack gap="sm">
      {children(rows)}
      <RefusedNote error={query.error} onRetry={() => query.fetchNextPage()} />
      {query.hasNextPage && (
        <Center>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => query.fetchNextPage()}
          >
            {t.more}
          </Button>
        </Center>
      )}
    </Stack>
  )
}

export function WaitingRows({ count = 4 }: { readonly count?: number }) {
  const t = useTexts(EVERYWHERE)
  return (
    <Stack gap="xs" role="status" aria-label={t.loading}>
      {Array.from({ length: count }, (_, at) => (
        <Skeleton key={at} height={56} />
      ))}
    </Stack>
  )
}
