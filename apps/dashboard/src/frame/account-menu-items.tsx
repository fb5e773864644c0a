/** What belongs to the person: language, colors, password and sessions, signing out. */
import { Menu, useMantineColorScheme } from '@mantine/core'
import {
  IconDeviceDesktop,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconShieldLock,
  IconSun,
} from '../icons/more.ts'
import { IconCheck } from '../icons/icons.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { useTell } from '../parts/tell.tsx'
import { useMe } from '../session/me.tsx'
import { useLanguage } from '../words/language.tsx'
import { AccountButton } from './account-button.tsx'
import { FRAME_TEXTS } from './texts.ts'

const COLORS = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const

/**
 * Opens as soon as it is there: it is loaded by the click that asks for it.
 *
 * @param _.onClose where it cannot be loaded: it is no longer asked for
 */
export default function AccountMenuItems(_: { onClose(): void }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    button.current?.focus()
    setIsOpen(true)
  }, [])
  const me = useMe()
  const tell = useTell()
  const { language, choose } = useLanguage()
  const t = FRAME_TEXTS[language]
  const { setColorScheme, colorScheme } = useMantineColorScheme()
  const other = language === 'pt' ? 'en' : 'pt'
  const signOut = useMutation(
    api.account.signOut.mutationOptions({
      // A new page: nothing of this person stays in memory.
      onSuccess: () => location.assign('/app/'),
      onError: tell.refused,
    }),
  )
  return (
    <Menu
      position="bottom-end"
      width={240}
      withInitialFocusPlaceholder={false}
      opened={isOpen}
      onChange={setIsOpen}
    >
      <Menu.Target>
        <AccountButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.name}</Menu.Label>
        <Menu.Item
          leftSection={<IconLanguage size={16} aria-hidden />}
          lang={other}
          onClick={() => choose(other)}
        >
          {t.otherLanguage}
        </Menu.Item>
        <Menu.Divider />
        {COLORS.map(([scheme, Icon]) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon size={16} aria-hidden />}
            aria-current={colorScheme === scheme}
            rightSection={colorScheme === scheme && <IconCheck size={16} aria-hidden />}
            onClick={() => setColorScheme(scheme)}
          >
            {t.colors[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          renderRoot={(props) => <Link to="/account" {...props} />}
          leftSection={<IconShieldLock size={16} aria-hidden />}
        >
          {t.password}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => signOut.mutate(undefined)}
        >
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
