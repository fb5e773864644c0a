/** The sign-in form, on a page of its own or over the page whose session has ended. */
import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { reasonOf } from '../api/reason.ts'
import { RefusedNote } from '../parts/refused-note.tsx'
import '../styles-later.ts'
import { useTexts } from '../words/language.tsx'
import { SESSION_TEXTS } from './texts.ts'

type Props = { readonly onSignedIn: () => void; readonly email?: string }

export default function SignInForm({ onSignedIn, email = '' }: Props) {
  const t = useTexts(SESSION_TEXTS)
  const form = useForm({ mode: 'uncontrolled', initialValues: { email, password: '' } })
  const signIn = useMutation(api.account.signIn.mutationOptions({ onSuccess: onSignedIn }))
  const isWrong = reasonOf(signIn.error).isSignedOut
  return (
    <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
      <Stack>
        <TextInput
          label={t.email}
          type="email"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t.password}
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
        {isWrong ? (
          <Alert role="alert" color="red">
            {t.wrong}
          </Alert>
        ) : (
          <RefusedNote error={signIn.error} />
        )}
        <Button type="submit" loading={signIn.isPending}>
          {t.signIn}
        </Button>
        <Anchor component={Link} to="/reset" size="sm">
          {t.forgot}
        </Anchor>
      </Stack>
    </form>
  )
}
