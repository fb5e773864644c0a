/** A form in a dialog, with the buttons at its end. Render it while it is open. */
import { Button, Stack, type ModalProps } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'
import { BackButton, Dialog, DialogFooter } from './dialog.tsx'
import { DialogRefusal } from './dialog-refusal.tsx'
import type { RefusalWords } from './refused-note.tsx'

type Props = {
  readonly title: string
  readonly size?: ModalProps['size']
  readonly children: ReactNode
  /** The label of the submit button. Left out: "Save". */
  readonly label?: string
  readonly isPending: boolean
  readonly error: unknown
  readonly words?: RefusalWords
  /** The form reports its faults itself, not the browser. */
  readonly noValidate?: boolean
  onSubmit(event: FormEvent<HTMLFormElement>): void
  onClose(): void
}

export function FormDialog({ title, size = 'md', children, onSubmit, onClose, ...props }: Props) {
  const t = useTexts(EVERYWHERE)
  return (
    <Dialog title={title} size={size} onClose={onClose}>
      <form
        noValidate={props.noValidate}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(event)
        }}
      >
        <Stack>
          {children}
          <DialogRefusal error={props.error} words={props.words} />
          <DialogFooter>
            <BackButton />
            <Button type="submit" loading={props.isPending}>
              {props.label ?? t.save}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  )
}
