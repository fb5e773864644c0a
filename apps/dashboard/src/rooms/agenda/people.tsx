/** Whose columns a day has, and whose week it is. */
import { Button, type ButtonProps } from '@mantine/core'
import { useState, type ComponentProps } from 'react'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { IconChevronDown } from '../../icons/icons.ts'
import { useTexts } from '../../words/language.tsx'
import classes from './bar.module.css'
import type { View } from './days.ts'
import { AGENDA_TEXTS } from './texts.ts'

const PeopleMenu = lazyPart(
  () => import('./people-menu.tsx'),
  (file) => file.default,
  (props) => <PeopleButton choosing={props} />,
)

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
  const [isWanted, setIsWanted] = useState(false)
  const closed = <PeopleButton choosing={props} onClick={() => setIsWanted(true)} />
  if (!isWanted) return closed
  return <PeopleMenu {...props} />
}

type Props = ButtonProps & ComponentProps<'button'> & { readonly choosing: Choosing }

/** With what the list gives its button, such as whether it is open. */
export function PeopleButton({ choosing, ...rest }: Props) {
  const { view, people, chosen, whose } = choosing
  const t = useTexts(AGENDA_TEXTS)
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
    <Button
      variant="default"
      px="sm"
      className={classes.people}
      title={text}
      rightSection={<IconChevronDown size={16} aria-hidden />}
      aria-haspopup="dialog"
      {...rest}
    >
      <span className={classes.heard}>{`${t.professionals}: `}</span>
      {text}
    </Button>
  )
}
