/** What the client will receive of a change, and by which way; or that there is none, with what opens one. */
import { Alert, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { AppRouter, inferRouterInputs, inferRouterOutputs } from '@scheduling/client'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../access/use-may.ts'
import { api, scheduling } from '../api/client.ts'
import { useTexts } from '../words/language.tsx'
import { NOTIFY_TEXTS } from './notify-texts.ts'
import classes from './notify-preview.module.css'
import { useTell } from './tell.tsx'

type Change = inferRouterInputs<AppRouter>['messaging']['previewChange']
type Lack = inferRouterOutputs<AppRouter>['messaging']['previewChange']['lacks'][number]

const TYPING_MS = 300

type Props = { readonly change: Change }

export function NotifyPreview({ change }: Props) {
  const t = useTexts(NOTIFY_TEXTS)
  const [asked] = useDebouncedValue(change, TYPING_MS)
  const preview = useQuery({
    queryKey: ['message preview', asked],
    queryFn: () => scheduling.messaging.previewChange.mutate(asked),
    placeholderData: keepPreviousData,
    // The client may agree, and the appointment may move, while a dialog is closed.
    staleTime: 0,
    retry: false,
  })
  const { data } = preview
  // What the change itself will be refused for is said there.
  if (data === undefined || preview.error !== null) return null
  const { message, lacks, client_id: clientId } = data
  if (message === null) {
    return clientId === null || lacks.length === 0 ? null : (
      <NoWay clientId={clientId} lacks={lacks} onAgreed={() => void preview.refetch()} />
    )
  }
  const { channel, recipient, subject, text, is_template: isTemplate } = message
  return (
    <Paper withBorder p="xs" role="status">
      <Text size="sm" fw={600}>
        {channel === 'whatsapp' ? t.byWhatsapp(recipient) : t.byEmail(recipient)}
      </Text>
      {channel === 'email' && <Text size="sm">{subject}</Text>}
      {/* A long text is scrolled with keys too. */}
      <Text size="sm" c="dimmed" className={classes['text'] ?? ''} tabIndex={0}>
        {text}
      </Text>
      {isTemplate && <Text size="xs">{t.template}</Text>}
    </Paper>
  )
}

type NoWayProps = {
  readonly clientId: number
  readonly lacks: readonly Lack[]
  onAgreed(): void
}

function NoWay({ clientId, lacks, onAgreed }: NoWayProps) {
  const t = useTexts(NOTIFY_TEXTS)
  const tell = useTell()
  const may = useMay()
  const agree = useMutation(
    api.messaging.setOptIn.mutationOptions({ onSuccess: onAgreed, onError: tell.refused }),
  )
  const remedies: Partial<Record<Lack, ReactNode>> = {
    consent: may('messaging.setOptIn') && (
      <Button
        size="compact-sm"
        variant="default"
        loading={agree.isPending}
        onClick={() => agree.mutate({ client_id: clientId, opted_in: true })}
      >
        {t.agree}
      </Button>
    ),
    email: may('clients.update') && (
      <Anchor
        size="sm"
        underline="always"
        renderRoot={(props) => (
          <Link to="/clients/$clientId" params={{ clientId: String(clientId) }} {...props} />
        )}
      >
        {t.addEmail}
      </Anchor>
    ),
    number: may('messaging.connect') && (
      <Anchor
        size="sm"
        underline="always"
        renderRoot={(props) => <Link to="/messages" search={{ view: 'connection' }} {...props} />}
      >
        {t.connect}
      </Anchor>
    ),
  }
  return (
    <Alert color="orange" py="xs" title={t.noWay} role="status">
      <Stack gap={6}>
        {lacks.map((lack) => (
          <Group key={lack} gap="xs">
            <Text size="sm">{t.lacks[lack]}</Text>
            {remedies[lack]}
          </Group>
        ))}
      </Stack>
    </Alert>
  )
}
