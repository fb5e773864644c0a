import { StateBadge } from '../../parts/state-badge.tsx'
import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import { IconDevices, IconUser, IconX, IconDots } from '../../icons/icons.ts'
import { IconCrown, IconMail, IconUserMinus, IconUserUp } from '../../icons/more.ts'
import { useState } from 'react'
import { ACCESS_WORDS } from '../../access/words.ts'
import { Row } from '../../parts/rows.tsx'
import { useMe } from '../../session/me.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangeAccess } from './change-access.tsx'
import type { User } from './kinds.ts'
import { RemoveUser } from './remove-user.tsx'
import { PEOPLE_TEXTS } from './texts.ts'

type Props = { readonly user: User; readonly onSessions: () => void }

const DIALOGS = { email: ChangeEmail, access: ChangeAccess, remove: RemoveUser }

export function UserRow({ user, onSessions }: Props) {
  const t = useTexts(PEOPLE_TEXTS)
  const { names } = useTexts(ACCESS_WORDS)
  const me = useMe()
  const written = useWritten()
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null)
  const Opened = open === null ? null : DIALOGS[open]
  return (
    <Row
      side={
        <>
          <StateBadge
            color="teal"
            icon={user.access === 'owner' ? IconCrown : IconUser}
            words={names[user.access]}
          />
          <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <ActionIcon variant="default" size="lg" aria-label={t.actionsOf(user.name)}>
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconDevices size={16} aria-hidden />} onClick={onSessions}>
                {t.sessions}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconMail size={16} aria-hidden />}
                onClick={() => setOpen('email')}
              >
                {t.changeEmail}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconUserUp size={16} aria-hidden />}
                onClick={() => setOpen('access')}
              >
                {t.changeAccess}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconUserMinus size={16} aria-hidden />}
                onClick={() => setOpen('remove')}
              >
                {t.remove}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          {Opened !== null && <Opened user={user} onClose={() => setOpen(null)} />}
        </>
      }
    >
      <Group gap="xs">
        <Text fw={600}>{user.name}</Text>
        {user.id === me.id && <StateBadge words={t.you} />}
        {user.professional_id === null && <StateBadge words={t.noProfessional} />}
        {!user.is_active && <StateBadge icon={IconX} words={t.inactive} />}
      </Group>
      <Text size="sm" c="dimmed">
        {user.email} · {t.since(written.date(user.created_at))}
      </Text>
      {user.new_email !== null && (
        <Text size="sm" c="dimmed">
          {t.waitsFor(user.new_email)}
        </Text>
      )}
    </Row>
  )
}
