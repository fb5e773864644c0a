/** The start page: the appointments of a day, or of the week of one professional. */
import { Skeleton, Stack, Text } from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import { replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { api, cache } from '../../api/client.ts'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useProfessionals } from '../../parts/whole-lists.ts'
import { useMe, useZone } from '../../session/me.tsx'
import { instantAt } from '../../time/wall-clock.ts'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { useFeatures } from '../booking/use-features.ts'
import { Bar } from './bar.tsx'
import { Board, type Dropped } from './board.tsx'
import { isSeen, rowsOf, type Block, type Row } from './cells.ts'
import { DayPrint } from './day-print.tsx'
import { daysOf, SIDE_BY_SIDE, turned, type View } from './days.ts'
import { dialOf } from './dial.ts'
import { Dialogs } from './dialogs.tsx'
import type { Point } from './drag.ts'
import type { Place } from './ghost.ts'
import type { Proposal } from './move-proposal.tsx'
import { Notices } from './notices.tsx'
import { useNow } from './now-line.tsx'
import classes from './page.module.css'
import { People } from './people.tsx'
import type { AgendaSearch } from './search.ts'
import { useShortcuts } from './shortcuts.ts'
import { AGENDA_TEXTS } from './texts.ts'

// What a phone has in place of the bar and the board: each is loaded where it is shown.
const PhoneBar = lazyPart(
  () => import('./phone-bar.tsx'),
  (file) => file.PhoneBar,
  () => <div className={classes.waiting} />,
)
const DayList = lazyPart(
  () => import('./day-list.tsx'),
  (file) => file.DayList,
)
const Choice = lazyPart(
  () => import('./choice.tsx'),
  (file) => file.Choice,
)
const MoveProposal = lazyPart(
  () => import('./move-proposal.tsx'),
  (file) => file.MoveProposal,
)
const HoldDialog = lazyPart(
  () => import('./hold-dialog.tsx'),
  (file) => file.HoldDialog,
)
const SessionList = lazyPart(
  () => import('./session-list.tsx'),
  (file) => file.SessionList,
)
const BlockedCard = lazyPart(
  () => import('./blocked-card.tsx'),
  (file) => file.BlockedCard,
)
const BlockedDialog = lazyPart(
  () => import('../hours/blocked/blocked-dialog.tsx'),
  (file) => file.BlockedDialog,
)
const NoOneWorks = lazyPart(
  () => import('./no-one-works.tsx'),
  (file) => file.NoOneWorks,
)
const Help = lazyPart(
  () => import('./help.tsx'),
  (file) => file.Help,
)

const route = getRouteApi('/frame/')

/** As long as nothing is known. */
const NONE = { professionals: [] }

/** Nothing that is open in a dialog. */
const CLOSED = {
  appointment: undefined,
  move: undefined,
  new: undefined,
  with: undefined,
  at: undefined,
  hold: undefined,
  blocked: undefined,
}

