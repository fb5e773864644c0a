/** The start page: the appointments of a day or a week. */
import { Skeleton, Stack, Text } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useZone } from '../../session/me.tsx'
import { clockOf, instantAt } from '../../time/wall-clock.ts'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { gridOf, type Block, type Grid as GridData } from './cells.ts'
import { DayList, WeekStrip } from './day-list.tsx'
import { DayPrint } from './day-print.tsx'
import { daysOf, turned, type View } from './days.ts'
import { Dialogs } from './dialogs.tsx'
import type { Place } from './drag.ts'
import { Grid, type Chosen } from './grid.tsx'
import { Legend } from './legend.tsx'
import type { Proposal } from './move-proposal.tsx'
import { NoOneWorks } from './no-one-works.tsx'
import { Notices } from './notices.tsx'
import { useNow } from './now-line.tsx'
import type { AgendaSearch } from './search.ts'
import { AGENDA_TEXTS } from './texts.ts'
import { BeginButtons, Toolbar } from './toolbar.tsx'

const MoveProposal = lazy(async () => ({
  default: (await import('./move-proposal.tsx')).MoveProposal,
}))
const HoldDialog = lazy(async () => ({
  default: (await import('./hold-dialog.tsx')).HoldDialog,
}))
const SessionList = lazy(async () => ({
  default: (await import('./session-list.tsx')).SessionList,
}))

const route = getRouteApi('/frame/')

/** Nothing that is open in a dialog. */
const CLOSED = {
  appointment: undefined,
  move: undefined,
  new: undefined,
  with: undefined,
  at: undefined,
  hold: undefined,
}

