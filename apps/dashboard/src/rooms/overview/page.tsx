/** How the week or the month goes, beside the same days of the one before. */
import { ActionIcon, Anchor, Group, Paper, SegmentedControl, Text, Title } from '@mantine/core'
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, type LinkProps } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { IconDownload } from '../../icons/more.ts'
import { csvAddress } from '../../parts/csv-download.ts'
import { WaitingRows } from '../../parts/long-list.tsx'
import { PageButton } from '../../parts/page-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { Row, Rows } from '../../parts/rows.tsx'
import { useWritten } from '../../time/written.ts'
import { useLanguage, useTexts } from '../../words/language.tsx'
import { LISTS, type ListName } from './lists.ts'
import styles from './overview.module.css'
import { OVERVIEW_TEXTS } from './texts.ts'

type Overview = inferRouterOutputs<AppRouter>['overview']['get']

const route = getRouteApi('/frame/overview')

const NUMBERS = ['booked', 'completed', 'no_shows', 'cancelled', 'revenue', 'deposits'] as const

export function OverviewPage() {
  const t = useTexts(OVERVIEW_TEXTS)
  const written = useWritten()
  const { period = 'week' } = route.useSearch()
  const navigate = route.useNavigate()
  const asked = useQuery(api.overview.get.queryOptions({ period }))
  const overview = asked.data
  const daysOf = ({ from, to }: Overview['days']['now']) =>
    t.days(written.dayOf(from, 'shortDay'), written.dayOf(to, 'shortDay'))
  return (
    <>
      <PageHead
        title={t.title}
        about={
          overview === undefined
            ? ' '
            : t.compared(daysOf(overview.days.now), daysOf(overview.days.before))
        }
      >
        <SegmentedControl
          aria-label={t.period}
          value={period}
          onChange={(next) =>
            void navigate({ search: next === 'month' ? { period: 'month' } : {}, replace: true })
          }
          data={[
            { value: 'week', label: t.periods.week },
            { value: 'month', label: t.periods.month },
          ]}
        />
      </PageHead>
      {overview === undefined ? (
        asked.error === null ? (
          <WaitingRows />
        ) : (
          <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
        )
      ) : (
        <>
          <ul className={styles['numbers']} aria-label={t.title}>
            {NUMBERS.map((name) => (
              <NumberCard key={name} name={name} overview={overview} />
            ))}
          </ul>
          <div className={styles['sides']}>
            <Professionals overview={overview} />
            <Services overview={overview} />
          </div>
        </>
      )}
    </>
  )
}

type Of = { readonly overview: Overview }

function NumberCard({ name, overview }: Of & { readonly name: (typeof NUMBERS)[number] }) {
  const t = useTexts(OVERVIEW_TEXTS)
  const written = useWritten()
  const { now, before } = overview[name]
  const textOf = (value: typeof now): string =>
    typeof value === 'number'
      ? written.count(value)
      : written.money(typeof value === 'string' ? value : value.paid)
  const listOf = (days: Overview['days']['now']): LinkProps =>
    name === 'deposits'
      ? { to: '/deposits', search: days }
      : listLink(name === 'revenue' ? 'completed' : name, days)
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fw={600}>{t.numbers[name]}</Text>
        <CsvButton
          name={t.numbers[name]}
          {...(name === 'deposits'
            ? { list: 'deposits', filters: overview.days.now }
            : {
                list: 'appointments',
                filters: {
                  ...overview.days.now,
                  status: LISTS[name === 'revenue' ? 'completed' : name],
                },
              })}
        />
      </Group>
      <Anchor
        renderRoot={(props) => <Link {...listOf(overview.days.now)} {...props} />}
        className={styles['value'] ?? ''}
        aria-label={t.openOf(t.numbers[name], textOf(now))}
      >
        {textOf(now)}
      </Anchor>
      <Text size="sm">
        <Anchor
          renderRoot={(props) => <Link {...listOf(overview.days.before)} {...props} />}
          underline="always"
          c="inherit"
        >
          {t.beforeIs(textOf(before))}
        </Anchor>{' '}
        <Change now={amountOf(now)} before={amountOf(before)} />
      </Text>
      <Text size="sm" c="dimmed">
        {t.about[name]}
        {typeof now === 'object' && ` · ${t.asked(written.count(now.count))}`}
      </Text>
    </Paper>
  )
}

function amountOf(value: Overview['booked' | 'revenue' | 'deposits']['now']): number {
  return Number(typeof value === 'object' ? value.paid : value)
}

