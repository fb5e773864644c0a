import { StateBadge } from '../../parts/state-badge.tsx'
import { IconAlertTriangle } from '../../icons/more.ts'
import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ACCESS_WORDS } from '../../access/words.ts'
import { api, cache } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Row } from '../../parts/rows.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import type { Invite } from './kinds.ts'
import { PEOPLE_TEXTS } from './texts.ts'
import { useIsMailed } from './use-is-mailed.ts'

export function InviteRow({ invite }: { readonly invite: Invite }) {
  const t = useTexts(PEOPLE_TEXTS)
  const isMailed = useIsMailed()
  const { names } = useTexts(ACCESS_WORDS)
  const tell = useTell()
  const written = useWritten()
  const [isRevoking, setIsRevoking] = useState(false)
  const readAgain = () => void cache.invalidateQueries(api.account.listUsers.pathFilter())
  const resend = useMutation(
    api.account.resendInvite.mutationOptions({
      onSuccess: () => tell.done((isMailed ? t.resent : t.mailWaits)(invite.email)),
      onError: tell.refused,
      onSettled: readAgain,
    }),
  )
  const revoke = useMutation(
    api.account.revokeInvite.mutationOptions({
      onSuccess: () => {
        tell.done(t.revoked(invite.email))
        readAgain()
        setIsRevoking(false)
      },
    }),
  )
  return (
    <Row
      side={
        <>
          <StateBadge color="teal" words={names[invite.access]} />
          <Button
            size="sm"
            variant="default"
            loading={resend.isPending}
            onClick={() => resend.mutate({ invite_id: invite.id })}
            aria-label={t.resendOf(invite.email)}
          >
            {t.resend}
          </Button>
          <Button
            size="sm"
            variant="default"
            onClick={() => setIsRevoking(true)}
            aria-label={t.revokeOf(invite.email)}
          >
            {t.revoke}
          </Button>
          {isRevoking && (
            <ConfirmDialog
              title={t.revokeOf(invite.email)}
              confirmLabel={t.revoke}
              isDanger
              isBusy={revoke.isPending}
              error={revoke.error}
              onConfirm={() => revoke.mutate({ invite_id: invite.id })}
              onClose={() => setIsRevoking(false)}
            >
              <Text size="sm">{t.aboutRevoke}</Text>
            </ConfirmDialog>
          )}
        </>
      }
    >
      <Group gap="xs">
        <Text fw={600}>{invite.name}</Text>
        {invite.email_in_use && (
          <StateBadge color="orange" icon={IconAlertTriangle} words={t.emailInUse} />
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {invite.email} · {t.inviteUntil(written.moment(invite.expires_at))}
      </Text>
    </Row>
  )
}
