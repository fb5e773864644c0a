/** Confirms a new e-mail with the link that was sent to it. Opening the page changes nothing: mail programs open links. */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { RefusedNote } from '../parts/refused-note.tsx'
import { useTexts } from '../words/language.tsx'
import { LINK_TEXTS } from './link-texts.ts'
import { OpenPage } from './open-page.tsx'

export function EmailPage() {
  const t = useTexts(LINK_TEXTS)
  const token = useLocation({ select: ({ hash }) => hash })
  const confirm = useMutation(api.account.confirmEmail.mutationOptions())
  return (
    <OpenPage title={t.emailTitle} about={t.emailAbout}>
      {confirm.isSuccess ? (
        <Stack>
          <Alert role="status" color="teal">
            {t.emailSet(confirm.data.email)}
          </Alert>
          <Button component="a" href="/app/">
            {t.toSignIn}
          </Button>
        </Stack>
      ) : (
        <Stack>
          <RefusedNote
            error={confirm.error}
            words={{ not_found: t.deadEmail, action_not_allowed: t.emailTaken }}
          />
          <Button loading={confirm.isPending} onClick={() => confirm.mutate({ token })}>
            {t.confirmEmail}
          </Button>
        </Stack>
      )}
    </OpenPage>
  )
}
