/** Notes, changed where they are read. */
import { Button, Stack, Text, Textarea, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { useTexts } from '../words/language.tsx'
import { NOTES_TEXTS } from '../words/notes.ts'
import { useUnsaved } from './dialog.tsx'

export const NOTES_CHARACTERS = 2000

type Props = {
  /** Which notes: they say who sees them. */
  readonly kind: 'booking' | 'team'
  /** Level of the heading. */
  readonly order: 2 | 4
  /** What is stored; empty: nothing. */
  readonly kept: string
  /** Whether they can only be read. */
  readonly isFixed?: boolean
  readonly isPending: boolean
  /** Rejects if it was not saved, once that is shown. */
  onSave(notes: string | null): Promise<unknown>
}

export function NotesEditor({ kind, kept, isFixed = false, ...props }: Props) {
  const t = useTexts(NOTES_TEXTS)
  const words = t[kind]
  const titleId = useId()
  const hintId = useId()
  // Null: nothing has been typed, and what others write appears.
  const [typed, setTyped] = useState<string | null>(null)
  const isUnsaved = typed !== null && typed !== kept
  const question = useUnsaved(isUnsaved)
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
        {words.title}
      </Title>
      <Text size="xs" c="dimmed" id={hintId}>
        {words.hint}
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
          // A merge joins the notes of two clients, so they can be longer than what the service accepts in a change.
          maxLength={Math.max(NOTES_CHARACTERS, kept.length)}
          value={typed ?? kept}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {isUnsaved && (
        <Button size="sm" w="fit-content" loading={props.isPending} onClick={save}>
          {words.save}
        </Button>
      )}
      {question}
    </Stack>
  )
}
