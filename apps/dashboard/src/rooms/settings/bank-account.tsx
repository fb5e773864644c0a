/** The account at a bank into which clients pay their deposits. */
import { Note } from '../../parts/note.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { IconCheck, IconX } from '../../icons/icons.ts'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { WaitingRows } from '../../parts/long-list.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useMe } from '../../session/me.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { ConnectBank } from './connect-bank.tsx'
import { SETTING_TEXTS } from './texts.ts'

export function BankAccount() {
  const t = useTexts(SETTING_TEXTS)
  const tell = useTell()
  const written = useWritten()
  const { organization } = useMe()
  const [open, setOpen] = useState<'connect' | 'disconnect' | null>(null)
  const asked = useQuery(api.payments.get.queryOptions({}))
  const register = useMutation(
    api.payments.registerNotices.mutationOptions({
      onSuccess: async (status) => {
        await keepAnswer(cache, api.payments.get.queryKey({}), status)
        tell.done(t.noticesRegistered)
      },
    }),
  )
  const disconnect = useMutation(
    api.payments.disconnect.mutationOptions({
      onSuccess: async (status) => {
        await keepAnswer(cache, api.payments.get.queryKey({}), status)
        tell.done(t.bankGone)
        setOpen(null)
      },
    }),
  )
  if (asked.data === undefined) {
    return asked.error === null ? (
      <WaitingRows count={2} />
    ) : (
      <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
    )
  }
  const { connection, banks, provider } = asked.data
  const reason = !organization.livemode ? t.bankTest : banks.length === 0 ? t.noBanks : null
  return (
    <Stack maw={640}>
      <Text size="sm">{t.bankAbout}</Text>
      {connection === null ? (
        <Note color="orange" title={t.sandbox}>
          {provider === 'manual' ? t.aboutManual : t.aboutSandbox}
        </Note>
      ) : (
        <Paper withBorder p="md">
          <Stack gap="sm">
            <Group justify="space-between">
              <Text fw={600}>{connection.bank}</Text>
              <StateBadge
                color={connection.fault === null ? 'teal' : 'red'}
                icon={connection.fault === null ? IconCheck : IconX}
                words={connection.fault === null ? t.bankWorks : t.bankFault}
              />
            </Group>
            <Text size="sm" c="dimmed">
              {t.connectedAt(written.moment(connection.connected_at))}
            </Text>
            {connection.fault !== null && (
              <Note color="red" title={t.bankFault}>
                {connection.fault}
                {connection.fault_at !== null && ` (${written.moment(connection.fault_at)})`}
              </Note>
            )}
            <Text size="sm">
              {connection.notices_registered_at === null
                ? t.noticesMissing
                : t.noticesSince(written.moment(connection.notices_registered_at))}
            </Text>
            <CopyText label={t.noticeUrl} value={connection.notice_url} />
            <RefusedNote error={register.error} words={{ action_not_allowed: t.noticesRefused }} />
            <Group>
              <Button
                variant="default"
                loading={register.isPending}
                onClick={() => register.mutate({})}
              >
                {t.registerNotices}
              </Button>
              <Button variant="default" onClick={() => setOpen('disconnect')}>
                {t.disconnectBank}
              </Button>
            </Group>
          </Stack>
        </Paper>
      )}
      <Group>
        <Button
          disabled={reason !== null}
          variant={connection === null ? 'filled' : 'default'}
          onClick={() => setOpen('connect')}
        >
          {connection === null ? t.connectBank : t.replaceBank}
        </Button>
        {reason !== null && <Text size="sm">{reason}</Text>}
      </Group>
      {open === 'connect' && <ConnectBank banks={banks} onClose={() => setOpen(null)} />}
      {open === 'disconnect' && (
        <ConfirmDialog
          title={t.disconnectBank}
          confirmLabel={t.disconnectBank}
          isDanger
          isBusy={disconnect.isPending}
          error={disconnect.error}
          onConfirm={() => disconnect.mutate({})}
          onClose={() => setOpen(null)}
        >
          <Text size="sm">{t.aboutDisconnectBank}</Text>
        </ConfirmDialog>
      )}
    </Stack>
  )
}