export function AgendaPage() {
  const t = useTexts(AGENDA_TEXTS)
  const { loading } = useTexts(EVERYWHERE)
  const written = useWritten()
  const zone = useZone()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const today = useNow().date
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const [session, setSession] = useState<string | null>(null)

  const date = search.date ?? today
  const view: View = isNarrow ? 'day' : (search.view ?? 'day')
  const chosen = search.professionals ?? null
  const dates = useMemo(() => daysOf(view, date), [view, date])
  const window = { from: dates[0] ?? date, to: dates.at(-1) ?? date }
  const agenda = useQuery(api.appointments.agenda.queryOptions(window))
  const schedule = useQuery(api.schedule.get.queryOptions(window))

  // What did not change stays the same object, so a change of one appointment draws one cell again.
  const kept = useRef<GridData | null>(null)
  const grid = useMemo(() => {
    if (agenda.data === undefined || schedule.data === undefined) return null
    const next = gridOf({ agenda: agenda.data, schedule: schedule.data, dates, only: chosen })
    kept.current = replaceEqualDeep(kept.current, next)
    return kept.current
  }, [agenda.data, schedule.data, dates, chosen])

  const go = (next: Partial<AgendaSearch>): void =>
    void navigate({ search: (before) => ({ ...before, ...next }) })
  const goDate = (next: string): void => go({ date: next === today ? undefined : next })
  const open = (block: Block): void => {
    if (block.session !== null) setSession(block.key)
    else go({ ...CLOSED, appointment: block.appointments[0].id })
  }
  const openHoldOf = (id: number): void => go({ ...CLOSED, hold: id })
  const book = ({ professionalId, date: on, minute }: Chosen): void =>
    go({ ...CLOSED, new: 1, with: professionalId, at: `${on} ${clockOf(minute)}:00` })
  const propose = (block: Block, { professionalId, date: on, span }: Place): void => {
    const [appointment] = block.appointments
    const start = instantAt(`${on} ${clockOf(span.from)}:00`, zone)
    const isSame =
      start !== null &&
      Date.parse(start) === Date.parse(appointment.start) &&
      professionalId === appointment.professional_id
    if (!isSame) setProposal({ appointment, to: { professionalId, start } })
  }

  const openHold = agenda.data?.holds.find(
    ({ hold_id }) => hold_id !== null && hold_id === search.hold,
  )
  const isOpen =
    proposal !== null ||
    session !== null ||
    search.appointment !== undefined ||
    search.move !== undefined ||
    search.new !== undefined ||
    openHold !== undefined
  const unlessOpen = (act: () => void) => () => {
    if (!isOpen) act()
  }
  useHotkeys([
    ['ArrowLeft', unlessOpen(() => goDate(turned(view, date, -1)))],
    ['ArrowRight', unlessOpen(() => goDate(turned(view, date, 1)))],
    ['T', unlessOpen(() => goDate(today))],
    ['N', unlessOpen(() => go({ ...CLOSED, new: 1 }))],
  ])

  const names = new Map([
    ...(agenda.data?.professionals ?? []).map(({ id, name }) => [id, name] as const),
    ...(schedule.data?.professionals ?? []).map(
      ({ professional: { id, name } }) => [id, name] as const,
    ),
  ])
  const people = [...names]
    .map(([id, name]) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  const nameOf = (id: number): string => names.get(id) ?? '—'
  const openSession = grid?.rows
    .flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks))
    .find(({ key }) => key === session)
  const isEmpty = grid?.rows.every(({ cells }) => cells.every(({ blocks }) => blocks.length === 0))
  const about =
    view === 'day'
      ? written.dayOf(date)
      : t.range(written.dayOf(window.from), written.dayOf(window.to))

  return (
    <>
      <PageHead title={t.title} about={about}>
        <BeginButtons
          onPrint={view === 'day' && !isNarrow && grid !== null ? () => print() : null}
          onNew={() => go({ ...CLOSED, new: 1 })}
        />
      </PageHead>
      <Toolbar
        view={view}
        date={date}
        today={today}
        isNarrow={isNarrow ?? false}
        professionals={people}
        chosen={chosen ?? []}
        onDate={goDate}
        onView={(next) => go({ view: next === 'day' ? undefined : next })}
        onChosen={(ids) => go({ professionals: ids.length === 0 ? undefined : ids })}
      />
      {agenda.data !== undefined && schedule.data !== undefined && (
        <Notices agenda={agenda.data} schedule={schedule.data} />
      )}
      <RefusedNote
        error={agenda.data === undefined ? agenda.error : null}
        onRetry={() => void agenda.refetch()}
      />
      <RefusedNote
        error={schedule.data === undefined ? schedule.error : null}
        onRetry={() => void schedule.refetch()}
      />
      {grid === null && agenda.error === null && schedule.error === null && (
        <Stack gap="xs" role="status" aria-label={loading}>
          {isNarrow && <WeekStrip date={date} onDay={goDate} />}
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} h={62} />
          ))}
        </Stack>
      )}
      {grid !== null && grid.rows.length === 0 && (
        <NoOneWorks
          isChosen={chosen !== null}
          onEverybody={() => go({ professionals: undefined })}
        />
      )}
      {grid !== null && grid.rows.length > 0 && (
        <div className="no-print">
          {isEmpty === true && !isNarrow && (
            <Text size="sm" c="dimmed" mb="xs" role="status">
              {view === 'day' ? t.nothingToday : t.nothingThisWeek}
            </Text>
          )}
          {isNarrow ? (
            <DayList
              grid={grid}
              date={date}
              onOpen={open}
              onHold={openHoldOf}
              onBook={book}
              onDay={goDate}
            />
          ) : (
            <>
              <Grid
                grid={grid}
                view={view}
                dates={dates}
                onOpen={open}
                onHold={openHoldOf}
                onMove={propose}
                onBook={book}
                onDay={(day) => go({ view: undefined, date: day === today ? undefined : day })}
              />
              <Legend />
            </>
          )}
        </div>
      )}
      {grid !== null && view === 'day' && <DayPrint rows={grid.rows} />}
      <Suspense>
        {proposal !== null && agenda.data !== undefined && (
          <MoveProposal
            key={`${proposal.appointment.id}|${proposal.to.start}|${proposal.to.professionalId}`}
            proposal={proposal}
            agenda={agenda.data}
            nameOf={nameOf}
            onAnother={(id) => {
              setProposal(null)
              go({ ...CLOSED, move: id })
            }}
            onClose={() => setProposal(null)}
          />
        )}
        {openHold !== undefined && (
          <HoldDialog
            hold={openHold}
            professional={nameOf(openHold.professional_id)}
            onClose={() => go(CLOSED)}
          />
        )}
        {openSession !== undefined && (
          <SessionList
            block={openSession}
            professional={nameOf(openSession.appointments[0].professional_id)}
            onOpen={(id) => {
              setSession(null)
              go({ ...CLOSED, appointment: id })
            }}
            onBook={() => {
              setSession(null)
              const { professional_id } = openSession.appointments[0]
              book({ professionalId: professional_id, date, minute: openSession.from })
            }}
            onClose={() => setSession(null)}
          />
        )}
      </Suspense>
      <Dialogs search={search} onClose={() => go(CLOSED)} />
    </>
  )
}
