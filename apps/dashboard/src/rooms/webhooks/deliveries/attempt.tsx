/** One attempt: when, how it ended, what came back, when the next one is. */
import { Code, Group, Stack, Text } from '@mantine/core'
import { useWritten } from '../../../time/written.ts'
import { useTexts } from '../../../words/language.tsx'
import type { Delivery } from '../types.ts'
import styles from './deliveries.module.css'
import { NextAttempt } from './next-attempt.tsx'
import { Outcome } from './outcome.tsx'
import { StatusBadge } from './status-badge.tsx'
import { DELIVERY_TEXTS } from './texts.ts'

export function Attempt({ delivery }: { readonly delivery: Delivery }) {
  const t = useTexts(DELIVERY_TEXTS)
  const written = useWritten()
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <StatusBadge status={delivery.status} />
        <Text size="sm" fw={600}>
          {t.triggers[delivery.trigger]} · {t.attempt(delivery.attempt, delivery.max_attempts)}
        </Text>
        <Text size="sm" c="dimmed">
          {written.moment(delivery.attempted_at ?? delivery.created_at)}
        </Text>
      </Group>
      {delivery.status !== 'PENDING' && (
        <Text size="sm">
          <Outcome delivery={delivery} />
        </Text>
      )}
      {delivery.error_message !== null && (
        <Text size="sm" c="dimmed" lang="en" style={{ overflowWrap: 'anywhere' }}>
          {delivery.error_message}
        </Text>
      )}
      {delivery.response_status !== null && (
        <>
          <Text size="xs" c="dimmed">
            {t.answerBody}
          </Text>
          {delivery.response_body === null || delivery.response_body === '' ? (
            <Text size="sm">{t.noContent}</Text>
          ) : (
            <Code
              block
              className={styles['text'] ?? ''}
              tabIndex={0}
              role="region"
              aria-label={t.answerBody}
            >
              {delivery.response_body}
            </Code>
          )}
        </>
      )}
      <Text size="sm" component="div">
        <NextAttempt delivery={delivery} />
      </Text>
    </Stack>
  )
}
