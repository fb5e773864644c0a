/** What belongs to the person who is signed in: the photo, the password, and where they are signed in. */
import { Stack, Title } from '@mantine/core'
import { useMay } from '../../access/use-may.ts'
import { ACCESS_WORDS } from '../../access/words.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { SessionList } from '../../parts/session-list.tsx'
import { useMe } from '../../session/me.tsx'
import { useTexts } from '../../words/language.tsx'
import { OwnPhoto } from './own-photo.tsx'
import { PasswordForm } from './password-form.tsx'
import { ACCOUNT_TEXTS } from './texts.ts'

export function AccountPage() {
  const t = useTexts(ACCOUNT_TEXTS)
  const { names } = useTexts(ACCESS_WORDS)
  const may = useMay()
  const me = useMe()
  return (
    <Stack gap="lg" maw={760}>
      <div>
        <PageHead
          title={t.title}
          about={t.about(me.name, me.email, names[me.access].toLowerCase())}
        />
        <PasswordForm />
      </div>
      {me.professional_id !== null && may('professionals.setPhoto') && (
        <OwnPhoto professionalId={me.professional_id} />
      )}
      <section aria-labelledby="sessions">
        <Title order={2} size="h3" id="sessions" mb="xs">
          {t.sessions}
        </Title>
        <SessionList />
      </section>
    </Stack>
  )
}
