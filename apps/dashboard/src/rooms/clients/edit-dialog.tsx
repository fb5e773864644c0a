import { SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { useSetFaults } from '../../parts/set-faults.ts'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import type { Client } from './client.ts'
import { CLIENTS_TEXTS } from './texts.ts'
import { usePhone } from '../../parts/use-phone.ts'
import { cpfWritten } from '../../parts/written-numbers.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'

type Props = { readonly client: Client; onClose(): void }

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

export function EditDialog({ client, onClose }: Props) {
  const t = useTexts(CLIENTS_TEXTS)
  const tell = useTell()
  const phoneWritten = usePhone()
  const setFaults = useSetFaults()
  const form = useForm({
    initialValues: {
      first_name: client.first_name,
      last_name: client.last_name ?? '',
      phone: client.phone === null ? '' : phoneWritten(client.phone),
      email: client.email ?? '',
      cpf: client.cpf === null ? '' : cpfWritten(client.cpf),
      birth_date: client.birth_date ?? '',
    },
    validate: {
      first_name: (name) => (name.trim() === '' ? t.nameNeeded : null),
    },
  })
  const update = useMutation(
    api.clients.update.mutationOptions({
      onSuccess: async (after) => {
        await keepAnswer(cache, api.clients.get.queryKey({ client_id: client.id }), after)
        void cache.invalidateQueries(api.clients.pathFilter())
        tell.done(t.wasSaved(after.name))
        onClose()
      },
      onError: (error) => void setFaults(form, error),
    }),
  )

  function submit(): void {
    if (update.isPending) return
    const now = form.getValues()
    const { first_name, ...others } = now
    // Only what was changed here: what another person changed meanwhile stays.
    const before: Partial<Record<string, string>> = form.getInitialValues()
    const changed = Object.entries(others).filter(([name, value]) => value !== before[name])
    update.mutate({
      client_id: client.id,
      ...(first_name !== client.first_name && { first_name: first_name.trim() }),
      ...Object.fromEntries(changed.map(([name, value]) => [name, orNull(value)])),
    })
  }

  return (
    <FormDialog
      noValidate
      size="lg"
      title={t.editTitle(client.name)}
      isPending={update.isPending}
      error={update.error}
      onSubmit={form.onSubmit(submit)}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t.firstName}
          withAsterisk
          maxLength={80}
          data-autofocus
          {...form.getInputProps('first_name')}
        />
        <TextInput label={t.lastName} maxLength={120} {...form.getInputProps('last_name')} />
        <TextInput
          label={t.phone}
          description={t.phoneHint}
          inputMode="tel"
          maxLength={40}
          {...form.getInputProps('phone')}
        />
        <TextInput
          label={t.email}
          description={'\u00a0'}
          inputMode="email"
          maxLength={254}
          {...form.getInputProps('email')}
        />
        <TextInput
          label={t.cpf}
          inputMode="numeric"
          maxLength={20}
          {...form.getInputProps('cpf')}
        />
        <TextInput label={t.birthDate} type="date" {...form.getInputProps('birth_date')} />
      </SimpleGrid>
    </FormDialog>
  )
}
