/** A value that is there to be copied: an address, a piece of code, a secret that is shown once. */
import { Button, Code, CopyButton, Group } from '@mantine/core'
import { IconCheck, IconCopy } from '../icons/icons.ts'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'
import classes from './copy-text.module.css'

type Props = {
  /** Says what the value is: "API key". */
  readonly label: string
  readonly value: string
}

export function CopyText({ label, value }: Props) {
  const t = useTexts(EVERYWHERE)
  return (
    <Group gap="xs" align="flex-start">
      <Code
        block
        className={classes['value']}
        tabIndex={0}
        role="textbox"
        aria-readonly
        aria-label={label}
      >
        {value}
      </Code>
      <CopyButton value={value} timeout={3000}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={copy}
            leftSection={
              copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
            }
            aria-label={`${copied ? t.copied : t.copy}: ${label}`}
          >
            {copied ? t.copied : t.copy}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
