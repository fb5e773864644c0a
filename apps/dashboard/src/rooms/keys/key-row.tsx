import { StateBadge } from '../../parts/state-badge.tsx'
import { IconX, IconEye } from '../../icons/icons.ts'
import { IconClockOff, IconRobot } from '../../icons/more.ts'
import { Button, Code, Group, Text } from '@mantine/core'
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { Row } from '../../parts/rows.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { KEY_TEXTS } from './texts.ts'

export type ApiKey = inferRouterOutputs<AppRouter>['apiKeys']['list']['data'][number]

type Props = {
  readonly apiKey: ApiKey
  readonly onEdit: () => void
  readonly onRevoke: () => void
}

export function KeyRow({ apiKey, onEdit, onRevoke }: Props) {
  const t = useTexts(KEY_TEXTS)
  const written = useWritten()
  const { name, revoked_at: revokedAt, expires_at: expiresAt, last_used_at: usedAt } = apiKey
  const hasExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now()
  const works = revokedAt === null && !hasExpired
  const times = [
    t.created(written.date(apiKey.created_at)),
    usedAt === null ? t.neverUsed : t.used(written.moment(usedAt)),
    revokedAt !== null
      ? t.revokedAt(written.moment(revokedAt))
      : expiresAt === null
        ? t.noExpiry
        : hasExpired
          ? t.expiredAt(written.moment(expiresAt))
          : t.expires(written.moment(expiresAt)),
  ]
  return (
    <Row
      side={
        <>
          <Button size="sm" variant="default" onClick={onEdit} aria-label={t.editOf(name)}>
            {t.edit}
          </Button>
          {works && (
            <Button size="sm" variant="default" onClick={onRevoke} aria-label={t.revokeOf(name)}>
              {t.revoke}
            </Button>
          )}
        </>
      }
    >
      <Group gap="xs">
        <Text fw={600} {...(works ? {} : { td: 'line-through', c: 'dimmed' })}>
          {name}
        </Text>
        {revokedAt !== null && <StateBadge icon={IconX} words={t.revoked} />}
        {revokedAt === null && hasExpired && <StateBadge icon={IconClockOff} words={t.expired} />}
        {apiKey.kind === 'agent' && (
          <StateBadge color="teal" icon={IconRobot} words={t.kinds.agent} />
        )}
        {apiKey.show_full_personal_data && (
          <StateBadge color="orange" icon={IconEye} words={t.fullDataShown} />
        )}
        {!apiKey.livemode && <StateBadge color="orange" words={t.test} />}
      </Group>
      <Group gap={6} my={4}>
        <Code>{apiKey.display_prefix}…</Code>
        <Text size="sm">{apiKey.scopes.map((scope) => t.scopes[scope]).join(', ')}</Text>
      </Group>
      <Text size="sm" c="dimmed">
        {times.join(' ')}
      </Text>
    </Row>
  )
}
