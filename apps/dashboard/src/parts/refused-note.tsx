/** What went wrong, inside a page or a form, and what to do now. */
import { Alert, Button, Text } from '@mantine/core'
import { IconAlertCircle } from '../icons/icons.ts'
import type { Refusal } from '@scheduling/client'
import { reasonOf } from '../api/reason.ts'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'
import { ProblemDetails } from './problem-details.tsx'
import { useExplain } from './tell.tsx'

/** What a refusal means here, where more can be said than everywhere. */
export type RefusalWords = Readonly<Partial<Record<Refusal['code'], string>>>

type Props = {
  /** Null shows nothing. */
  readonly error: unknown
  readonly words?: RefusalWords
  /** Offers to try again. */
  readonly onRetry?: () => void
}

export function RefusedNote({ error, words, onRetry }: Props) {
  const explain = useExplain()
  const t = useTexts(EVERYWHERE)
  if (error === null || error === undefined) return null
  const { text, detail, requestId } = explain(error)
  const { refusal } = reasonOf(error)
  const here = refusal === null ? undefined : words?.[refusal.code]
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} title={t.failed}>
      <Text size="sm">{here ?? text}</Text>
      <ProblemDetails detail={detail} requestId={requestId} />
      {onRetry !== undefined && (
        <Button mt="sm" size="compact-sm" variant="light" color="red" onClick={onRetry}>
          {t.tryAgain}
        </Button>
      )}
    </Alert>
  )
}
