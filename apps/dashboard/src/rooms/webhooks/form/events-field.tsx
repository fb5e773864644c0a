/** Which events, by group. */
import { Checkbox, Code, Fieldset, SimpleGrid, Stack, Text } from '@mantine/core'
import { EVENT_GROUPS, isEventType } from '@scheduling/events/event-types'
import { useTexts } from '../../../words/language.tsx'
import { EVENT_NAMES } from '../event-names.ts'
import { faultAt, type WebhookFormPart } from './form-part.ts'
import { typesIn, withSelector } from './selectors.ts'
import { FORM_TEXTS } from './texts.ts'

export function EventsField({ form }: WebhookFormPart) {
  const t = useTexts(FORM_TEXTS)
  const names = useTexts(EVENT_NAMES)
  const { events } = form.getValues()
  const isAll = events.includes('*')
  const fault = faultAt(form, 'events')
  const set = (selector: string) => (isChosen: boolean) =>
    form.setFieldValue('events', withSelector(events, selector, isChosen))
  return (
    <Fieldset legend={t.events}>
      <Stack>
        {fault !== null && (
          <Text c="red" size="sm" role="alert">
            {fault}
          </Text>
        )}
        <Checkbox
          label={t.everything}
          checked={isAll}
          onChange={(event) => set('*')(event.currentTarget.checked)}
        />
        {!isAll && (
          <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
            {EVENT_GROUPS.map((group) => {
              const selector = `${group}.*`
              const name = names.groups[group] ?? group
              const hasGroup = events.includes(selector)
              return (
                <Fieldset key={group} legend={name} variant="filled">
                  <Stack gap="xs">
                    <Checkbox
                      label={t.wholeGroup(name)}
                      checked={hasGroup}
                      onChange={(event) => set(selector)(event.currentTarget.checked)}
                    />
                    {typesIn(group).map((type) => (
                      <Checkbox
                        key={type}
                        label={isEventType(type) ? names.types[type] : type}
                        description={<Code>{type}</Code>}
                        disabled={hasGroup}
                        checked={hasGroup || events.includes(type)}
                        onChange={(event) => set(type)(event.currentTarget.checked)}
                      />
                    ))}
                  </Stack>
                </Fieldset>
              )
            })}
          </SimpleGrid>
        )}
      </Stack>
    </Fieldset>
  )
}
