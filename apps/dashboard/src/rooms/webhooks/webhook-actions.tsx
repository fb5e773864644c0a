/** What can be done with a webhook. */
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconHistory, IconKey, IconDots } from '../../icons/icons.ts'
import {
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '../../icons/more.ts'
import { useTexts } from '../../words/language.tsx'
import { isChat } from './form/values.ts'
import { WEBHOOK_TEXTS } from './texts.ts'
import type { Webhook } from './types.ts'
import { useSwitch } from './use-switch.ts'

type Props = {
  readonly webhook: Webhook
  onOpen(dialog: 'edit' | 'test' | 'recover' | 'rotate' | 'delete'): void
}

export function WebhookActions({ webhook, onOpen }: Props) {
  const t = useTexts(WEBHOOK_TEXTS)
  const toggle = useSwitch(webhook.id)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        onClick={() => onOpen('test')}
      >
        {t.test}
      </Button>
      <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onOpen('edit')}>
        {t.edit}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t.more}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={
              webhook.active ? (
                <IconPlayerPause size={16} aria-hidden />
              ) : (
                <IconPlayerPlay size={16} aria-hidden />
              )
            }
            disabled={toggle.isPending}
            onClick={() => toggle.set(!webhook.active)}
          >
            {webhook.active ? t.pause : t.resume}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconHistory size={16} aria-hidden />}
            disabled={!webhook.active}
            onClick={() => onOpen('recover')}
          >
            {t.recover}
          </Menu.Item>
          {!isChat(webhook.format) && (
            <Menu.Item
              leftSection={<IconKey size={16} aria-hidden />}
              onClick={() => onOpen('rotate')}
            >
              {t.rotate}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onOpen('delete')}
          >
            {t.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
