/** The button of what is done less often. */
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { IconDots } from '../../icons/icons.ts'
import { useTexts } from '../../words/language.tsx'
import { AGENDA_TEXTS } from './texts.ts'

export type More = {
  readonly isCancelledShown: boolean
  onCancelled(isShown: boolean): void
  /** Null where nothing can be printed. */
  readonly onPrint: (() => void) | null
  onBlock(): void
}

/** With what the menu gives its button, such as whether it is open. */
export function MoreButton(props: ActionIconProps & ComponentProps<'button'>) {
  const t = useTexts(AGENDA_TEXTS)
  return (
    <ActionIcon variant="default" size={36} aria-label={t.more} aria-haspopup="menu" {...props}>
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  )
}
