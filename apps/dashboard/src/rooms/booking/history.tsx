/** What happened to an appointment, the newest first. */
import { Stack, Text, Title } from '@mantine/core'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { CARD_TEXTS } from './card-texts.ts'
import { CHANGE_TEXTS } from './change-texts.ts'
import { useChanges, useDeed, type Change } from './changes.ts'

export function History({ appointmentId }: { readonly appointmentId: number }) {
  const t = useTexts(CARD_TEXTS)
  const written = useWritten()
  const deedOf = useDeed()
  const asked = useChanges(appointmentId)
  return (
    <Stack gap={6} component="section">
      <Title order={4} size="sm">
        {t.history}
      </Title>
      <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
      {asked.data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noHistory}
        </Text>
      )}
      {asked.data?.data.map((change) => (
        <div key={change.id}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {deedOf(change)}
            <Moved change={change} />
          </Text>
          <Text size="xs" c="dimmed">
            {written.moment(change.created_at)}
          </Text>
        </div>
      ))}
    </Stack>
  )
}

/** From when to when, of a move. */
function Moved({ change }: { readonly change: Change }) {
  const t = useTexts(CHANGE_TEXTS)
  const written = useWritten()
  const start = change.changes?.['start']
  if (typeof start?.from !== 'string' || typeof start.to !== 'string') return null
  return ` ${t.moved(written.moment(start.from), written.moment(start.to))}`
}
