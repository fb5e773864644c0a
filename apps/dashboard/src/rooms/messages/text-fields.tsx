/** Subject and body of a text: words and chips, or, behind "Advanced", the template language. */
import { Button, Menu, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useRef, useState } from 'react'
import { IconChevronDown } from '../../icons/icons.ts'
import { useTexts } from '../../words/language.tsx'
import { ChipField, type ChipHandle } from './chip-field.tsx'
import { chipsOf } from './chips.ts'
import { FACTS } from './kinds.ts'
import { MESSAGE_TEXTS } from './texts.ts'

const MOST_CHARACTERS = { subject: 300, body: 4000 }

export type TextValues = { readonly subject: string; readonly body: string }

type Props = { readonly form: UseFormReturnType<TextValues>; readonly language: string }

export function TextFields({ form, language }: Props) {
  const t = useTexts(MESSAGE_TEXTS)
  const { subject, body } = form.values
  const hasChips = chipsOf(subject) !== null && chipsOf(body) !== null
  const [isAdvanced, setAdvanced] = useState(!hasChips)
  const handles = { subject: useRef<ChipHandle>(null), body: useRef<ChipHandle>(null) }
  const [last, setLast] = useState<keyof TextValues>('body')
  const field = (name: keyof TextValues) => ({
    ref: handles[name],
    value: form.values[name],
    language,
    most: MOST_CHARACTERS[name],
    onChange: (text: string) => form.setFieldValue(name, text),
    onFocus: () => setLast(name),
  })
  return (
    <Stack gap="sm">
      {isAdvanced ? (
        <>
          <TextInput
            label={t.subject}
            description={t.aboutSubject}
            required
            maxLength={MOST_CHARACTERS.subject}
            lang={language}
            {...form.getInputProps('subject')}
          />
          <Textarea
            label={t.body}
            required
            autosize
            minRows={8}
            maxRows={18}
            maxLength={MOST_CHARACTERS.body}
            lang={language}
            data-autofocus
            {...form.getInputProps('body')}
          />
        </>
      ) : (
        <>
          <ChipField
            label={t.subject}
            description={t.aboutSubject}
            isOneLine
            {...field('subject')}
          />
          <ChipField label={t.body} description={t.aboutChips} isFirst {...field('body')} />
          <Menu position="bottom-start" returnFocus={false}>
            <Menu.Target>
              <Button
                variant="default"
                style={{ alignSelf: 'flex-start' }}
                rightSection={<IconChevronDown size={16} aria-hidden />}
              >
                {t.insert}
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
              {FACTS.map((fact) => (
                <Menu.Item key={fact} onClick={() => handles[last].current?.insert(fact)}>
                  {t.facts[fact]}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      <Switch
        label={t.advanced}
        checked={isAdvanced}
        disabled={isAdvanced && !hasChips}
        description={isAdvanced && !hasChips ? t.advancedOnly : undefined}
        onChange={(event) => setAdvanced(event.currentTarget.checked)}
      />
    </Stack>
  )
}
