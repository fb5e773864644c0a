/** A signing secret, this once. */
import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconKey } from '../../icons/icons.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { WEBHOOK_TEXTS } from './texts.ts'

type Props = { readonly secret: string; onKept(): void }

export function SecretShown({ secret, onKept }: Props) {
  const t = useTexts(WEBHOOK_TEXTS)
  const everywhere = useTexts(EVERYWHERE)
  return (
    <Stack>
      <Alert
        icon={<IconKey aria-hidden />}
        title={t.secretTitle}
        role="status"
        styles={{ title: { color: 'var(--mantine-color-text)' } }}
      >
        <Text size="sm">{t.secretAbout}</Text>
      </Alert>
      <Code
        block
        aria-label={t.secret}
        role="group"
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {secret}
      </Code>
      <Group>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={
                copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
              }
            >
              {copied ? everywhere.copied : t.copySecret}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onKept}>{t.secretKept}</Button>
      </Group>
    </Stack>
  )
}
