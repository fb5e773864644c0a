/** A text of a program: scrolls in itself, by keyboard too, and can be copied. */
import { Button, Code, CopyButton, Stack } from '@mantine/core'
import { IconCheck, IconCopy } from '../../../icons/icons.ts'
import { EVERYWHERE } from '../../../words/everywhere.ts'
import { useTexts } from '../../../words/language.tsx'
import styles from './deliveries.module.css'

type Props = {
  readonly label: string
  readonly copyLabel: string
  readonly text: string
  /** What is copied; the text itself when left out. */
  readonly copied?: string
}

export function LongText({ label, copyLabel, text, copied: exact = text }: Props) {
  const everywhere = useTexts(EVERYWHERE)
  return (
    <Stack gap={4} align="stretch">
      <Code block className={styles['text'] ?? ''} tabIndex={0} role="region" aria-label={label}>
        {text}
      </Code>
      <CopyButton value={exact}>
        {({ copied, copy }) => (
          <Button
            size="xs"
            variant="subtle"
            onClick={copy}
            style={{ alignSelf: 'flex-start' }}
            leftSection={
              copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
            }
          >
            {copied ? everywhere.copied : copyLabel}
          </Button>
        )}
      </CopyButton>
    </Stack>
  )
}
