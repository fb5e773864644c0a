/** A dialog that is there while it is rendered. The focus goes back to what opened it. */
import { Modal, type ModalProps } from '@mantine/core'
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
      styles={{ title: { fontWeight: 600 } }}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      {children}
    </Modal>
  )
}

function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    },
    [opener],
  )
}
