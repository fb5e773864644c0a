/** Where rows will be, while they are being read. */
import { Skeleton, Stack } from '@mantine/core'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'

export function RowsLoading() {
  const { loading } = useTexts(EVERYWHERE)
  return (
    <Stack gap="xs" role="status" aria-label={loading}>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={52} />
      ))}
    </Stack>
  )
}
