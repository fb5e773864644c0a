/** A request as it would be made: its line, its headers, its content. */
import { Code, Stack, Text } from '@mantine/core'
import { useTexts } from '../../../words/language.tsx'
import type { OpenDelivery } from '../types.ts'
import styles from './deliveries.module.css'
import { LongText } from './long-text.tsx'
import { DELIVERY_TEXTS } from './texts.ts'

type Props = { readonly request: NonNullable<OpenDelivery['request']> }

export function ShownRequest({ request }: Props) {
  const t = useTexts(DELIVERY_TEXTS)
  const headers = Object.entries(request.headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  return (
    <Stack gap="xs">
      <Code block className={styles['text'] ?? ''}>
        {request.method} {request.url}
      </Code>
      <Text size="xs" c="dimmed">
        {t.headers}
      </Text>
      <Code
        block
        className={styles['text'] ?? ''}
        tabIndex={0}
        role="region"
        aria-label={t.headers}
      >
        {headers}
      </Code>
      <Text size="xs" c="dimmed">
        {t.body}
      </Text>
      <LongText
        label={t.body}
        copyLabel={t.copyBody}
        text={indented(request.body)}
        copied={request.body}
      />
    </Stack>
  )
}

/** JSON with line breaks; anything else as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
