/** Asks before something is done that touches others or cannot be taken back. What follows stands in the dialog. */
import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { BackButton, Dialog, DialogFooter } from './dialog.tsx'
import { DialogRefusal } from './dialog-refusal.tsx'
import type { RefusalWords } from './refused-note.tsx'

type Props = {
  readonly title: string
  /** What happens, and what does not. */
  readonly children: ReactNode
  /** A verb and its object: "Delete the webhook". */
  readonly confirmLabel: string
  /** Red, for what loses something. */
  readonly isDanger?: boolean
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  readonly error?: unknown
  readonly words?: RefusalWords
  onConfirm(): void
  onClose(): void
}

/** Render it while it is open. */
export function ConfirmDialog(props: Props) {
  const { isDanger = false, isBusy = false, isDisabled = false } = props
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // A form inside a dialog inside a form would submit both.
          event.stopPropagation()
          if (!isBusy && !isDisabled) props.onConfirm()
        }}
      >
        <Stack>
          {props.children}
          <DialogRefusal error={props.error} words={props.words} />
          <DialogFooter>
            <BackButton isDisabled={isBusy} />
            <Button
              type="submit"
              loading={isBusy}
              disabled={isDisabled}
              {...(isDanger && { color: 'red.9' })}
            >
              {props.confirmLabel}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  )
}
