/** Where the link of an invite leads: shows who invites whom, takes a password, and signs in. */
import { Alert, Button, Loader, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { api, scheduling } from '../api/client.ts'
import { reasonOf } from '../api/reason.ts'
import { RefusedNote } from '../parts/refused-note.tsx'
import { useSetFaults } from '../parts/set-faults.ts'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'
import { LINK_TEXTS } from './link-texts.ts'
import { ACCESS_WORDS } from '../access/words.ts'
import { OpenPage } from './open-page.tsx'

export function InvitePage() {
  const t = useTexts(LINK_TEXTS)
  const { names } = useTexts(ACCESS_WORDS)
  const { loading } = useTexts(EVERYWHERE)
  const token = useLocation({ select: ({ hash }) => hash })
  const read = useQuery({
    queryKey: ['invite', token],
    queryFn: () => scheduling.account.readInvite.mutate({ token }),
    enabled: token !== '',
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const invite = read.data
  const isDead =
    token === '' ||
    ['not_found', 'validation_error'].includes(reasonOf(read.error).refusal?.code ?? '')
  if (invite === undefined || isDead) {
    return (
      <OpenPage title={t.invite} about="">
        {isDead ? (
          <Alert role="alert" color="orange">
            {t.deadInvite}
          </Alert>
        ) : read.error === null ? (
          <Loader aria-label={loading} />
        ) : (
          <RefusedNote error={read.error} onRetry={() => void read.refetch()} />
        )}
      </OpenPage>
    )
  }
  return (
    <OpenPage
      title={t.joinTitle(invite.organization_name)}
      about={t.joinAbout(invite.name, names[invite.access].toLowerCase())}
    >
      <AcceptForm key={token} token={token} email={invite.email} />
    </OpenPage>
  )
}

function AcceptForm({ token, email }: { readonly token: string; readonly email: string }) {
  const t = useTexts(LINK_TEXTS)
  const setFaults = useSetFaults()
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } })
  const accept = useMutation(
    api.account.acceptInvite.mutationOptions({
      // A new page: the link does not stay in its address.
      onSuccess: () => location.assign('/app/'),
      onError: (error) => setFaults(form, error),
    }),
  )
  return (
    <form onSubmit={form.onSubmit(({ password }) => accept.mutate({ token, password }))}>
      <Stack>
        <TextInput label={t.email} value={email} readOnly autoComplete="username" />
        <PasswordInput
          label={t.newPassword}
          description={t.passwordRule}
          autoComplete="new-password"
          required
          {...form.getInputProps('password')}
        />
        <RefusedNote
          error={accept.error}
          words={{ action_not_allowed: t.emailInUse, not_found: t.deadInvite }}
        />
        <Button type="submit" loading={accept.isPending || accept.isSuccess}>
          {t.join}
        </Button>
      </Stack>
    </form>
  )
}
