/** Which days and whose: date, period, professionals, and what can be begun. */
import { ActionIcon, Button, Group, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPlus, IconPrinter } from '../../icons/icons.ts'
import { lazy, Suspense } from 'react'
import { useIsQuiet } from '../../api/quiet.ts'
import { useTexts } from '../../words/language.tsx'
import { turned, type View } from './days.ts'
import { AGENDA_TEXTS } from './texts.ts'

const PeopleFilter = lazy(() => import('./people-filter.tsx'))

export type Props = {
  readonly view: View
  readonly date: string
  readonly today: string
  readonly isNarrow: boolean
  readonly professionals: readonly { readonly id: number; readonly name: string }[]
  readonly chosen: readonly number[]
  onDate(date: string): void
  onView(view: View): void
  onChosen(ids: readonly number[]): void
}

export function Toolbar(props: Props) {
  const { view, date, today, isNarrow, professionals, chosen } = props
  const t = useTexts(AGENDA_TEXTS)
  const isQuiet = useIsQuiet()
  const waiting = <Skeleton h={36} flex="1 1 220px" maw={isNarrow ? undefined : 420} />
  const turn = (steps: number): void => props.onDate(turned(view, date, steps))
  return (
    <Group gap="xs" mb="sm" className="no-print">
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t.previous[view]}
          onClick={() => turn(-1)}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Button variant="default" px="sm" aria-keyshortcuts="T" onClick={() => props.onDate(today)}>
          {t.today}
        </Button>
        <ActionIcon variant="default" size={36} aria-label={t.next[view]} onClick={() => turn(1)}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <TextInput
        type="date"
        aria-label={t.date}
        value={date}
        onChange={({ currentTarget: { value } }) => value !== '' && props.onDate(value)}
        w={150}
      />
      {!isNarrow && (
        <SegmentedControl
          aria-label={t.view}
          value={view}
          onChange={(next) => props.onView(next === 'week' ? 'week' : 'day')}
          data={[
            { value: 'day', label: t.views.day },
            { value: 'week', label: t.views.week },
          ]}
        />
      )}
      {isQuiet ? (
        <Suspense fallback={waiting}>
          <PeopleFilter {...{ professionals, chosen, onChosen: props.onChosen, isNarrow }} />
        </Suspense>
      ) : (
        waiting
      )}
    </Group>
  )
}

type Begin = {
  /** Null where nothing is printed. */
  readonly onPrint: (() => void) | null
  onNew(): void
}

export function BeginButtons({ onPrint, onNew }: Begin) {
  const t = useTexts(AGENDA_TEXTS)
  return (
    <>
      {onPrint !== null && (
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={onPrint}
        >
          {t.print}
        </Button>
      )}
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-keyshortcuts="N"
        onClick={onNew}
      >
        {t.newAppointment}
      </Button>
    </>
  )
}
