/** The notes of the team, changed where they are read. */
import { Button, Stack, Text, Textarea, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { obstacleOf } from './actions.ts'
import { CARD_TEXTS } from './card-texts.ts'
import { readAppointmentsAgain, type Appointment } from './use-appointment.ts'

type Props = { readonly appointment: Appointment; onRefused(error: unknown): void }

export function NotesField({ appointment, onRefused }: Props) {
  const t = useTexts(CARD_TEXTS)
  const tell = useTell()
  const titleId = useId()
  const kept = appointment.notes ?? ''
  // Null: nothing has been typed, and what others write appears.
  const [typed, setTyped] = useState<string | null>(null)
  const isFixed = obstacleOf('notes', appointment, false) !== null
  const update = useMutation(
    api.appointments.update.mutationOptions({
      onMutate: () => ({ before: kept }),
      onSuccess(_answer, _input, { before }) {
        setTyped(null)
        onRefused(null)
        tell.done(t.notesSaved, { run: () => save(before) })
      },
      onError: onRefused,
      onSettled: readAppointmentsAgain,
    }),
  )
  function save(notes: string): void {
    update.mutate({ appointment_id: appointment.id, notes: notes.trim() === '' ? null : notes })
  }
  return (
    <Stack gap={4} component="section" aria-labelledby={titleId}>
      <Title order={4} size="sm" id={titleId}>
        {t.notes}
      </Title>
      {isFixed ? (
        <Text size="sm" {...(kept === '' && { c: 'dimmed' })} style={{ whiteSpace: 'pre-wrap' }}>
          {kept === '' ? t.noNotes : kept}
        </Text>
      ) : (
        <Textarea
          aria-labelledby={titleId}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={2000}
          value={typed ?? kept}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {typed !== null && typed !== kept && (
        <Button size="sm" w="fit-content" loading={update.isPending} onClick={() => save(typed)}>
          {t.saveNotes}
        </Button>
      )}
    </Stack>
  )
}
