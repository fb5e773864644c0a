import { PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, cache } from '../../api/client.ts'
import { useSetFaults } from '../../parts/set-faults.ts'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { PEOPLE_TEXTS } from './texts.ts'
import { useIsMailed } from './use-is-mailed.ts'
import type { User } from './kinds.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'

type Props = { readonly user: User; readonly onClose: () => void }

export function ChangeEmail({ user, onClose }: Props) {
  const t = useTexts(PEOPLE_TEXTS)
  const isMailed = useIsMailed()
  const tell = useTell()
  const setFaults = useSetFaults()
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: user.email, password: '' } })
  const change = useMutation(
    api.account.updateUser.mutationOptions({
      onSuccess: ({ new_email: email }) => {
        if (email !== null) tell.done(isMailed ? t.emailAsked(email) : t.mailWaits(email))
        void cache.invalidateQueries(api.account.pathFilter())
        onClose()
      },
      onError: (error) => setFaults(form, error),
    }),
  )
  return (
    <FormDialog
      title={t.emailOf(user.name)}
      isPending={change.isPending}
      error={change.error}
      words={{ rate_limited: t.tooManyMails }}
      onSubmit={form.onSubmit((values) => change.mutate({ user_id: user.id, ...values }))}
      onClose={onClose}
    >
      <TextInput
        label={t.email}
        description={t.aboutEmail}
        type="email"
        required
        maxLength={254}
        data-autofocus
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t.yourPassword}
        description={t.aboutPassword}
        autoComplete="current-password"
        required
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}
