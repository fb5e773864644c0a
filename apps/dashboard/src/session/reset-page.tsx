/** A forgotten password: asks for the e-mail, or with the token of the link that was sent there for a new password. */
import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { RefusedNote } from '../parts/refused-note.tsx'
import { useSetFaults } from '../parts/set-faults.ts'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'
import { LINK_TEXTS } from './link-texts.ts'
import { OpenPage } from './open-page.tsx'

export function ResetPage() {
  const t = useTexts(LINK_TEXTS)
  const token = useLocation({ select: ({ hash }) => hash })
  return token === '' ? (
    <OpenPage title={t.forgotTitle} about={t.forgotAbout}>
      <AskForm />
    </OpenPage>
  ) : (
    <OpenPage title={t.resetTitle} about={t.resetAbout}>
      <SetForm key={token} token={token} />
    </OpenPage>
  )
}

function AskForm() {
  const t = useTexts(LINK_TEXTS)
  const { tryAgain } = useTexts(EVERYWHERE)
  const setFaults = useSetFaults()
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } })
  const ask = useMutation(
    api.account.requestPasswordReset.mutationOptions({
      onError: (error) => setFaults(form, error),
    }),
  )
  return (
    <form onSubmit={form.onSubmit((values) => ask.mutate(values))}>
      <Stack>
        <TextInput
          label={t.email}
          type="email"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
        {ask.isSuccess && (
          // The same for every address: it tells no one who signs in.
          <Alert role="status" color={ask.data.sends_mail ? 'teal' : 'orange'}>
            {ask.data.sends_mail ? t.asked : t.notMailed}
          </Alert>
        )}
        <RefusedNote error={ask.error} words={{ rate_limited: t.askedTooOften }} />
        <Button type="submit" loading={ask.isPending}>
          {ask.data === undefined ? t.send : ask.data.sends_mail ? t.sendAgain : tryAgain}
        </Button>
        <ToSignIn />
      </Stack>
    </form>
  )
}

function SetForm({ token }: { readonly token: string }) {
  const t = useTexts(LINK_TEXTS)
  const setFaults = useSetFaults()
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } })
  const set = useMutation(
    api.account.resetPassword.mutationOptions({ onError: (error) => setFaults(form, error) }),
  )
  if (set.isSuccess) {
    return (
      <Stack>
        <Alert role="status" color="teal">
          {t.passwordSet}
        </Alert>
        <Button component="a" href="/app/">
          {t.toSignIn}
        </Button>
      </Stack>
    )
  }
  return (
    <form onSubmit={form.onSubmit(({ password }) => set.mutate({ token, password }))}>
      <Stack>
        <PasswordInput
          label={t.newPassword}
          description={t.passwordRule}
          autoComplete="new-password"
          required
          {...form.getInputProps('password')}
        />
        <RefusedNote error={set.error} words={{ not_found: t.deadReset }} />
        <Button type="submit" loading={set.isPending}>
          {t.setPassword}
        </Button>
        <Anchor component={Link} to="/reset" hash="" size="sm">
          {t.anotherLink}
        </Anchor>
      </Stack>
    </form>
  )
}

function ToSignIn() {
  const t = useTexts(LINK_TEXTS)
  return (
    <Anchor href="/app/" size="sm">
      {t.toSignIn}
    </Anchor>
  )
}
