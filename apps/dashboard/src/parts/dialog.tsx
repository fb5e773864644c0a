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

/** @param keepsTyped a press beside the dialog does not close it, so that no input is lost */
export function Dialog({
  title,
  onClose,
  size = 'md',
  keepsTyped = false,
  children,
}: Props & { readonly keepsTyped?: boolean }) {
  const t = useTexts(EVERYWHERE)
  useFocusBack()
  return (
    <Modal.Root opened onClose={onClose} size={size} closeOnClickOutside={!keepsTyped}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title style={TITLE}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t.close} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** One record of a list, beside it. */
export function SidePanel({ title, onClose, size = 'lg', children }: Props) {
  const t = useTexts(EVERYWHERE)
  useFocusBack()
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={size}>
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title style={TITLE}>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={t.close} />
        </Drawer.Header>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

const TITLE = { fontWeight: 600, overflowWrap: 'anywhere' } as const

function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    },
    [opener],
  )
}
