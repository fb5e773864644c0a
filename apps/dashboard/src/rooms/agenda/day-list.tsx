/** The agenda under a thumb: the days of the week to tap on, and one day as a list with its free times. */
import { Button, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconPlus } from '../../icons/icons.ts'
import { useWritten } from '../../time/written.ts'
import { useZone } from '../../session/me.tsx'
import { useTexts } from '../../words/language.tsx'
import type { Block, Row } from './cells.ts'
import { weekOf } from './days.ts'
import classes from './day-list.module.css'
import { dialOf } from './dial.ts'
import { fillVariables } from './fill.ts'
import { freeIn } from './free.ts'
import type { Place } from './ghost.ts'
import { HeldTime } from './held-time.tsx'
import { Named } from './named.tsx'
import { blockName, marksOf, presenceOf } from './naming.ts'
import { useNow } from './now-line.tsx'
import { Mark, MarkSymbols } from './status-marks.tsx'
import { AGENDA_TEXTS } from './texts.ts'

type Props = {
  readonly rows: readonly Row[]
  readonly date: string
  onOpen(block: Block): void
  onHold(id: number): void
  onBook(place: Place): void
  onDay(date: string): void
}

export function DayList({ rows, date, onOpen, onHold, onBook, onDay }: Props) {
  return (
    <Stack gap="md">
      <MarkSymbols />
      <WeekStrip date={date} onDay={onDay} />
      {rows.map((row) => (
        <RowList key={row.id} row={row} onOpen={onOpen} onHold={onHold} onBook={onBook} />
      ))}
    </Stack>
  )
}

export function WeekStrip({ date, onDay }: Pick<Props, 'date' | 'onDay'>) {
  const t = useTexts(AGENDA_TEXTS)
  const written = useWritten()
  const today = useNow().date
  return (
    <div className={classes.strip} role="group" aria-label={t.days}>
      {weekOf(date).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === date}
          aria-current={one === today ? 'date' : undefined}
          onClick={() => onDay(one)}
        >
          <Named name={written.dayOf(one)}>
            <span>{written.dayOf(one, 'shortDay').slice(0, 3)}</span>
            <strong>{Number(one.slice(8))}</strong>
          </Named>
        </button>
      ))}
    </div>
  )
}

type ListProps = Pick<Props, 'onOpen' | 'onHold' | 'onBook'> & { readonly row: Row }

function RowList({ row, onOpen, onHold, onBook }: ListProps) {
  const t = useTexts(AGENDA_TEXTS)
  const now = useNow()
  const zone = useZone()
  const [cell] = row.cells
  if (cell === undefined) return null
  const { clockAt } = dialOf('day', cell.date, zone)
  const items = [
    ...cell.blocks.map((block) => ({ from: block.from, block })),
    ...cell.holds.map(({ from, to, hold }) => ({ from, to, hold })),
    ...freeIn(cell, now).map((free) => ({ from: free.from, free })),
  ].toSorted((one, other) => one.from - other.from)
  return (
    <section aria-label={row.name}>
      <Title order={2} size="h5" mb={6}>
        {row.name}
      </Title>
      {items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.nothingHere}
        </Text>
      )}
      <Stack gap={6}>
        {items.map((item) => {
          if ('hold' in item) {
            const { hold, from, to } = item
            return (
              <HeldTime
                key={`hold${hold.hold_id} ${from}`}
                hold={hold}
                times={t.until(clockAt(from), clockAt(to))}
                className={classes.hold}
                onOpen={onHold}
              />
            )
          }
          if ('block' in item) {
            return (
              <BlockCard
                key={item.block.key}
                block={item.block}
                date={cell.date}
                professional={row.name}
                onOpen={onOpen}
              />
            )
          }
          const { from, to } = item.free
          return (
            <Button
              key={`free${from}`}
              variant="subtle"
              color="gray"
              fw={500}
              mih={44}
              justify="flex-start"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => onBook({ ...cell, span: { from, to } })}
            >
              <Named name={t.bookFree(row.name, clockAt(from), clockAt(to))}>
                {t.free(clockAt(from), clockAt(to))}
              </Named>
            </Button>
          )
        })}
      </Stack>
    </section>
  )
}

type CardProps = Pick<Props, 'onOpen'> & {
  readonly block: Block
  readonly date: string
  readonly professional: string
}

function BlockCard({ block, date, professional, onOpen }: CardProps) {
  const t = useTexts(AGENDA_TEXTS)
  const written = useWritten()
  const [first] = block.appointments
  const { session } = block
  const services = first.service_names.join(' + ')
  const colors = fillVariables(first.color)
  const name = blockName(block, { t, day: written.dayOf(date), professional })
  return (
    <UnstyledButton
      className={classes.card}
      style={colors}
      data-status={session === null ? first.status : 'SESSION'}
      onClick={() => onOpen(block)}
    >
      <Named name={name}>
        <span className={classes.times}>
          <strong>{block.starts}</strong>
          <span>{block.ends}</span>
        </span>
        <span className={classes.what}>
          <strong>{session === null ? first.client_name : services}</strong>
          {session === null && <span>{services}</span>}
          <span className={classes.status}>
            <Mark name={session === null ? (presenceOf(first) ?? first.status) : 'group'} />
            {session === null
              ? [t.statuses[first.status], ...marksOf(first, t)].join(' · ')
              : t.seats(session.taken, session.capacity)}
          </span>
        </span>
      </Named>
    </UnstyledButton>
  )
}
