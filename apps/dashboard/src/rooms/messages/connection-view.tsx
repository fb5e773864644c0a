/** The number from which messages come: the clinic's own, or that of the service. */
import { Note } from '../../parts/note.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { IconCheck } from '../../icons/icons.ts'
import { IconPlugOff } from '../../icons/more.ts'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { WaitingRows } from '../../parts/long-list.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useMay } from '../../access/use-may.ts'
import { useMe } from '../../session/me.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { ConnectNumber } from './connect-number.tsx'
import { MESSAGE_TEXTS } from './texts.ts'

export function ConnectionView() {
  const t = useTexts(MESSAGE_TEXTS)
  const me = useMe()
  const may = useMay()
  const tell = useTell()
  const written = useWritten()
  const [open, setOpen] = useState<'connect' | 'central' | 'disconnect' | null>(null)
  const asked = useQuery(api.messaging.getConnection.queryOptions({}))
  const account = useQuery(api.account.get.queryOptions({}))
  const disconnect = useMutation(
    api.messaging.disconnect.mutationOptions({
      onSuccess: (left) => {
        tell.done(left.channel === 'central' ? t.centralOff : t.disconnected)
        setOpen(null)
      },
      onSettled: () => void cache.invalidateQueries(api.messaging.pathFilter()),
    }),
  )
  const useCentral = useMutation(
    api.messaging.connectCentral.mutationOptions({
      onSuccess: () => {
        tell.done(t.centralOn)
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
  const { channel, status, phone, hook_url: hookUrl, updated_at: updatedAt } = asked.data
  const central = asked.data.central_phone
  const isConnected = status === 'CONNECTED'
  const isOn = isConnected || status === 'PENDING'
  const isCentral = isOn && channel === 'central'
  const isOwn = isConnected && channel === 'own'
  const none = central === null ? t.aboutNumber : t.aboutNumbers(central)
  const lent = isConnected ? t.aboutCentral : t.aboutCentralAway
  const about = isCentral ? lent : isOwn ? t.aboutConnected : none
  const isOwner = may('messaging.connect')
  const isFeatureOff = account.data?.features.messaging_own_number === false
  const reason = !isOwner ? t.ownersConnect : isFeatureOff ? t.numberOff : null
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
          <Text size="sm">{about}</Text>
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
          variant={isOn ? 'default' : 'filled'}
          disabled={reason !== null}
          onClick={() => setOpen('connect')}
        >
          {isOwn ? t.replace : t.connect}
        </Button>
        {!isOn && central !== null && (
          <Button variant="default" disabled={!isOwner} onClick={() => setOpen('central')}>
            {t.connectCentral}
          </Button>
        )}
        {isOn && (
          <Button variant="default" disabled={!isOwner} onClick={() => setOpen('disconnect')}>
            {isCentral ? t.leaveCentral : t.disconnect}
          </Button>
        )}
      </Group>
      {reason !== null && <Text size="sm">{reason}</Text>}
      {open === 'connect' && <ConnectNumber onClose={() => setOpen(null)} />}
      {open === 'central' && central !== null && (
        <ConfirmDialog
          title={t.connectCentral}
          confirmLabel={t.connectCentral}
          isBusy={useCentral.isPending}
          error={useCentral.error}
          onConfirm={() => useCentral.mutate({})}
          onClose={() => setOpen(null)}
        >
          <Text size="sm">{t.aboutUseCentral(central)}</Text>
        </ConfirmDialog>
      )}
      {open === 'disconnect' && (
        <ConfirmDialog
          title={isCentral ? t.leaveCentral : t.disconnect}
          confirmLabel={isCentral ? t.leaveCentral : t.disconnect}
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
