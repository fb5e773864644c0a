import { Code, Group, Text } from '@mantine/core'
import { isEventType } from '@scheduling/events/event-types'
import { Link } from '@tanstack/react-router'
import { useWritten } from '../../../time/written.ts'
import { useTexts } from '../../../words/language.tsx'
import { EVENT_NAMES } from '../event-names.ts'
import type { Delivery } from '../types.ts'
import styles from './deliveries.module.css'
import { NextAttempt } from './next-attempt.tsx'
import { Outcome } from './outcome.tsx'
import { StatusBadge } from './status-badge.tsx'
import { DELIVERY_TEXTS } from './texts.ts'

type Props = { readonly delivery: Delivery; readonly isOpen: boolean }

export function DeliveryRow({ delivery, isOpen }: Props) {
  const t = useTexts(DELIVERY_TEXTS)
  const names = useTexts(EVENT_NAMES)
  const written = useWritten()
  const { event_type: type } = delivery
  const name = isEventType(type) ? names.types[type] : type
  const moment = written.moment(delivery.attempted_at ?? delivery.created_at)
  return (
    <li className={styles['row']}>
      <Link
        from="/webhooks/$webhookId"
        to="."

        search={(search) => ({ ...search, delivery: delivery.id })}
        resetScroll={false}
        className={styles['link'] ?? ''}
        id={delivery.id}
        aria-current={isOpen}
        data-open={isOpen ? true : undefined}
      >
        <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
          <Text size="sm" fw={600} miw={0}>
            {name}
          </Text>
          <StatusBadge status={delivery.status} />
        </Group>
        <Group justify="space-between" gap="xs">
          <Code>{type}</Code>
          <Text size="xs" c="dimmed">
            {moment}
          </Text>
        </Group>
        <Text size="xs" mt={2}>
          {t.triggers[delivery.trigger]} · {t.attempt(delivery.attempt, delivery.max_attempts)}
          {delivery.status !== 'PENDING' && (
            <>
              {' · '}
              <Outcome delivery={delivery} />
            </>
          )}
        </Text>
        <Text size="xs" component="div">
          <NextAttempt delivery={delivery} />
        </Text>
      </Link>
    </li>
  )
}
