/** Asks before something that cannot be undone, and says what follows from it. */
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'
import { Dialog } from './dialog.tsx'
import { RefusedNote, type RefusalWords } from './refused-note.tsx'

type Props = {
  readonly title: string
  readonly text: string
  /** Of the button that does it. */
  readonly confirm: string
  readonly isHarmless?: boolean
  readonly isPending: boolean
  readonly error: unknown
  readonly words?: RefusalWords
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
}

export function ConfirmDialog({ title, text, confirm, onConfirm, onClose, ...rest }: Props) {
  const t = useTexts(EVERYWHERE)
  const { isHarmless = false, isPending, error, words, children } = rest
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        <Text size="sm">{text}</Text>
        {children}
        <RefusedNote error={error} {...(words === undefined ? {} : { words })} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t.cancel}
          </Button>
          <Button
            {...(isHarmless ? {} : { color: 'red.9' })}
            loading={isPending}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
