/** Covers the page until the form is loaded, which it then covers itself. */
import { LoadingOverlay } from '@mantine/core'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'

export function LoadingDialog() {
  const { loading } = useTexts(EVERYWHERE)
  return <LoadingOverlay visible pos="fixed" role="status" aria-label={loading} />
}
