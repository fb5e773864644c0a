/** What the team writes about a client for itself. */
import { Paper } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { NotesEditor } from '../../parts/notes-editor.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { NOTES_TEXTS } from '../../words/notes.ts'

export function TeamNotesOf({ clientId }: { readonly clientId: number }) {
  const t = useTexts(NOTES_TEXTS)
  const tell = useTell()
  const id = { client_id: clientId }
  const asked = useQuery(api.teamNotes.getOfClient.queryOptions(id))
  const set = useMutation(
    api.teamNotes.setOfClient.mutationOptions({
      async onSuccess(after) {
        await keepAnswer(cache, api.teamNotes.getOfClient.queryKey(id), after)
        tell.done(t.saved)
      },
    }),
  )
  return (
    <Paper withBorder p="md">
      <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
      <RefusedNote error={set.error} />
      {asked.data !== undefined && (
        <NotesEditor
          kind="team"
          order={2}
          kept={asked.data.team_notes ?? ''}
          isPending={set.isPending}
          onSave={(notes) => set.mutateAsync({ ...id, team_notes: notes })}
        />
      )}
    </Paper>
  )
}
