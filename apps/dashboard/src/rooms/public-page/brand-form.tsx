/** The color and the welcome text of the public page, and whether search engines show it. */
import { Button, ColorInput, Group, Stack, Switch, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { useUnsaved } from '../../parts/dialog.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useSetFaults } from '../../parts/set-faults.ts'
import { useTell } from '../../parts/tell.tsx'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import type { Settings } from '../settings/fields.ts'
import { Section } from './section.tsx'
import { PUBLIC_PAGE_TEXTS } from './texts.ts'

const SWATCHES = ['#087f5b', '#1864ab', '#5f3dc4', '#a61e4d', '#c92a2a', '#d9480f', '#343a40']
const WELCOME_CHARACTERS = 600

export function BrandForm({ settings }: { readonly settings: Settings }) {
  const t = useTexts(PUBLIC_PAGE_TEXTS)
  const { save } = useTexts(EVERYWHERE)
  const written = useWritten()
  const tell = useTell()
  const setFaults = useSetFaults()
  const form = useForm({ initialValues: valuesOf(settings) })
  const update = useMutation(
    api.organization.update.mutationOptions({
      onSuccess: async (now) => {
        await keepAnswer(cache, api.organization.get.queryKey({}), now)
        form.setInitialValues(valuesOf(now))
        form.setValues(valuesOf(now))
        tell.done(t.saved)
      },
      onError: (error) => setFaults(form, error),
    }),
  )
  const question = useUnsaved(form.isDirty())
  const { length } = form.values.welcome_text
  return (
    <Section title={t.look}>
      <form
        onSubmit={form.onSubmit((values) =>
          update.mutate({
            brand_color: values.brand_color === '' ? null : values.brand_color,
            welcome_text: values.welcome_text.trim() === '' ? null : values.welcome_text,
            search_listing: values.search_listing,
          }),
        )}
      >
        <Stack>
          <ColorInput
            label={t.color}
            description={t.aboutColor}
            placeholder="#087f5b"
            maw={320}
            format="hex"
            swatches={SWATCHES}
            withEyeDropper={false}
            popoverProps={{ withinPortal: false }}
            {...form.getInputProps('brand_color')}
          />
          <Textarea
            label={t.welcome}
            description={t.aboutWelcome}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={WELCOME_CHARACTERS}
            {...form.getInputProps('welcome_text')}
          />
          <Text size="xs" c="dimmed">
            {t.characters(written.count(length), written.count(WELCOME_CHARACTERS))}
          </Text>
          <Switch
            label={t.listing}
            description={settings.livemode ? t.aboutListing : t.aboutTestListing}
            {...form.getInputProps('search_listing', { type: 'checkbox' })}
          />
          <RefusedNote error={update.error} />
          <Group>
            <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
              {save}
            </Button>
          </Group>
        </Stack>
        {question}
      </form>
    </Section>
  )
}

function valuesOf(settings: Settings) {
  return {
    brand_color: settings.brand_color ?? '',
    welcome_text: settings.welcome_text ?? '',
    search_listing: settings.search_listing,
  }
}
