/** Names to choose from: several of a day, one of a week. */
import { Button, Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { IconSearch } from '../../icons/icons.ts'
import { useTexts } from '../../words/language.tsx'
import classes from './bar.module.css'
import { SIDE_BY_SIDE } from './days.ts'
import type { Choosing } from './people.tsx'
import { AGENDA_TEXTS } from './texts.ts'

/** From so many on a name is looked for. */
const SEARCH_FROM = 9

export function PeopleList({ view, people, chosen, whose, onChosen, onWhose }: Choosing) {
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
