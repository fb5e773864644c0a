/** The bar of a phone: the date, today, and a sheet with the filters. The button that books stays under the thumb. */
import { ActionIcon, Button, Indicator } from '@mantine/core'
import { useState } from 'react'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { IconPlus, IconAdjustments } from '../../icons/icons.ts'
import { useTexts } from '../../words/language.tsx'
import { Title } from './bar.tsx'
import classes from './bar.module.css'
import type { Person } from './people.tsx'
import { AGENDA_TEXTS } from './texts.ts'

const FilterSheet = lazyPart(
  () => import('./filter-sheet.tsx'),
  (file) => file.default,
)

type Props = {
  readonly date: string
  readonly today: string
  readonly people: readonly Person[]
  readonly chosen: readonly number[]
  readonly isCancelledShown: boolean
  onDate(date: string): void
  onChosen(ids: readonly number[]): void
  onCancelled(isShown: boolean): void
  onBlock(): void
  onHelp(): void
  onNew(): void
}

export function PhoneBar(props: Props) {
  const { date, today, chosen, isCancelledShown } = props
  const t = useTexts(AGENDA_TEXTS)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className={`${classes.phone} no-print`}>
        <Title date={date} dates={[date]} isShort onDate={props.onDate} />
        <div className={classes.turns}>
          {date !== today && (
            <Button variant="default" px="sm" h={44} onClick={() => props.onDate(today)}>
              {t.today}
            </Button>
          )}
          <Indicator disabled={chosen.length === 0 && !isCancelledShown} offset={4}>
            <ActionIcon
              variant="default"
              size={44}
              aria-label={t.filters}
              onClick={() => setOpen(true)}
            >
              <IconAdjustments size={20} aria-hidden />
            </ActionIcon>
          </Indicator>
        </div>
      </div>
      <ActionIcon
        className={`${classes.plus} no-print`}
        size={56}
        radius="xl"
        aria-label={t.newAppointment}
        onClick={props.onNew}
      >
        <IconPlus size={26} aria-hidden />
      </ActionIcon>
      {isOpen && <FilterSheet {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