/** Without a color: fewer cancellations are good, fewer bookings are not. */
function Change({ now, before }: { readonly now: number; readonly before: number }) {
  const { language } = useLanguage()
  if (before === 0) return null
  const share = new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : 'en', {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  })
  return <span>({share.format((now - before) / before)})</span>
}

function listLink(
  of: ListName,
  days: Overview['days']['now'],
  rest: { readonly professional?: number; readonly service?: number } = {},
): LinkProps {
  return { to: '/overview/appointments', search: { of, ...days, ...rest } }
}

type CsvProps = { readonly name: string; readonly list: string; readonly filters: object }

function CsvButton({ name, list, filters }: CsvProps) {
  const t = useTexts(OVERVIEW_TEXTS)
  const { language } = useLanguage()
  return (
    <ActionIcon
      component="a"
      href={csvAddress(list, filters, language)}
      download
      variant="subtle"
      size={32}
      aria-label={t.csvOf(name)}
      title={t.csv}
    >
      <IconDownload size={18} aria-hidden />
    </ActionIcon>
  )
}

function Professionals({ overview }: Of) {
  const t = useTexts(OVERVIEW_TEXTS)
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t.professionals}
      </Title>
      {overview.professionals.length === 0 ? (
        <Group>
          <Text c="dimmed">{t.noPeople}</Text>
          <PageButton to="/professionals">{t.addPeople}</PageButton>
        </Group>
      ) : (
        <Rows label={t.professionals}>
          {overview.professionals.map((row) => (
            <ProfessionalRow key={row.professional.id} row={row} days={overview.days} />
          ))}
        </Rows>
      )}
    </section>
  )
}

type ProfessionalProps = {
  readonly row: Overview['professionals'][number]
  readonly days: Overview['days']
}

function ProfessionalRow({ row, days }: ProfessionalProps) {
  const t = useTexts(OVERVIEW_TEXTS)
  const { language } = useLanguage()
  const { professional, appointments, taken_minutes: taken, open_minutes: open } = row
  const hours = (minutes: number): string =>
    `${new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : 'en', { maximumFractionDigits: 1 }).format(minutes / 60)} h`
  const shareOf = (when: 'now' | 'before'): string =>
    open[when] === 0 ? '—' : `${Math.round((taken[when] / open[when]) * 100)} %`
  const filled = open.now === 0 ? 0 : Math.min(100, (taken.now / open.now) * 100)
  return (
    <Row
      side={
        <>
          <Text fw={600}>{shareOf('now')}</Text>
          <Text size="sm" c="dimmed">
            {t.beforeIs(shareOf('before'))}
          </Text>
          <CsvButton
            name={professional.name}
            list="appointments"
            filters={{ ...days.now, status: LISTS.taking, professional_id: professional.id }}
          />
        </>
      }
    >
      <Text fw={600}>
        <bdi>{professional.name}</bdi>
      </Text>
      <Text size="sm">
        {open.now === 0 ? t.noHours : t.occupancy(hours(taken.now), hours(open.now))} ·{' '}
        <Anchor
          renderRoot={(props) => (
            <Link {...listLink('taking', days.now, { professional: professional.id })} {...props} />
          )}
          underline="always"
        >
          {t.appointments(appointments.now)}
        </Anchor>
      </Text>
      <div className={styles['bar']} aria-hidden>
        <div className={styles['filled']} style={{ width: `${filled}%` }} />
      </div>
    </Row>
  )
}

function Services({ overview }: Of) {
  const t = useTexts(OVERVIEW_TEXTS)
  const written = useWritten()
  const { days, services } = overview
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t.services}
      </Title>
      {services.length === 0 ? (
        <Group>
          <Text c="dimmed">{t.noServices}</Text>
          <PageButton to="/">{t.toAgenda}</PageButton>
        </Group>
      ) : (
        <Rows label={t.services}>
          {services.map(({ service, booked }) => (
            <Row
              key={service.id}
              side={
                <>
                  <Text size="sm" c="dimmed">
                    {t.beforeIs(written.count(booked.before))}
                  </Text>
                  <CsvButton
                    name={service.name}
                    list="appointments"
                    filters={{ ...days.now, status: LISTS.booked, service_id: service.id }}
                  />
                </>
              }
            >
              <Text fw={600}>
                <bdi>{service.name}</bdi>
              </Text>
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link {...listLink('booked', days.now, { service: service.id })} {...props} />
                )}
                underline="always"
              >
                {t.appointments(booked.now)}
              </Anchor>
            </Row>
          ))}
        </Rows>
      )}
    </section>
  )
}
