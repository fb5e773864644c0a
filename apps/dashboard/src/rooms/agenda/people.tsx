/** Whose columns a day has, and whose week it is. */
import { Button, Popover } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconChevronDown } from '../../icons/icons.ts'
import { useTexts } from '../../words/language.tsx'
import classes from './bar.module.css'
import type { View } from './days.ts'
import { AGENDA_TEXTS } from './texts.ts'

const PeopleList = lazy(async () => ({ default: (await import('./people-list.tsx')).PeopleList }))

export type Person = { readonly id: number; readonly name: string }

export type Choosing = {
  readonly view: View
  readonly people: readonly Person[]
  /** Those of a day; empty: all. */
  readonly chosen: readonly number[]
  /** Whose week it is; null: it is not known yet. */
  readonly whose: number | null
  onChosen(ids: readonly number[]): void
  onWhose(id: number): void
}

/** In the bar. */
export function People(props: Choosing) {
  const { view, people, chosen, whose } = props
  const t = useTexts(AGENDA_TEXTS)
  const [isOpen, setOpen] = useState(false)
  const named = (id: number | null): string => people.find((one) => one.id === id)?.name ?? '—'
  const [first = null] = chosen
  const text =
    view === 'week'
      ? named(whose)
      : people.length === 1
        ? named(people[0]?.id ?? null)
        : chosen.length === 0
          ? t.everybody
          : chosen.length === 1
            ? named(first)
            : t.several(chosen.length)
  return (
    <Popover
      position="bottom-end"
      width={280}
      opened={isOpen}
      onChange={setOpen}
      trapFocus
      shadow="md"
    >
      <Popover.Target>
        <Button
          variant="default"
          px="sm"
          className={classes.people}
          title={text}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.heard}>{`${t.professionals}: `}</span>
          {text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.professionals}>
        <Suspense>
          <PeopleList
            {...props}
            onWhose={(id) => {
              setOpen(false)
              props.onWhose(id)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
