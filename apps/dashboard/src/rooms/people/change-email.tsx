import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { FormEnd } from '../../parts/form-end.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useSetFaults, useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { PEOPLE_TEXTS } from './texts.ts'
import type { User } from './kinds.ts'

type Props = { readonly user: User; readonly onClose: () => void }

export function ChangeEmail({ user, onClose }: Props) {
  const t = useTexts(PEOPLE_TEXTS)
  const tell = useTell()
  const setFaults = useSetFaults()
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: user.email } })
  const change = useMutation(
    api.account.updateUser.mutationOptions({
      onSuccess: ({ email }) => {
        tell.done(t.emailChanged(user.name, email))
        void cache.invalidateQueries(api.account.pathFilter())
        onClose()
      },
      onError: (error) => setFaults(form, error),
    }),
  )
  return (
    <Dialog title={t.emailOf(user.name)} onClose={onClose}>
      <form onSubmit={form.onSubmit(({ email }) => change.mutate({ user_id: user.id, email }))}>
        <Stack>
          <TextInput
            label={t.email}
            description={t.aboutEmail}
            type="email"
            required
            maxLength={254}
            data-autofocus
            {...form.getInputProps('email')}
          />
          <RefusedNote error={change.error} words={{ rate_limited: t.tooManyMails }} />
          <FormEnd isPending={change.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
