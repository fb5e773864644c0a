/** A blocked time: whose it is, when and why, and the way to give it back. */
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useSingle } from '../../parts/use-single.ts'
import { useZone } from '../../session/me.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { BLOCKED_TEXTS } from '../hours/blocked/texts.ts'
import { useUnblock } from '../hours/blocked/use-unblock.ts'
import { writeWhen } from '../hours/blocked/when.ts'
import type { Schedule } from './cells.ts'
import { AGENDA_TEXTS } from './texts.ts'

type Props = { readonly blocked: Schedule['blocked_times'][number]; onClose(): void }

export function BlockedCard({ blocked, onClose }: Props) {
  const t = useTexts(AGENDA_TEXTS)
  const words = useTexts(BLOCKED_TEXTS)
  const written = useWritten()
  const zone = useZone()
  const unblocking = useUnblock()
  const unblock = useSingle(async () => {
    await unblocking.mutateAsync({ blocked_time_id: blocked.id })
    onClose()
  })
  const { professional, professional_id } = blocked
  return (
    <ConfirmDialog
      title={t.blocked(blocked.reason)}
      confirmLabel={t.unblock}
      isBusy={unblocking.isPending}
      onConfirm={() => unblock()}
      onClose={onClose}
    >
      <Text fw={600}>{writeWhen(blocked, written, zone)}</Text>
      <Text size="sm">
        <bdi>{professional?.name ?? words.everybody}</bdi>
      </Text>
      <Text size="sm">{t.everyWeek}</Text>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            to="/hours"
            search={{ tab: 'week', professional_id: professional_id ?? undefined }}
            {...props}
          />
        )}
      >
        {t.toWeek}
      </Anchor>
    </ConfirmDialog>
  )
}
