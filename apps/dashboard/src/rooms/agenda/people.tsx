/** Whose columns a day has, and whose week it is. */
import { Button, Checkbox, Popover, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { IconChevronDown, IconSearch } from '../../icons/icons.ts'
import { useTexts } from '../../words/language.tsx'
import classes from './bar.module.css'
import { SIDE_BY_SIDE, type View } from './days.ts'
import { AGENDA_TEXTS } from './texts.ts'

export type Person = { readonly id: number; readonly name: string }

type Props = {
  readonly view: View
  readonly people: readonly Person[]
  /** Those of a day; empty: all. */
  readonly chosen: readonly number[]
  /** Whose week it is; null: it is not known yet. */
  readonly whose: number | null
  onChosen(ids: readonly number[]): void
  onWhose(id: number): void
}

/** From so many on a name is looked for. */
const SEARCH_FROM = 9

/** In the bar. */
export function People(props: Props) {
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
        <PeopleList
          {...props}
          onWhose={(id) => {
            setOpen(false)
            props.onWhose(id)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/** In the bar or in the sheet of a phone. */
export function PeopleList({ view, people, chosen, whose, onChosen, onWhose }: Props) {
  const t = useTexts(AGENDA_TEXTS)
  const [wanted, setWanted] = useState('')
  const found = people.filter(({ name }) => folded(name).includes(folded(wanted)))
  return (
    <Stack gap="xs">
      {people.length >= SEARCH_FROM && (
        <TextInput
          aria-label={t.findPerson}
          placeholder={t.findPerson}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={wanted}
          onChange={({ currentTarget: { value } }) => setWanted(value)}
        />
      )}
      <div className={classes.list}>
        {view === 'week' ? (
          <Radio.Group
            aria-label={t.professionals}
            value={String(whose)}
            onChange={(value) => onWhose(Number(value))}
          >
            <Stack gap="sm">
              {found.map(({ id, name }) => (
                <Radio key={id} value={String(id)} label={name} />
              ))}
            </Stack>
          </Radio.Group>
        ) : (
          <Checkbox.Group
            aria-label={t.professionals}
            value={chosen.map(String)}
            onChange={(values) => onChosen(values.map(Number))}
          >
            <Stack gap="sm">
              {found.map(({ id, name }) => (
                <Checkbox key={id} value={String(id)} label={name} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      </div>
      {view === 'day' && (
        <>
          <Button variant="default" disabled={chosen.length === 0} onClick={() => onChosen([])}>
            {t.showEverybody}
          </Button>
          {people.length > SIDE_BY_SIDE && (
            <Text size="xs" c="dimmed">
              {t.sideBySide(SIDE_BY_SIDE)}
            </Text>
          )}
        </>
      )}
    </Stack>
  )
}

/** Without accents and capitals. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
