/** Parts of a template that are names and values: form fields, headers, parameters; and the secrets beside it. */
import { Stack, Text, Title } from '@mantine/core'
import { useTexts } from '../../../words/language.tsx'
import { faultAt, type WebhookFormPart } from '../form/form-part.ts'
import { PairsField } from '../form/pairs-field.tsx'
import type { Pair, TemplateValues } from '../form/values.ts'
import { FaultsList } from './faults-list.tsx'
import type { Fault } from './places.ts'
import { TEMPLATE_TEXTS } from './texts.ts'

type Part = 'fields' | 'headers' | 'query' | 'secrets'

/** What the service calls them. */
const FIELDS: Readonly<Record<Part, string>> = {
  fields: 'template.body',
  headers: 'template.headers',
  query: 'template.query',
  secrets: 'secrets',
}

type Props = WebhookFormPart & {
  readonly part: Part
  readonly faults: readonly Fault[]
  set(part: Partial<TemplateValues>): void
}

export function TemplateRows({ form, part, faults, set }: Props) {
  const t = useTexts(TEMPLATE_TEXTS)
  const values = form.getValues()
  const isSecret = part === 'secrets'
  const pairs = part === 'secrets' ? values.secrets : values.template[part]
  const field = FIELDS[part]
  const words = {
    fields: { title: t.form, add: t.addField, name: t.fieldName, value: t.fieldValue },
    headers: { title: t.headers, add: t.addHeader, name: t.headerName, value: t.headerValue },
    query: { title: t.query, add: t.addQuery, name: t.queryName, value: t.queryValue },
    secrets: { title: t.secrets, add: t.addSecret, name: t.secretName, value: t.secretValue },
  }[part]
  const faultOf = (pair: Pair) => {
    const own = `${field}.${pair.name.trim()}`
    const live = faults.filter((fault) => fault.field === own)
    return live.length > 0 ? <FaultsList faults={live} /> : faultAt(form, own)
  }
  return (
    <Stack gap="xs">
      <Title order={3} size="h6">
        {words.title}
      </Title>
      {isSecret && (
        <Text size="sm" c="dimmed">
          {t.secretsAbout}
        </Text>
      )}
      <PairsField
        pairs={pairs}
        addLabel={words.add}
        nameLabel={words.name}
        valueLabel={words.value}
        isSecret={isSecret}
        isCode={!isSecret}
        storedHint={t.secretStored}
        fault={faultAt(form, field)}
        faultOf={faultOf}
        onChange={(changed) =>
          isSecret ? form.setFieldValue('secrets', changed) : set({ [part]: changed })
        }
      />
    </Stack>
  )
}
