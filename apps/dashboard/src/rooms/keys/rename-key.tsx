import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { FormEnd } from '../../parts/form-end.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useSetFaults, useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import type { ApiKey } from './key-row.tsx'
import { KEY_TEXTS } from './texts.ts'

type Props = { readonly apiKey: ApiKey; readonly onClose: () => void }

export function RenameKey({ apiKey, onClose }: Props) {
  const t = useTexts(KEY_TEXTS)
  const tell = useTell()
  const setFaults = useSetFaults()
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: apiKey.name } })
  const rename = useMutation(
    api.apiKeys.update.mutationOptions({
      onSuccess: ({ name }) => {
        tell.done(t.renamed(name))
        void cache.invalidateQueries(api.apiKeys.list.pathFilter())
        onClose()
      },
      onError: (error) => setFaults(form, error),
    }),
  )
  return (
    <Dialog title={t.renameOf(apiKey.name)} onClose={onClose}>
      <form onSubmit={form.onSubmit(({ name }) => rename.mutate({ api_key_id: apiKey.id, name }))}>
        <Stack>
          <TextInput
            label={t.name}
            required
            maxLength={120}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <RefusedNote error={rename.error} />
          <FormEnd isPending={rename.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
