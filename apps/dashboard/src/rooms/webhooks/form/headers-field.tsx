import { Fieldset, Stack, Text } from '@mantine/core'
import { useTexts } from '../../../words/language.tsx'
import { faultAt, type WebhookFormPart } from './form-part.ts'
import { PairsField } from './pairs-field.tsx'
import { FORM_TEXTS } from './texts.ts'

export function HeadersField({ form }: WebhookFormPart) {
  const t = useTexts(FORM_TEXTS)
  return (
    <Fieldset legend={t.headers}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t.headersAbout}
        </Text>
        <PairsField
          pairs={form.getValues().headers}
          addLabel={t.addHeader}
          nameLabel={t.headerName}
          valueLabel={t.headerValue}
          fault={faultAt(form, 'headers')}
          faultOf={({ name }) => faultAt(form, `headers.${name.trim()}`)}
          onChange={(headers) => form.setFieldValue('headers', headers)}
        />
      </Stack>
    </Fieldset>
  )
}
