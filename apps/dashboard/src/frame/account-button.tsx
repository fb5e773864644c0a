import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { IconUser } from '../icons/icons.ts'
import { useMe } from '../session/me.tsx'
import { useTexts } from '../words/language.tsx'
import { FRAME_TEXTS } from './texts.ts'

/** With what the menu gives its button, such as whether it is open. */
export function AccountButton(props: ActionIconProps & ComponentProps<'button'>) {
  const me = useMe()
  const t = useTexts(FRAME_TEXTS)
  return (
    <ActionIcon
      variant="default"
      radius="xl"
      size={34}
      aria-label={t.signedInAs(me.name)}
      aria-haspopup="menu"
      {...props}
    >
      <IconUser size={20} aria-hidden />
    </ActionIcon>
  )
}
