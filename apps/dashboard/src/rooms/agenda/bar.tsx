/** The one bar above the agenda: which days, whose, and what can be begun. */
import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRef, useState, type ReactNode } from 'react'
import { lazyPart } from '../../parts/lazy-part.tsx'
import {
  IconCalendar,
  IconChevronLeft,
  IconChevronRight,
  IconHelp,
  IconPlus,
} from '../../icons/icons.ts'
import { useWritten } from '../../time/written.ts'
import { LOCALES, useLanguage, useTexts } from '../../words/language.tsx'
import classes from './bar.module.css'
import { turned, type View } from './days.ts'
import { MoreButton, type More } from './more-button.tsx'
import { AGENDA_TEXTS } from './texts.ts'

const MoreMenu = lazyPart(
  () => import('./more-menu.tsx'),
  (file) => file.default,
  () => <MoreButton />,
)

type Props = More & {
  readonly view: View
  /** Whether a day is a timeline, since more professionals are shown than fit side by side. */
  readonly isTimeline: boolean
  readonly date: string
  readonly dates: readonly string[]
  readonly today: string
  readonly people: ReactNode
  onDate(date: string): void
  onView(view: View): void
  /** The pointer is on its way to another day. */
  onNear(date: string): void
  onHelp(): void
  onNew(): void
}

export function Bar(props: Props) {
  const { view, date, dates } = props
  const t = useTexts(AGENDA_TEXTS)
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  return (
    <div className={`${classes.bar} no-print`}>
      <Turns {...props} />
      <Title date={date} dates={dates} isShort={!isWide} onDate={props.onDate} />
      <div className={classes.rest}>
        <SegmentedControl
          size="sm"
          aria-label={t.view}
          value={view}
          onChange={(next) => props.onView(next === 'week' ? 'week' : 'day')}
          data={[
            { value: 'day', label: props.isTimeline ? t.views.timeline : t.views.day },
            { value: 'week', label: t.views.week },
          ]}
        />
        {props.people}
        <MoreOf {...props} />
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t.help}
          aria-keyshortcuts="?"
          onClick={props.onHelp}
        >
          <IconHelp size={18} aria-hidden />
        </ActionIcon>
        {isWide ? (
          <Button
            px="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-keyshortcuts="N"
            onClick={props.onNew}
          >
            {t.newAppointment}
          </Button>
        ) : (
          <ActionIcon
            size={36}
            aria-label={t.newAppointment}
            aria-keyshortcuts="N"
            onClick={props.onNew}
          >
            <IconPlus size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </div>
  )
}

function MoreOf(props: More) {
  const [isWanted, setIsWanted] = useState(false)
  const closed = <MoreButton onClick={() => setIsWanted(true)} />
  if (!isWanted) return closed
  return <MoreMenu {...props} />
}

type TurnProps = Pick<Props, 'view' | 'date' | 'today' | 'onDate' | 'onNear'>

function Turns({ view, date, today, onDate, onNear }: TurnProps) {
  const t = useTexts(AGENDA_TEXTS)
  const turn = (steps: 1 | -1, label: string, Icon: typeof IconChevronLeft, keys: string) => {
    const next = turned(view, date, steps)
    return (
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label}
        aria-keyshortcuts={keys}
        onPointerEnter={() => onNear(next)}
        onFocus={() => onNear(next)}
        onClick={() => onDate(next)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <div className={classes.turns}>
      {turn(-1, t.previous[view], IconChevronLeft, 'K')}
      <Button variant="default" px="sm" aria-keyshortcuts="T" onClick={() => onDate(today)}>
        {t.today}
      </Button>
      {turn(1, t.next[view], IconChevronRight, 'J')}
    </div>
  )
}

type TitleProps = Pick<Props, 'date' | 'dates' | 'onDate'> & { readonly isShort: boolean }

/** The date. A press on it opens the calendar of the browser. */
export function Title({ date, dates, isShort, onDate }: TitleProps) {
  const t = useTexts(AGENDA_TEXTS)
  const written = useWritten()
  const input = useRef<HTMLInputElement>(null)
  const { language } = useLanguage()
  const [first = date, last = date] = [dates[0], dates.at(-1)]
  const text =
    first === last
      ? written.dayOf(first, isShort ? 'shortDay' : 'day')
      : rangeIn(LOCALES[language], first, last, isShort ? 'short' : 'long')
  const open = (): void => {
    try {
      input.current?.showPicker()
    } catch {
      // The browser has none: the date is typed.
    }
  }
  return (
    <div className={classes.title}>
      <h1>
        <span className={classes.heard}>{`${t.title}, `}</span>
        {text}
      </h1>
      <IconCalendar size={16} aria-hidden />
      <input
        ref={input}
        type="date"
        aria-label={t.date}
        value={date}
        onClick={open}
        onChange={({ currentTarget: { value } }) => value !== '' && onDate(value)}
      />
    </div>
  )
}

/** `16–22 de novembro` */
function rangeIn(locale: string, first: string, last: string, month: 'short' | 'long'): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month, timeZone: 'UTC' }).formatRange(
    Date.parse(first),
    Date.parse(last),
  )
}
