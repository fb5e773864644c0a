/** The clinic's own number, from which messages come. */
import { Note } from '../../parts/note.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { IconCheck, IconPlugOff } from '../../icons/icons.ts'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { WaitingRows } from '../../parts/long-list.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useMe } from '../../session/me.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { ConnectNumber } from './connect-number.tsx'
import { MESSAGE_TEXTS } from './texts.ts'

export function ConnectionView() {
  const t = useTexts(MESSAGE_TEXTS)
  const me = useMe()
  const tell = useTell()
  const written = useWritten()
  const [open, setOpen] = useState<'connect' | 'disconnect' | null>(null)
  const asked = useQuery(api.messaging.getConnection.queryOptions({}))
  const account = useQuery(api.account.get.queryOptions({}))
  const disconnect = useMutation(
    api.messaging.disconnect.mutationOptions({
      onSuccess: () => {
        tell.done(t.disconnected)
        setOpen(null)
      },
      onSettled: () => void cache.invalidateQueries(api.messaging.pathFilter()),
    }),
  )
  if (asked.data === undefined) {
    return asked.error === null ? (
      <WaitingRows count={2} />
    ) : (
      <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
    )
  }
  const { status, phone, hook_url: hookUrl, updated_at: updatedAt } = asked.data
  const isConnected = status === 'CONNECTED'
  const reason =
    me.role !== 'owner'
      ? t.ownersConnect
      : account.data?.features.messaging_own_number === false
        ? t.numberOff
        : null
  return (
    <Stack maw={640}>
      {!me.organization.livemode && <Note color="orange">{t.testMessages}</Note>}
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Group justify="space-between">
            <Text fw={600}>{phone ?? t.noNumber}</Text>
            <StateBadge
              color={isConnected ? 'teal' : 'gray'}
              icon={isConnected ? IconCheck : IconPlugOff}
              words={t.connections[status ?? 'DISCONNECTED']}
            />
          </Group>
          <Text size="sm">{isConnected ? t.aboutConnected : t.aboutNumber}</Text>
          {updatedAt !== null && (
            <Text size="sm" c="dimmed">
              {t.changedAt(written.moment(updatedAt))}
            </Text>
          )}
          {hookUrl !== null && <CopyText label={t.hookUrl} value={hookUrl} />}
        </Stack>
      </Paper>
      <Group>
        <Button
          variant={isConnected ? 'default' : 'filled'}
          disabled={reason !== null}
          onClick={() => setOpen('connect')}
        >
          {isConnected ? t.replace : t.connect}
        </Button>
        {isConnected && (
          <Button
            variant="default"
            disabled={reason !== null}
            onClick={() => setOpen('disconnect')}
          >
            {t.disconnect}
          </Button>
        )}
      </Group>
      {reason !== null && <Text size="sm">{reason}</Text>}
      {open === 'connect' && <ConnectNumber onClose={() => setOpen(null)} />}
      {open === 'disconnect' && (
        <ConfirmDialog
          title={t.disconnect}
          confirmLabel={t.disconnect}
          isDanger
          isBusy={disconnect.isPending}
          error={disconnect.error}
          onConfirm={() => disconnect.mutate({})}
          onClose={() => setOpen(null)}
        >
          <Text size="sm">{t.aboutDisconnect}</Text>
        </ConfirmDialog>
      )}
    </Stack>
  )
}
