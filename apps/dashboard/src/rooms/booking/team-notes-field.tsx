/** What the team writes about an appointment for itself, and what it wrote about the client. */
import { Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { NotesEditor } from '../../parts/notes-editor.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { NOTES_TEXTS } from '../../words/notes.ts'

type Props = { readonly appointmentId: number; onRefused(error: unknown): void }

export function TeamNotesField({ appointmentId, onRefused }: Props) {
  const t = useTexts(NOTES_TEXTS)
  const tell = useTell()
  const id = { appointment_id: appointmentId }
  const asked = useQuery(api.teamNotes.getOfAppointment.queryOptions(id))
  const set = useMutation(
    api.teamNotes.setOfAppointment.mutationOptions({
      async onSuccess(after) {
        onRefused(null)
        const key = api.teamNotes.getOfAppointment.queryKey(id)
        await keepAnswer(cache, key, (shown) => shown && { ...shown, ...after })
        tell.done(t.saved)
      },
      onError: onRefused,
    }),
  )
  if (asked.data === undefined) {
    return <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
  }
  const { team_notes: own, client_team_notes: ofClient } = asked.data
  return (
    <Stack gap="xs">
      <NotesEditor
        kind="team"
        order={4}
        kept={own ?? ''}
        isPending={set.isPending}
        onSave={(notes) => set.mutateAsync({ ...id, team_notes: notes })}
      />
      {ofClient !== null && (
        <div>
          <Text size="xs" c="dimmed">
            {t.aboutClient}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {ofClient}
          </Text>
        </div>
      )}
    </Stack>
  )
}
