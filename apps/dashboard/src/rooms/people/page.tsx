/** Who signs in to the dashboard, and who is invited. */
import { Button, Stack, Title } from '@mantine/core'
import { IconUserPlus } from '../../icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { WaitingRows } from '../../parts/long-list.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { Rows } from '../../parts/rows.tsx'
import { SessionList } from '../../parts/session-list.tsx'
import { useTexts } from '../../words/language.tsx'
import { AccessTable } from './access-table.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { InviteRow } from './invite-row.tsx'
import { PEOPLE_TEXTS } from './texts.ts'
import { UserRow } from './user-row.tsx'

const route = getRouteApi('/frame/people')

export function PeoplePage() {
  const t = useTexts(PEOPLE_TEXTS)
  const { invite, sessions, table } = route.useSearch()
  const navigate = route.useNavigate()
  const asked = useQuery(api.account.listUsers.queryOptions({}))
  const close = () => void navigate({ search: {} })
  const watched = asked.data?.data.find(({ id }) => id === sessions)
  return (
    <>
      <PageHead title={t.title} about={t.about}>
        <Button variant="default" onClick={() => void navigate({ search: { table: 'yes' } })}>
          {t.whatEachMay}
        </Button>
        <Button
          leftSection={<IconUserPlus size={16} aria-hidden />}
          onClick={() => void navigate({ search: { invite: 'yes' } })}
        >
          {t.invite}
        </Button>
      </PageHead>
      {asked.data === undefined ? (
        asked.error === null ? (
          <WaitingRows />
        ) : (
          <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
        )
      ) : (
        <Stack gap="lg">
          <Rows label={t.users}>
            {asked.data.data.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                onSessions={() => void navigate({ search: { sessions: user.id } })}
              />
            ))}
          </Rows>
          {asked.data.invites.length > 0 && (
            <section aria-labelledby="invites">
              <Title order={2} size="h3" id="invites" mb="xs">
                {t.invites}
              </Title>
              <Rows label={t.invites}>
                {asked.data.invites.map((row) => (
                  <InviteRow key={row.id} invite={row} />
                ))}
              </Rows>
            </section>
          )}
        </Stack>
      )}
      {table !== undefined && <AccessTable onClose={close} />}
      {invite !== undefined && <InviteDialog onClose={close} />}
      {watched !== undefined && (
        <Dialog title={t.sessionsOf(watched.name)} onClose={close} size="lg">
          <SessionList userId={watched.id} />
        </Dialog>
      )}
    </>
  )
}
