/** What a message to a chat channel says. */
import { Fieldset, Grid, Stack, Switch, Textarea } from '@mantine/core'
import {
  isSubscribed,
  SUBSCRIBABLE_EVENT_TYPES,
  type EventType,
} from '@scheduling/events/event-types'
import { useState } from 'react'
import { useTexts } from '../../../words/language.tsx'
import { EventTypeSelect } from '../event-type-select.tsx'
import { FaultsList } from '../template/faults-list.tsx'
import { PreviewPane } from '../template/preview-pane.tsx'
import { TEMPLATE_TEXTS } from '../template/texts.ts'
import { usePreview } from '../template/use-preview.ts'
import type { WebhookFormPart } from './form-part.ts'
import { FORM_TEXTS } from './texts.ts'
import { previewOf } from './values.ts'

export function ChatFields({ form }: WebhookFormPart) {
  const t = useTexts(FORM_TEXTS)
  const template = useTexts(TEMPLATE_TEXTS)
  const values = form.getValues()
  const types: readonly EventType[] = SUBSCRIBABLE_EVENT_TYPES.filter((type) =>
    isSubscribed(values.events, type),
  )
  const [chosen, setChosen] = useState<EventType | null>(null)
  const type: EventType =
    chosen !== null && types.includes(chosen) ? chosen : (types[0] ?? 'appointment.created')
  const tried = usePreview(previewOf(values, type))
  const input = form.getInputProps('message_template')
  return (
    <Fieldset legend={t.chat}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <Textarea
              label={t.messageTemplate}
              description={t.messageTemplateHint}
              autosize
              minRows={2}
              spellCheck={false}
              {...input}
              error={
                tried.faults.length > 0 ? <FaultsList faults={tried.faults} /> : input['error']
              }
            />
            <Switch
              label={t.fullData}
              {...form.getInputProps('show_full_personal_data', { type: 'checkbox' })}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack>
            <EventTypeSelect
              label={template.tryWith}
              value={type}
              types={types}
              onChange={setChosen}
            />
            <PreviewPane tried={tried} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Fieldset>
  )
}
