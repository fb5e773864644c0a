/** What would be sent of the example event. */
import { Code, Stack, Text, Title } from '@mantine/core'
import { RefusedNote } from '../../../parts/refused-note.tsx'
import { useTexts } from '../../../words/language.tsx'
import type { Preview } from '../types.ts'
import styles from './preview-pane.module.css'
import { TEMPLATE_TEXTS } from './texts.ts'
import type { Tried } from './use-preview.ts'

export function PreviewPane({ tried }: { readonly tried: Tried }) {
  const t = useTexts(TEMPLATE_TEXTS)
  const { preview, error } = tried
  return (
    <Stack gap="xs" component="section" aria-label={t.preview} miw={0}>
      <Title order={3} size="h6">
        {t.preview}
      </Title>
      <Text size="xs" c="dimmed">
        {t.previewAbout}
      </Text>
      <RefusedNote error={error} />
      {preview === null && <Text size="sm">{t.waiting}</Text>}
      {preview?.kind === 'request' && <Request preview={preview} />}
      {preview?.kind === 'message' && <Message preview={preview} />}
    </Stack>
  )
}

type Of<Kind extends Preview['kind']> = { readonly preview: Extract<Preview, { kind: Kind }> }

function Request({ preview }: Of<'request'>) {
  const t = useTexts(TEMPLATE_TEXTS)
  const { method, content_type: type, headers, query, body } = preview
  return (
    <>
      <Text size="sm">
        <b>{method}</b> · {type}
      </Text>
      <Pairs label={t.queryOut} values={query} separator=" = " />
      <Pairs label={t.headersOut} values={headers} separator=": " />
      <Code
        block
        className={styles['text'] ?? ''}
        tabIndex={0}
        role="region"
        aria-label={t.bodyOut}
      >
        {body}
      </Code>
    </>
  )
}

type PairsProps = {
  readonly label: string
  readonly values: Readonly<Record<string, string>>
  readonly separator: string
}

function Pairs({ label, values, separator }: PairsProps) {
  const lines = Object.entries(values).map(([name, value]) => name + separator + value)
  if (lines.length === 0) return null
  return (
    <Code block className={styles['text'] ?? ''} tabIndex={0} role="region" aria-label={label}>
      {lines.join('\n')}
    </Code>
  )
}

function Message({ preview }: Of<'message'>) {
  const t = useTexts(TEMPLATE_TEXTS)
  return (
    <div className={styles['message']}>
      <Text fw={700} aria-label={`${t.titleOut}: ${preview.title}`} role="group">
        {preview.title}
      </Text>
      <dl className={styles['fields']}>
        {preview.fields.map(({ label, value }) => (
          <div key={label}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0} size="sm">
              {value}
            </Text>
          </div>
        ))}
      </dl>
    </div>
  )
}
