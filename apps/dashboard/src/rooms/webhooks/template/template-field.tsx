/** The request of a custom webhook: written at the left, shown at the right. */
import { Fieldset, Grid, Group, Select, Stack, Switch, Text } from '@mantine/core'
import {
  isSubscribed,
  SUBSCRIBABLE_EVENT_TYPES,
  type EventType,
} from '@scheduling/events/event-types'
import { useId, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../../words/language.tsx'
import { EventTypeSelect } from '../event-type-select.tsx'
import type { WebhookFormPart } from '../form/form-part.ts'
import { previewOf, type TemplateValues } from '../form/values.ts'
import CodeEditor, { type EditorHandle } from './code-editor.tsx'
import { FaultsList } from './faults-list.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { TemplateRows } from './template-rows.tsx'
import { TEMPLATE_TEXTS } from './texts.ts'
import { usePreview } from './use-preview.ts'
import { useSample } from './use-sample.ts'

const METHODS = ['POST', 'PUT', 'PATCH']

export default function TemplateField({ form }: WebhookFormPart) {
  const t = useTexts(TEMPLATE_TEXTS)
  const hint = useId()
  const editor = useRef<EditorHandle>(null)
  const values = form.getValues()
  const { template, events, secrets } = values
  const types: readonly EventType[] = SUBSCRIBABLE_EVENT_TYPES.filter((type) =>
    isSubscribed(events, type),
  )
  const [chosen, setChosen] = useState<EventType | null>(null)
  const type: EventType =
    chosen !== null && types.includes(chosen) ? chosen : (types[0] ?? 'appointment.created')
  const [tabIndents, setTabIndents] = useState(false)
  const tried = usePreview(previewOf(values, type))
  const sample = useSample(type)
  const names = secrets.map(({ name }) => name.trim()).filter((name) => name !== '')
  const secretNames = names.join(' ')
  const knowledge = useMemo(
    () => ({ sample, secretNames: secretNames === '' ? [] : secretNames.split(' ') }),
    [sample, secretNames],
  )
  const bodyFaults = useMemo(
    () => tried.faults.filter(({ field }) => field === 'template.body' || field === 'template'),
    [tried.faults],
  )
  const isForm = template.content_type === 'application/x-www-form-urlencoded'
  const set = (part: Partial<TemplateValues>) =>
    form.setFieldValue('template', { ...form.getValues().template, ...part })
  return (
    <Fieldset legend={t.title}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <Group align="flex-end">
              <Select
                label={t.method}
                w={110}
                allowDeselect={false}
                data={METHODS}
                value={template.method}
                onChange={(method) => set({ method: method as TemplateValues['method'] })}
              />
              <Select
                label={t.contentType}
                w={180}
                allowDeselect={false}
                data={Object.entries(t.contentTypes).map(([value, label]) => ({ value, label }))}
                value={template.content_type}
                onChange={(content) =>
                  set({ content_type: content as TemplateValues['content_type'] })
                }
              />
            </Group>
            {isForm ? (
              <TemplateRows form={form} part="fields" faults={tried.faults} set={set} />
            ) : (
              <Stack gap={4}>
                <Text size="sm" fw={500}>
                  {t.body}
                </Text>
                <CodeEditor
                  ref={editor}
                  value={template.text}
                  label={t.body}
                  describedBy={hint}
                  isJson={template.content_type === 'application/json'}
                  tabIndents={tabIndents}
                  faults={bodyFaults}
                  knowledge={knowledge}
                  onChange={(text) => set({ text })}
                />
                <Group justify="space-between" gap="xs">
                  <Text size="xs" c="dimmed" id={hint}>
                    {tabIndents ? t.keysIndent : t.keys}
                  </Text>
                  <Switch
                    size="xs"
                    label={t.tabIndents}
                    checked={tabIndents}
                    onChange={(event) => setTabIndents(event.currentTarget.checked)}
                  />
                </Group>
                <div role="status">
                  <Text size="sm" fw={600} c={tried.faults.length === 0 ? 'dimmed' : 'red'}>
                    {tried.faults.length === 0
                      ? tried.preview !== null && t.fine
                      : t.faults(tried.faults.length)}
                  </Text>
                  <FaultsList faults={bodyFaults} onGo={(place) => editor.current?.go(place)} />
                </div>
              </Stack>
            )}
            <TemplateRows form={form} part="headers" faults={tried.faults} set={set} />
            <TemplateRows form={form} part="query" faults={tried.faults} set={set} />
            <TemplateRows form={form} part="secrets" faults={tried.faults} set={set} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack>
            <div>
              <EventTypeSelect label={t.tryWith} value={type} types={types} onChange={setChosen} />
              <Text size="xs" c="dimmed">
                {t.tryWithHint}
              </Text>
            </div>
            <PreviewPane tried={tried} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Fieldset>
  )
}
