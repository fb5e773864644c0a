/** One group of settings. Only what was changed is sent, so two people who change different settings both succeed. */
import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, cache } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { useUnsaved } from '../../parts/dialog.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useSetFaults } from '../../parts/set-faults.ts'
import { useTell } from '../../parts/tell.tsx'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import {
  changedOf,
  FIELD_GROUPS,
  valuesOf,
  type FieldGroup,
  type Settings,
  type Values,
} from './fields.ts'
import { SettingField } from './setting-field.tsx'
import { SETTING_TEXTS } from './texts.ts'

type Props = { readonly group: FieldGroup; readonly settings: Settings }

export function SettingsForm({ group, settings }: Props) {
  const t = useTexts(SETTING_TEXTS)
  const { save } = useTexts(EVERYWHERE)
  const tell = useTell()
  const setFaults = useSetFaults()
  const kept = valuesOf(group, settings)
  const form = useForm<Values>({ initialValues: kept })
  const update = useMutation(
    api.organization.update.mutationOptions({
      onSuccess: async (now) => {
        await keepAnswer(cache, api.organization.get.queryKey({}), now)
        const values = valuesOf(group, now)
        form.setInitialValues(values)
        form.setValues(values)
        form.resetDirty(values)
        void cache.invalidateQueries(api.account.me.pathFilter())
        tell.done(t.saved)
      },
      onError: (error) => setFaults(form, error),
    }),
  )
  const isDirty = form.isDirty()
  const question = useUnsaved(isDirty)
  // What another user saves appears here, unless the form is being edited.
  const now = JSON.stringify(kept)
  useEffect(() => {
    if (form.isDirty() || JSON.stringify(form.getValues()) === now) return
    form.setInitialValues(kept)
    form.setValues(kept)
    form.resetDirty(kept)
  }, [now])
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        update.mutate(changedOf(form.getInitialValues(), values)),
      )}
    >
      <Stack maw={640} gap="lg">
        {FIELD_GROUPS[group].map((field) => (
          <SettingField key={field.name} field={field} form={form} />
        ))}
        <RefusedNote error={update.error} />
        <Group>
          <Button type="submit" loading={update.isPending} disabled={!isDirty}>
            {save}
          </Button>
          {isDirty && (
            <Button variant="default" onClick={() => form.reset()}>
              {t.discard}
            </Button>
          )}
        </Group>
      </Stack>
      {question}
    </form>
  )
}
