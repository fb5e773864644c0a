/** Shown until the data is there: a loader, or why the data was refused. */
import { Loader } from '@mantine/core'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'
import { RefusedNote } from './refused-note.tsx'

/** @param error null while the data is loading */
export function Waiting({ error, onRetry }: { readonly error: unknown; onRetry(): void }) {
  const { loading } = useTexts(EVERYWHERE)
  if (error === null) return <Loader aria-label={loading} />
  return <RefusedNote error={error} onRetry={onRetry} />
}
