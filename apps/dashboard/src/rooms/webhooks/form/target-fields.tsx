/** Where to, in which format. */
import { Alert, Fieldset, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { IconKey } from '../../../icons/icons.ts'
import { useTexts } from '../../../words/language.tsx'
import { WEBHOOK_TEXTS } from '../texts.ts'
import type { Webhook } from '../types.ts'
import type { WebhookFormPart } from './form-part.ts'
import { FORM_TEXTS } from './texts.ts'
import { isChat } from './values.ts'

type Props = WebhookFormPart & { readonly webhook: Webhook | null }

/** In the order of how often they are wanted. */
const FORMATS = [
  'generic',
  'custom',
  'chat_format_1',
  'chat_format_2',
  'chat_format_3',
  'chat_format_4',
] as const

export function TargetFields({ form, webhook }: Props) {
  const t = useTexts(FORM_TEXTS)
  const { formats } = useTexts(WEBHOOK_TEXTS)
  const { format, url, secrets, headers } = form.getValues()
  const hasStored = [...secrets, ...headers].some(({ isStored }) => isStored)
  const isElsewhere = webhook !== null && url.trim() !== webhook.url
  return (
    <Fieldset legend={t.target}>
      <Stack>
        <Select
          label={t.format}
          description={
            webhook === null
              ? t.formatHints[isChat(format) ? 'chat' : plain(format)]
              : t.formatFixed
          }
          disabled={webhook !== null}
          allowDeselect={false}
          data={FORMATS.map((value) => ({ value, label: formats[value] }))}
          {...form.getInputProps('format')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            type="url"
            inputMode="url"
            required
            label={t.url}
            description={isChat(format) ? t.urlHintChat : t.urlHint}
            placeholder="https://example.com/webhooks"
            data-autofocus={webhook === null}
            {...form.getInputProps('url')}
          />
          <TextInput label={t.name} description={t.nameHint} {...form.getInputProps('name')} />
        </SimpleGrid>
        {isElsewhere && hasStored && (
          <Alert color="orange" icon={<IconKey aria-hidden />} role="status">
            {t.newAddress}
          </Alert>
        )}
      </Stack>
    </Fieldset>
  )
}

function plain(format: Webhook['format']): 'generic' | 'custom' {
  return format === 'custom' ? 'custom' : 'generic'
}