export function AgendaPage() {
  const t = useTexts(AGENDA_TEXTS)
  const { loading } = useTexts(EVERYWHERE)
  const { organization, professional_id: own } = useMe()
  const written = useWritten()
  const zone = useZone()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const features = useFeatures()
  const { rows: team } = useProfessionals()
  const today = useNow().date
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const [session, setSession] = useState<string | null>(null)
  const [drawn, setDrawn] = useState<{ readonly place: Place; readonly at: Point } | null>(null)
  /** What is to be blocked; `any`: nothing in particular. */
  const [blocking, setBlocking] = useState<Place | 'any' | null>(null)
  const [isHelp, setHelp] = useState(false)
  useDocumentTitle(`${t.title} · ${organization.name}`)

  const date = search.date ?? today
  const view: View = isNarrow ? 'day' : (search.view ?? 'day')
  const chosen = search.professionals ?? null
  const dates = useMemo(() => daysOf(view, date), [view, date])
  const window = { from: dates[0] ?? date, to: dates.at(-1) ?? date }
  const asked = { ...window, ...(search.cancelled === 1 && { include_cancelled: true }) }
  const agenda = useQuery(api.appointments.agenda.queryOptions(asked))
  const schedule = useQuery(api.schedule.get.queryOptions(window))

  const people = useMemo(() => {
    const names = new Map([
      ...(agenda.data?.professionals ?? []).map(({ id, name }) => [id, name] as const),
      ...(schedule.data?.professionals ?? []).map(
        ({ professional: { id, name } }) => [id, name] as const,
      ),
    ])
    return [...names]
      .map(([id, name]) => ({ id, name }))
      .toSorted((one, other) => one.name.localeCompare(other.name))
  }, [agenda.data, schedule.data])
  const working = people.filter(({ id }) => isSeen(id, schedule.data ?? NONE, agenda.data ?? NONE))
  const only = chosen?.length === 1 ? chosen[0] : undefined
  const whose =
    search.whose ?? only ?? (working.find(({ id }) => id === own) ?? working[0])?.id ?? null

  // What did not change stays the same object, so a change of one appointment draws one cell again.
  const kept = useRef<readonly Row[] | null>(null)
  const rows = useMemo(() => {
    if (agenda.data === undefined || schedule.data === undefined) return null
    const only = view === 'day' ? chosen : whose === null ? [] : [whose]
    const next = rowsOf({ agenda: agenda.data, schedule: schedule.data, view, dates, only })
    kept.current = replaceEqualDeep(kept.current, next)
    return kept.current
  }, [agenda.data, schedule.data, view, dates, chosen, whose])

  const go = (next: Partial<AgendaSearch>): void =>
    void navigate({ search: (before) => ({ ...before, ...next }) })
  const goDate = (next: string): void => go({ date: next === today ? undefined : next })
  const goView = (next: View): void => go({ view: next === 'day' ? undefined : next })
  const open = (block: Block): void => {
    if (block.session !== null) setSession(block.key)
    else go({ ...CLOSED, appointment: block.appointments[0].id })
  }
  const openHoldOf = (id: number): void => go({ ...CLOSED, hold: id })
  const book = ({ professionalId, date: on, span }: Place): void => {
    const dial = dialOf(view, on, zone)
    const clock = `${on} ${dial.clockAt(span.from)}:00`
    const start = dial.instantAt(span.from)
    const isFirst = start === null || instantAt(clock, zone) === start
    go({ ...CLOSED, new: 1, with: professionalId, at: isFirst ? clock : start })
  }
  const propose = (block: Block, { professionalId, date: on, span, obstacle }: Dropped): void => {
    const [appointment] = block.appointments
    const start = dialOf(view, on, zone).instantAt(span.from)
    const isSame =
      start !== null &&
      Date.parse(start) === Date.parse(appointment.start) &&
      professionalId === appointment.professional_id
    if (!isSame) setProposal({ appointment, to: { professionalId, start }, obstacle })
  }
  const comeNear = (next: string): void => {
    const days = daysOf(view, next)
    const near = { from: days[0] ?? next, to: days.at(-1) ?? next }
    void cache.prefetchQuery(api.appointments.agenda.queryOptions({ ...asked, ...near }))
    void cache.prefetchQuery(api.schedule.get.queryOptions(near))
  }

  useShortcuts({
    j: () => goDate(turned(view, date, 1)),
    k: () => goDate(turned(view, date, -1)),
    t: () => goDate(today),
    d: () => goView('day'),
    w: () => goView('week'),
    n: () => go({ ...CLOSED, new: 1 }),
    b: () => setBlocking('any'),
    '?': () => setHelp(true),
  })

  const nameOf = (id: number): string => people.find((one) => one.id === id)?.name ?? '—'
  const openHold = agenda.data?.holds.find(
    ({ hold_id }) => hold_id !== null && hold_id === search.hold,
  )
  const openBlocked = schedule.data?.blocked_times.find(({ id }) => id === search.blocked)
  const openSession = rows
    ?.flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks))
    .find(({ key }) => key === session)
  const isEmpty = rows?.every(({ cells }) => cells.every(({ blocks }) => blocks.length === 0))
  const isTimeline = view === 'day' && (rows?.length ?? 0) > SIDE_BY_SIDE
  const canOverbook = features?.overbooking === true
  const hoursOf = ({ date: on, span }: Place) => {
    const { clockAt } = dialOf(view, on, zone)
    // A field of a time knows no end of the day.
    const end = clockAt(span.to)
    return {
      from: { date: on, time: clockAt(span.from) },
      to: { date: on, time: end === '24:00' ? '23:59' : end },
    }
  }
  const shared = {
    date,
    today,
    isCancelledShown: search.cancelled === 1,
    onDate: goDate,
    onCancelled: (isShown: boolean) => go({ cancelled: isShown ? 1 : undefined }),
    onBlock: () => setBlocking('any'),
    onHelp: () => setHelp(true),
    onNew: () => go({ ...CLOSED, new: 1 }),
  }
  const choose = (ids: readonly number[]): void =>
    go({ professionals: ids.length === 0 ? undefined : ids })

  return (
    <div className={isNarrow ? undefined : classes.page}>
      {isNarrow ? (
        <PhoneBar {...shared} people={people} chosen={chosen ?? []} onChosen={choose} />
      ) : (
        <Bar
          {...shared}
          view={view}
          isTimeline={isTimeline}
          dates={dates}
          people={
            <People
              view={view}
              people={people}
              chosen={chosen ?? []}
              whose={whose}
              onChosen={choose}
              onWhose={(id) => go({ whose: id })}
            />
          }
          onView={goView}
          onNear={comeNear}
          onPrint={view === 'day' && rows !== null ? () => print() : null}
        />
      )}
      <div className={isNarrow ? undefined : `${classes.inner} no-print`}>
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
        {rows === null && agenda.error === null && schedule.error === null && (
          <Stack gap="xs" role="status" aria-label={loading}>
            {[0, 1, 2, 3, 4, 5].map((row) => (
              <Skeleton key={row} h={62} />
            ))}
          </Stack>
        )}
        {rows?.length === 0 && (
          <NoOneWorks
            isChosen={chosen !== null}
            onEverybody={() => go({ professionals: undefined, whose: undefined })}
          />
        )}
      </div>
      {rows !== null && rows.length > 0 && isNarrow && (
        <div className={`${classes.list} no-print`}>
          <DayList
            rows={rows}
            date={date}
            onOpen={open}
            onHold={openHoldOf}
            onBook={book}
            onDay={goDate}
          />
        </div>
      )}
      {rows !== null && rows.length > 0 && !isNarrow && (
        <Board
          key={`${view} ${window.from} ${isTimeline}`}
          rows={rows}
          view={view}
          dates={dates}
          isTimeline={isTimeline}
          canOverbook={canOverbook}
          performs={(professionalId, { appointments: [first] }) => {
            const known = team?.find(({ id }) => id === professionalId)
            return first.service_ids.every((id) => known?.service_ids.includes(id) ?? true)
          }}
          onOpen={open}
          onHold={openHoldOf}
          onBlocked={(id) => go({ ...CLOSED, blocked: id })}
          onMove={propose}
          onBook={book}
          onSelect={(place, at) => setDrawn({ place, at })}
          onDay={(day) => go({ view: undefined, date: day === today ? undefined : day })}
          onWeek={(id) => go({ view: 'week', whose: id })}
        />
      )}
      {rows !== null && rows.length > 0 && isEmpty === true && !isNarrow && (
        <Text size="sm" className={`${classes.empty} no-print`} role="status">
          {view === 'day' ? t.nothingToday : t.nothingThisWeek}
        </Text>
      )}
      {rows !== null && view === 'day' && <DayPrint rows={rows} date={date} />}
      {drawn !== null && (
        <Choice
          at={drawn.at}
          about={[
            nameOf(drawn.place.professionalId),
            written.dayOf(drawn.place.date, 'shortDay'),
            `${hoursOf(drawn.place).from.time}–${hoursOf(drawn.place).to.time}`,
          ].join(' · ')}
          onBook={() => book(drawn.place)}
          onBlock={() => setBlocking(drawn.place)}
          onClose={() => setDrawn(null)}
        />
      )}
      {proposal !== null && agenda.data !== undefined && (
        <MoveProposal
          key={`${proposal.appointment.id}|${proposal.to.start}|${proposal.to.professionalId}`}
          proposal={proposal}
          agenda={agenda.data}
          canOverbook={canOverbook}
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
      {openBlocked !== undefined && (
        <BlockedCard blocked={openBlocked} onClose={() => go(CLOSED)} />
      )}
      {blocking !== null && (
        <BlockedDialog
          professionalId={blocking === 'any' ? (only ?? null) : blocking.professionalId}
          hours={blocking === 'any' ? undefined : hoursOf(blocking)}
          onClose={() => setBlocking(null)}
        />
      )}
      {isHelp && <Help isPhone={isNarrow ?? false} onClose={() => setHelp(false)} />}
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
            const [first] = openSession.appointments
            const on = first.start.slice(0, 10)
            book({ professionalId: first.professional_id, date: on, span: openSession })
          }}
          onClose={() => setSession(null)}
        />
      )}
      <Dialogs search={search} onClose={() => go(CLOSED)} />
    </div>
  )
}
