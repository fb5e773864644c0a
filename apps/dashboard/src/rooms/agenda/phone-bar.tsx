/** The bar of a phone: the date, today, and a sheet with the filters. The button that books stays under the thumb. */
import { ActionIcon, Button, Drawer, Indicator, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { IconPlus, IconAdjustments } from '../../icons/icons.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { Title } from './bar.tsx'
import classes from './bar.module.css'
import { PeopleList } from './people-list.tsx'
import type { Person } from './people.tsx'
import { AGENDA_TEXTS } from './texts.ts'

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
  const { date, today, people, chosen, isCancelledShown } = props
  const t = useTexts(AGENDA_TEXTS)
  const { close } = useTexts(EVERYWHERE)
  const [isOpen, setOpen] = useState(false)
  const andClose = (act: () => void) => () => {
    setOpen(false)
    act()
  }
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
          <Indicator disabled={chosen.length === 0 && !isCancelledShown} color="teal.9" offset={4}>
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
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        size="auto"
        title={t.filters}
        closeButtonProps={{ 'aria-label': close }}
      >
        <Stack>
          <PeopleList
            view="day"
            people={people}
            chosen={chosen}
            whose={null}
            onChosen={props.onChosen}
            onWhose={() => undefined}
          />
          <Switch
            label={t.showCancelled}
            checked={isCancelledShown}
            onChange={({ currentTarget: { checked } }) => props.onCancelled(checked)}
          />
          <Button variant="default" onClick={andClose(props.onBlock)}>
            {t.block}
          </Button>
          <Button variant="default" onClick={andClose(props.onHelp)}>
            {t.legend}
          </Button>
        </Stack>
      </Drawer>
    </>
  )
}
