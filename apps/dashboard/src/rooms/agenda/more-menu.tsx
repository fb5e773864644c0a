/** What is done less often. It opens as soon as it is there: it is loaded by the press that asks for it. */
import { Menu } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { IconBan, IconEye, IconPrinter } from '../../icons/icons.ts'
import { useTexts } from '../../words/language.tsx'
import { MoreButton, type More } from './more-button.tsx'
import { AGENDA_TEXTS } from './texts.ts'

export default function MoreMenu({ isCancelledShown, onCancelled, onPrint, onBlock }: More) {
  const t = useTexts(AGENDA_TEXTS)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    button.current?.focus()
    setOpen(true)
  }, [])
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={250}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <MoreButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() => onCancelled(!isCancelledShown)}
        >
          {isCancelledShown ? t.hideCancelled : t.showCancelled}
        </Menu.Item>
        <Menu.Item leftSection={<IconBan size={16} aria-hidden />} onClick={onBlock}>
          {t.block}
        </Menu.Item>
        {onPrint !== null && (
          <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={onPrint}>
            {t.print}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
