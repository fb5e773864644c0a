/** The appointments behind a number of the overview. */
import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { AppointmentCard } from '../booking/dialogs.ts'
import { api } from '../../api/client.ts'
import { IconCalendar } from '../../icons/icons.ts'
import { IconArrowLeft, IconDownload } from '../../icons/more.ts'
import { AppointmentStatusBadge } from '../../parts/appointment-status.tsx'
import { csvAddress } from '../../parts/csv-download.ts'
import { Empty } from '../../parts/empty.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { NameButton } from '../../parts/name-button.tsx'
import { PageButton } from '../../parts/page-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Row, Rows } from '../../parts/rows.tsx'
import { useWritten } from '../../time/written.ts'
import { useLanguage, useTexts } from '../../words/language.tsx'
import { LISTS } from './lists.ts'
import { OVERVIEW_TEXTS } from './texts.ts'

const route = getRouteApi('/frame/overview/appointments')

const PAGE = 50

export function OverviewListPage() {
  const t = useTexts(OVERVIEW_TEXTS)
  const written = useWritten()
  const { language } = useLanguage()
  const { of = 'booked', from, to, professional, service, appointment } = route.useSearch()
  const navigate = route.useNavigate()
  const filters = {
    from,
    to,
    status: [...LISTS[of]],
    professional_id: professional,
    service_id: service,
  }
  const asked = useInfiniteQuery(
    api.appointments.list.infiniteQueryOptions(
      { ...filters, limit: PAGE },
      { getNextPageParam: (page) => page.next_cursor },
    ),
  )
  const open = (id: number | undefined) =>
    void navigate({ search: (now) => ({ ...now, appointment: id }), resetScroll: false })
  return (
    <>
      <PageHead
        title={t.lists[of]}
        {...(from !== undefined &&
          to !== undefined && {
            about: t.days(written.dayOf(from, 'shortDay'), written.dayOf(to, 'shortDay')),
          })}
      >
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/overview" {...props} />}
        >
          {t.back}
        </Button>
        <Button
          variant="default"
          component="a"
          href={csvAddress('appointments', filters, language)}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t.csv}
        </Button>
      </PageHead>
      <LongList
        query={asked}
        empty={
          <Empty icon={IconCalendar} title={t.none} text={t.aboutNone}>
            <PageButton to="/overview">{t.back}</PageButton>
          </Empty>
        }
      >
        {(rows) => (
          <Rows label={t.lists[of]}>
            {rows.map((row) => (
              <Row
                key={row.id}
                side={
                  <>
                    <Text size="sm">{written.money(row.price)}</Text>
                    <AppointmentStatusBadge status={row.status} />
                  </>
                }
              >
                <Group gap="xs">
                  <NameButton
                    name={row.client.name}
                    label={t.open(row.client.name, written.moment(row.start))}
                    onClick={() => open(row.id)}
                  />
                  <Text size="sm">{written.moment(row.start)}</Text>
                </Group>
                <Text size="sm" c="dimmed">
                  {row.services.map(({ name }) => name).join(', ')} · {row.professional.name}
                </Text>
              </Row>
            ))}
          </Rows>
        )}
      </LongList>
      {appointment !== undefined && (
        <AppointmentCard appointmentId={appointment} onClose={() => open(undefined)} />
      )}
    </>
  )
}
