/** Dialogs that are there while they are rendered. The focus goes back to what opened them. */
import { Drawer, Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'

type Props = {
  readonly title: string
  readonly onClose: () => void
  readonly size?: ModalProps['size']
  readonly children: ReactNode
}

export function Dialog({ title, onClose, size = 'md', children }: Props) {
  const t = useTexts(EVERYWHERE)
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      styles={TITLE}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      {children}
    </Modal>
  )
}

/** One record of a list, beside it. */
export function SidePanel({ title, onClose, size = 'lg', children }: Props) {
  const t = useTexts(EVERYWHERE)
  useFocusBack()
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={title}
      size={size}
      styles={TITLE}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      {children}
    </Drawer>
  )
}

const TITLE = { title: { fontWeight: 600, overflowWrap: 'anywhere' } } as const

function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    },
    [opener],
  )
}
