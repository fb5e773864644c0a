/** What is to become of free time that was drawn: a visit, or a block. */
import { Menu } from '@mantine/core'
import { IconCalendarPlus, IconBan } from '../../icons/icons.ts'
import { useTexts } from '../../words/language.tsx'
import classes from './choice.module.css'
import type { Point } from './drag.ts'
import { AGENDA_TEXTS } from './texts.ts'

type Props = {
  readonly at: Point
  /** Whose time it is, and when. */
  readonly about: string
  onBook(): void
  onBlock(): void
  onClose(): void
}

export function Choice({ at, about, onBook, onBlock, onClose }: Props) {
  const t = useTexts(AGENDA_TEXTS)
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      width={240}
      shadow="md"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          className={classes.point}
          style={{ left: at.x, top: at.y }}
          aria-label={about}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{about}</Menu.Label>
        <Menu.Item leftSection={<IconCalendarPlus size={16} aria-hidden />} onClick={onBook}>
          {t.bookHere}
        </Menu.Item>
        <Menu.Item leftSection={<IconBan size={16} aria-hidden />} onClick={onBlock}>
          {t.blockHere}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
