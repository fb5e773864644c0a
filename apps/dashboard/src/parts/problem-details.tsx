/** For who looks after the system: the service's own words, and the number of the request. */
import { Text } from '@mantine/core'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'

type Props = { readonly detail: string | null; readonly requestId: string | null }

export function ProblemDetails({ detail, requestId }: Props) {
  const t = useTexts(EVERYWHERE)
  if (detail === null && requestId === null) return null
  return (
    <details>
      <Text component="summary" size="xs" style={{ cursor: 'pointer' }}>
        {t.details}
      </Text>
      {detail !== null && (
        <Text size="xs" lang="en">
          {detail}
        </Text>
      )}
      {requestId !== null && <Text size="xs">{t.requestNumber(requestId)}</Text>}
    </details>
  )
}
