import { Button, Skeleton, Stack, Text } from '@mantine/core'
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { IconAddressBook, IconUserPlus } from '../../icons/icons.ts'
import { IconUserQuestion } from '../../icons/more.ts'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Empty } from '../../parts/empty.tsx'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import styles from './clients.module.css'
import { CLIENTS_TEXTS } from './texts.ts'
import { usePhone } from '../../parts/use-phone.ts'

type Outputs = inferRouterOutputs<AppRouter>['clients']
type Page = Outputs['list']
type Visit = Outputs['listVisits']['data'][number]

type Props = {
  readonly asked: {
    readonly data: { readonly pages: readonly Page[] } | undefined
    readonly error: unknown
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    fetchNextPage(): unknown
  }
  readonly q: string
  onCreate(): void
}

export function ClientList({ asked, q, onCreate }: Props) {
  const t = useTexts(CLIENTS_TEXTS)
  const { more, loading } = useTexts(EVERYWHERE)
  const pages = asked.data?.pages ?? []
  const clients = pages.flatMap((page) => page.data)
  const visits = useVisits(pages)
  if (asked.data === undefined) {
    if (asked.error !== null) return null
    return (
      <Stack gap="xs" role="status" aria-label={loading}>
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} h={44} />
        ))}
      </Stack>
    )
  }
  if (clients.length === 0) {
    const create = (
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={onCreate}>
        {t.create}
      </Button>
    )
    return q === '' ? (
      <Empty icon={IconAddressBook} title={t.noneTitle} text={t.none}>
        {create}
      </Empty>
    ) : (
      <Empty icon={IconUserQuestion} title={t.notFoundTitle(q)} text={t.notFound}>
        {create}
      </Empty>
    )
  }
  return (
    <>
      <ul className={styles['rows']} aria-label={t.list}>
        {clients.map((client) => (
          <ClientRow key={client.id} client={client} visit={visits.get(client.id)} />
        ))}
      </ul>
      {asked.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={asked.isFetchingNextPage}
          onClick={() => asked.fetchNextPage()}
        >
          {more}
        </Button>
      )}
    </>
  )
}

/** A page of clients loads all its visits in one call. */
function useVisits(pages: readonly Page[]): ReadonlyMap<number, Visit> {
  return useQueries({
    queries: pages
      .filter(({ data }) => data.length > 0)
      .map(({ data }) =>
        api.clients.listVisits.queryOptions({ client_ids: data.map(({ id }) => id) }),
      ),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }) =>
          (data?.data ?? []).map((visit) => [visit.client_id, visit] as const),
        ),
      ),
  })
}

function ClientRow({
  client,
  visit,
}: {
  readonly client: Page['data'][number]
  readonly visit: Visit | undefined
}) {
  const t = useTexts(CLIENTS_TEXTS)
  const phoneWritten = usePhone()
  const contacts = [client.phone === null ? null : phoneWritten(client.phone), client.email].filter(
    (one) => one !== null,
  )
  return (
    <li className={styles['row']}>
      <Link
        to="/clients/$clientId"
        params={{ clientId: String(client.id) }}
        className={styles['link']}
      >
        <Text fw={600} className={styles['any']} dir="auto">
          {client.name}
        </Text>
        <div>
          {contacts.map((contact) => (
            <Text size="sm" key={contact} className={styles['any']}>
              {contact}
            </Text>
          ))}
        </div>
        <VisitOn label={t.lastVisit} at={visit?.last_visit_at} />
        <VisitOn label={t.nextVisit} at={visit?.next_visit_at} />
      </Link>
    </li>
  )
}

/** Undefined: it is being read. */
function VisitOn({
  label,
  at,
}: {
  readonly label: string
  readonly at: string | null | undefined
}) {
  const t = useTexts(CLIENTS_TEXTS)
  const written = useWritten()
  return (
    <div className={styles['visit']}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm">{at === undefined ? '…' : at === null ? t.noVisit : written.date(at)}</Text>
    </div>
  )
}
