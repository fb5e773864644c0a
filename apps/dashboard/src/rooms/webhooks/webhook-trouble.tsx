/** Why nothing is delivered, and what to do. */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '../../icons/more.ts'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { stateOf } from './state.ts'
import { WEBHOOK_TEXTS } from './texts.ts'
import type { Webhook } from './types.ts'
import { useSwitch } from './use-switch.ts'

export function WebhookTrouble({ webhook }: { readonly webhook: Webhook }) {
  const t = useTexts(WEBHOOK_TEXTS)
  const written = useWritten()
  const toggle = useSwitch(webhook.id)
  const state = stateOf(webhook)
  if (state === 'active') return null
  return (
    <Alert
      color={state === 'off' ? 'red' : state === 'failing' ? 'orange' : 'gray'}
      icon={<IconAlertTriangle aria-hidden />}
      title={t.states[state]}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {state === 'failing'
            ? webhook.failing_since !== null &&
              t.failingSince(written.moment(webhook.failing_since))
            : t.offReasons[webhook.disabled_reason ?? 'MANUAL']}{' '}
          {webhook.disabled_at !== null && t.offSince(written.moment(webhook.disabled_at))}
        </Text>
        {!webhook.active && (
          <Button size="xs" loading={toggle.isPending} onClick={() => toggle.set(true)}>
            {t.resume}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
