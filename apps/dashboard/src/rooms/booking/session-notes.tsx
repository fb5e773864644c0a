/** What the clients of a session will receive, each by their way; and which visits could not be changed. */
import { Alert, Checkbox, List, Stack, Text } from '@mantine/core'
import type { AppRouter, inferRouterInputs } from '@scheduling/client'
import { useQueries } from '@tanstack/react-query'
import { scheduling } from '../../api/client.ts'
import { NotifyPreview } from '../../parts/notify-preview.tsx'
import { NOTIFY_TEXTS } from '../../parts/notify-texts.ts'
import { useTexts } from '../../words/language.tsx'
import { SESSION_TEXTS } from './session-texts.ts'
import type { Failed, Visit } from './use-each-visit.ts'

type Change = Omit<inferRouterInputs<AppRouter>['messaging']['previewChange'], 'appointment_id'>

type Props = {
  readonly visits: readonly Visit[]
  readonly isNotified: boolean
  onNotified(isNotified: boolean): void
  /** Null: it is not known yet. */
  readonly change: Change | null
}

export function SessionMessages({ visits, isNotified, onNotified, change }: Props) {
  const t = useTexts(SESSION_TEXTS)
  return (
    <>
      <Checkbox
        label={t.notify}
        checked={isNotified}
        onChange={(event) => onNotified(event.currentTarget.checked)}
      />
      {isNotified && change !== null && <Ways visits={visits} change={change} />}
    </>
  )
}

/** Each preview is a request, and a user may send 50 a second. */
const MOST_SHOWN = 20

type WaysProps = { readonly visits: readonly Visit[]; readonly change: Change }

function Ways({ visits: all, change }: WaysProps) {
  const visits = all.slice(0, MOST_SHOWN)
  const t = useTexts(SESSION_TEXTS)
  const words = useTexts(NOTIFY_TEXTS)
  // The way to a client does not depend on the reason, which is typed letter by letter.
  const { reason: _reason, ...rest } = change
  const previews = useQueries({
    queries: visits.map(({ id }) => {
      const asked = { ...rest, appointment_id: id }
      return {
        queryKey: ['message preview', asked],
        queryFn: () => scheduling.messaging.previewChange.mutate(asked),
        staleTime: 0,
        retry: false,
      }
    }),
  })
  if (previews.some(({ isPending }) => isPending)) return null
  const ways = previews.map(({ data }) => data?.message ?? null)
  const [first] = visits
  return (
    <Stack gap="xs" role="status">
      <Text size="sm" fw={600}>
        {t.told(ways.filter((way) => way !== null).length, visits.length)}
      </Text>
      <List size="sm">
        {visits.map(({ id, client_name: name }, at) => {
          const way = ways[at] ?? null
          const said =
            way === null
              ? t.noWay
              : way.channel === 'whatsapp'
                ? words.byWhatsapp(way.recipient)
                : words.byEmail(way.recipient)
          return (
            <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
              <bdi>{name}</bdi>: {said}
            </List.Item>
          )
        })}
      </List>
      {all.length > MOST_SHOWN && <Text size="sm">{t.moreTold(all.length - MOST_SHOWN)}</Text>}
      {first !== undefined && ways[0] !== null && (
        <>
          <Text size="sm">{t.example}</Text>
          <NotifyPreview change={{ ...change, appointment_id: first.id }} />
        </>
      )}
    </Stack>
  )
}

export function NotChanged({ failed }: { readonly failed: readonly Failed[] }) {
  const t = useTexts(SESSION_TEXTS)
  if (failed.length === 0) return null
  return (
    <Alert role="alert" color="orange" title={t.failed(failed.length)}>
      <List size="sm">
        {failed.map(({ visit, why }) => (
          <List.Item key={visit.id} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{visit.client_name}</bdi>: {why}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
