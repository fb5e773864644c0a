/** What an invented client would read. The answer to the latest text wins. */
import { Note } from '../../parts/note.tsx'
import { Paper, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { scheduling } from '../../api/client.ts'
import { reasonOf } from '../../api/reason.ts'
import { ProblemDetails } from '../../parts/problem-details.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { FAULT_TEXTS } from '../../words/faults.ts'
import { useTexts } from '../../words/language.tsx'
import type { MessageText } from './kinds.ts'
import classes from './message-row.module.css'
import { MESSAGE_TEXTS } from './texts.ts'

const TYPING_MS = 300

type Props = Pick<MessageText, 'purpose' | 'language'> & {
  readonly text: Readonly<Record<'subject' | 'body', string>>
}

export function TextPreview({ purpose, language, text }: Props) {
  const t = useTexts(MESSAGE_TEXTS)
  const faults = useTexts(FAULT_TEXTS)
  const [asked] = useDebouncedValue(text, TYPING_MS)
  const isComplete = asked.subject.trim() !== '' && asked.body.trim() !== ''
  const preview = useQuery({
    queryKey: ['text preview', purpose, language, asked.subject, asked.body],
    queryFn: () =>
      scheduling.messaging.previewText.mutate({
        purpose,
        language,
        subject: asked.subject,
        body: asked.body,
      }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  const { refusal } = reasonOf(preview.error)
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="preview" aria-live="polite">
      <Title order={3} size="h5" id="preview" mb="xs">
        {t.preview}
      </Title>
      {!isComplete ? (
        <Text size="sm">{t.incomplete}</Text>
      ) : refusal?.code === 'template_invalid' ? (
        <Note color="red" title={t.templateFault}>
          {refusal.errors.map(({ field, code, message }) => (
            <div key={`${field} ${message}`}>
              <Text size="sm">{faults[code]}</Text>
              <ProblemDetails detail={message} requestId={null} />
            </div>
          ))}
        </Note>
      ) : preview.error !== null ? (
        <RefusedNote error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        preview.data !== undefined && (
          <div lang={language}>
            <Text fw={600}>{preview.data.subject}</Text>
            <Text size="sm" className={classes['text'] ?? ''}>
              {preview.data.text}
            </Text>
          </div>
        )
      )}
      <Text size="xs" c="dimmed" mt="sm">
        {t.aboutPreview}
      </Text>
    </Paper>
  )
}
