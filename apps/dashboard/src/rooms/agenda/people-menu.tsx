/** The list of people. It opens as soon as it is there: it is loaded by the press that asks for it. */
import { Popover } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../../words/language.tsx'
import { PeopleList } from './people-list.tsx'
import { PeopleButton, type Choosing } from './people.tsx'
import { AGENDA_TEXTS } from './texts.ts'

export default function PeopleMenu(props: Choosing) {
  const t = useTexts(AGENDA_TEXTS)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(true), [])
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
        <PeopleButton choosing={props} onClick={() => setOpen(!isOpen)} />
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
