import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { EventType } from '@scheduling/events/event-types'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, cache } from '../../../api/client.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { RefusedNote } from '../../../parts/refused-note.tsx'
import { useTexts } from '../../../words/language.tsx'
import { Attempt } from '../deliveries/attempt.tsx'
import { EventTypeSelect } from '../event-type-select.tsx'
import { WEBHOOK_TEXTS } from '../texts.ts'
import type { Webhook } from '../types.ts'

type Props = { readonly webhook: Webhook; onClose(): void }

export function TestDialog({ webhook, onClose }: Props) {
  const t = useTexts(WEBHOOK_TEXTS)
  const [type, setType] = useState<EventType>('ping')
  const test = useMutation(
    api.webhooks.test.mutationOptions({
      onSettled: () => void cache.invalidateQueries(api.webhooks.pathFilter()),
    }),
  )
  return (
    <Dialog onClose={onClose} title={t.testTitle} size="lg" isTyped={false}>
      <Stack>
        <Text size="sm">{t.testAbout}</Text>
        {!webhook.active && <Alert color="gray">{t.offCannotTest}</Alert>}
        <Group align="flex-end" preventGrowOverflow={false}>
          <div style={{ flex: '1 1 240px' }}>
            <EventTypeSelect
              label={t.eventType}
              value={type}
              onChange={(chosen) => setType(chosen ?? 'ping')}
            />
          </div>
          <Button
            disabled={!webhook.active}
            loading={test.isPending}
            onClick={() => test.mutate({ webhook_id: webhook.id, event_type: type })}
          >
            {t.sendTest}
          </Button>
        </Group>
        <RefusedNote error={test.error} />
        {test.data !== undefined && (
          <Paper withBorder p="sm" role="status" aria-label={t.testResult}>
            <Attempt delivery={test.data} />
            <Button
              mt="sm"
              size="xs"
              variant="default"
              renderRoot={(props) => (
                <Link
                  to="/webhooks/$webhookId"
                  params={{ webhookId: webhook.id }}
                  search={{ delivery: test.data.id }}
                  {...props}
                />
              )}
            >
              {t.openTest}
            </Button>
          </Paper>
        )}
      </Stack>
    </Dialog>
  )
}
