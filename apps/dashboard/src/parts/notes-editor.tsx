/** Notes, changed where they are read. */
import { Button, Stack, Text, Textarea, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { useTexts } from '../words/language.tsx'
import { NOTES_TEXTS } from '../words/notes.ts'

const CHARACTERS = 2000

type Props = {
  readonly title: string
  /** Level of the heading. */
  readonly order: 2 | 4
  /** Who sees them. */
  readonly hint: string
  readonly saveLabel: string
  /** What is stored; empty: nothing. */
  readonly kept: string
  /** Whether they can only be read. */
  readonly isFixed?: boolean
  readonly isPending: boolean
  /** Rejects if it was not saved, once that is shown. */
  onSave(notes: string | null): Promise<unknown>
}

export function NotesEditor({ kept, isFixed = false, ...props }: Props) {
  const t = useTexts(NOTES_TEXTS)
  const titleId = useId()
  const hintId = useId()
  // Null: nothing has been typed, and what others write appears.
  const [typed, setTyped] = useState<string | null>(null)
  function save(): void {
    const notes = typed?.trim() ?? ''
    props.onSave(notes === '' ? null : notes).then(
      () => setTyped(null),
      () => {
        // What was typed stays.
      },
    )
  }
  return (
    <Stack gap={4} component="section" aria-labelledby={titleId}>
      <Title order={props.order} size={props.order === 2 ? 'h5' : 'sm'} id={titleId}>
        {props.title}
      </Title>
      <Text size="xs" c="dimmed" id={hintId}>
        {props.hint}
      </Text>
      {isFixed ? (
        <Text size="sm" {...(kept === '' && { c: 'dimmed' })} style={{ whiteSpace: 'pre-wrap' }}>
          {kept === '' ? t.none : kept}
        </Text>
      ) : (
        <Textarea
          aria-labelledby={titleId}
          aria-describedby={hintId}
          autosize
          minRows={2}
          maxRows={10}
          // Those of two clients that were merged can be longer; they are shown whole, and shortened when they are changed.
          maxLength={Math.max(CHARACTERS, kept.length)}
          value={typed ?? kept}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {typed !== null && typed !== kept && (
        <Button size="sm" w="fit-content" loading={props.isPending} onClick={save}>
          {props.saveLabel}
        </Button>
      )}
    </Stack>
  )
}
