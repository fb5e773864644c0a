/** The access of a person, with what it may do in a few words. */
import { Anchor, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { ACCESSES, type Access } from '../../access/access.ts'
import { ACCESS_WORDS } from '../../access/words.ts'
import { useTexts } from '../../words/language.tsx'
import { AccessTable } from './access-table.tsx'
import { PEOPLE_TEXTS } from './texts.ts'

type Props = { readonly value: Access; readonly onChange: (access: Access) => void }

export function AccessSelect({ value, onChange }: Props) {
  const t = useTexts(PEOPLE_TEXTS)
  const { names, about } = useTexts(ACCESS_WORDS)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Radio.Group
        label={t.access}
        value={value}
        onChange={(next) => onChange(ACCESSES.find((one) => one === next) ?? value)}
      >
        <Stack gap="xs" mt="xs">
          {ACCESSES.map((one) => (
            <Radio key={one} value={one} label={names[one]} description={about[one]} />
          ))}
        </Stack>
      </Radio.Group>
      <Anchor component="button" type="button" size="sm" onClick={() => setIsOpen(true)}>
        {t.whatEachMay}
      </Anchor>
      {isOpen && <AccessTable onClose={() => setIsOpen(false)} />}
    </>
  )
}
