/** Time that a caller of the API holds: until when, and how the team has it back. */
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, cache, scheduling } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useSingle } from '../../parts/use-single.ts'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import type { Hold } from './cells.ts'
import { AGENDA_TEXTS } from './texts.ts'

type Props = { readonly hold: Hold; readonly professional: string; onClose(): void }

export function HoldDialog({ hold, professional, onClose }: Props) {
  const t = useTexts(AGENDA_TEXTS)
  const written = useWritten()
  const tell = useTell()
  const until = written.time(hold.held_until)
  const releasing = useMutation({
    mutationFn: () => scheduling.holds.release.mutate({ hold_id: hold.hold_id ?? 0 }),
    onSuccess() {
      void cache.invalidateQueries(api.appointments.pathFilter())
      tell.done(t.released)
      onClose()
    },
  })
  const release = useSingle(releasing.mutateAsync)
  return (
    <ConfirmDialog
      title={t.heldBy(hold.held_by ?? '', until)}
      confirmLabel={t.release}
      isBusy={releasing.isPending}
      error={releasing.error}
      onConfirm={() => release()}
      onClose={onClose}
    >
      <Text fw={600}>
        {written.dayOf(hold.start.slice(0, 10))}, {written.time(hold.start)}{' '}
        <bdi>{t.with(professional)}</bdi>
      </Text>
      <Text size="sm">{t.aboutHold(until)}</Text>
    </ConfirmDialog>
  )
}
