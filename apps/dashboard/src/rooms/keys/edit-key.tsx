/** Changes what can be changed of a key: its name, and how much an agent's tools show of people. */
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { useSetFaults } from '../../parts/set-faults.ts'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { FullDataSwitch } from './full-data-switch.tsx'
import type { ApiKey } from './key-row.tsx'
import { KEY_TEXTS } from './texts.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'

type Props = { readonly apiKey: ApiKey; readonly onClose: () => void }

export function EditKey({ apiKey, onClose }: Props) {
  const t = useTexts(KEY_TEXTS)
  const tell = useTell()
  const setFaults = useSetFaults()
  const { id, name, kind, show_full_personal_data } = apiKey
  const form = useForm({ initialValues: { name, show_full_personal_data } })
  const update = useMutation(
    api.apiKeys.update.mutationOptions({
      onSuccess: async (key) => {
        // Opened again at once, the dialog begins with what the key is now.
        await cache.invalidateQueries(api.apiKeys.list.pathFilter())
        tell.done(t.edited(key.name))
        onClose()
      },
      onError: (error) => setFaults(form, error),
    }),
  )
  // Only what was changed here: another user may have switched it off meanwhile.
  const save = (values: typeof form.values) =>
    update.mutate({
      api_key_id: id,
      ...(values.name !== name && { name: values.name }),
      ...(values.show_full_personal_data !== show_full_personal_data && {
        show_full_personal_data: values.show_full_personal_data,
      }),
    })
  return (
    <FormDialog
      title={t.editOf(name)}
      isPending={update.isPending}
      error={update.error}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
    >
      <TextInput
        label={t.name}
        required
        maxLength={120}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {kind === 'agent' && (
        <FullDataSwitch {...form.getInputProps('show_full_personal_data', { type: 'checkbox' })} />
      )}
    </FormDialog>
  )
}
