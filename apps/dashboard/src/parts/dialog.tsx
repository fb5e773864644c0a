/**
 * All dialogs, while they are rendered. They begin in the first field of their form, lose nothing that was typed without a
 * question, and give the focus back to what opened them.
 */
import { Button, Drawer, Modal, type ModalProps } from '@mantine/core'
import { createContext, useContext, useState, type ReactNode } from 'react'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'
import classes from './dialog.module.css'
import { useLayer } from './layer.ts'
import { LeaveQuestion, useLeaving } from './leaving.tsx'
import { markFirstField, useTyped } from './typed.ts'

type Props = {
  readonly title: ReactNode
  onClose(): void
  readonly size?: ModalProps['size']
  /** Whether something would be lost, where the form knows it better than its fields. */
  readonly isTyped?: boolean
  /** Another dialog stands in its place for a while; it comes back as it was. */
  readonly isAside?: boolean
  /** Nothing but a button in it closes it: what it shows is shown once. */
  readonly isShownOnce?: boolean
  readonly children: ReactNode
}

const Leave = createContext<(() => void) | null>(null)

export function Dialog({ isWhole = false, ...props }: Props & { readonly isWhole?: boolean }) {
  const t = useTexts(EVERYWHERE)
  const { isAside, watch, leave, question } = useDialog(props)
  return (
    <Modal.Root
      opened={!isAside}
      keepMounted
      onClose={leave}
      closeOnEscape={false}
      closeOnClickOutside={props.isShownOnce !== true}
      size={props.size ?? 'md'}
      fullScreen={isWhole}
    >
      <Modal.Overlay />
      <Modal.Content {...watch}>
        <Modal.Header>
          <Modal.Title className={classes['title'] ?? ''}>{props.title}</Modal.Title>
          <Modal.CloseButton aria-label={t.close} />
        </Modal.Header>
        <Modal.Body ref={markFirstField}>
          <Leave value={leave}>{props.children}</Leave>
        </Modal.Body>
      </Modal.Content>
      {question}
    </Modal.Root>
  )
}

type PanelProps = Props & { readonly position?: 'right' | 'bottom' }

/** One record of a list, beside it. */
export function SidePanel({ position = 'right', ...props }: PanelProps) {
  const t = useTexts(EVERYWHERE)
  const { isAside, watch, leave, question } = useDialog(props)
  return (
    <Drawer.Root
      opened={!isAside}
      keepMounted
      onClose={leave}
      closeOnEscape={false}
      closeOnClickOutside={props.isShownOnce !== true}
      position={position}
      size={props.size ?? 'lg'}
    >
      <Drawer.Overlay />
      <Drawer.Content {...watch}>
        <Drawer.Header>
          <Drawer.Title className={classes['title'] ?? ''}>{props.title}</Drawer.Title>
          <Drawer.CloseButton aria-label={t.close} />
        </Drawer.Header>
        <Drawer.Body ref={markFirstField}>
          <Leave value={leave}>{props.children}</Leave>
        </Drawer.Body>
      </Drawer.Content>
      {question}
    </Drawer.Root>
  )
}

function useDialog({ onClose, isTyped, isAside = false, isShownOnce = false }: Props) {
  const [isAsked, setAsked] = useState(false)
  const { isTyped: isTypedInFields, ...watch } = useTyped()
  const wouldLose = (): boolean => isTyped ?? isTypedInFields()
  const goes = useLeaving(wouldLose)
  const leave = (): void => (wouldLose() ? setAsked(true) : onClose())
  useLayer(() => !isShownOnce && leave(), !isAside)
  const question = isAsked ? (
    <LeaveQuestion onStay={() => setAsked(false)} onLeave={onClose} />
  ) : (
    goes
  )
  return { isAside, watch, leave, question }
}

/**
 * For a form that stands in a page. In a dialog, the dialog asks.
 *
 * @returns the question, while it is open
 */
export function useUnsaved(isUnsaved: boolean): ReactNode {
  const isInDialog = useContext(Leave) !== null
  return useLeaving(() => isUnsaved && !isInDialog, true)
}

/** The buttons of a dialog, always in sight. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return <div className={classes['footer']}>{children}</div>
}

/** Leaves the dialog as its cross does. It never says "Cancel": beside an appointment that would be another deed. */
export function BackButton({
  isDisabled = false,
  children,
}: {
  readonly isDisabled?: boolean
  /** What it says. Left out: "Back". */
  readonly children?: ReactNode
}) {
  const t = useTexts(EVERYWHERE)
  const leave = useContext(Leave)
  return (
    <Button variant="default" disabled={isDisabled} onClick={() => leave?.()}>
      {children ?? t.back}
    </Button>
  )
}
