/** What each access may do, from the table that the service goes by. */
import { Table, Text } from '@mantine/core'
import { ACCESSES, mayCall } from '../../access/access.ts'
import { MAIN_TASKS } from '../../access/tasks.ts'
import { ACCESS_WORDS } from '../../access/words.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useLanguage, useTexts } from '../../words/language.tsx'
import { PEOPLE_TEXTS } from './texts.ts'

export function AccessTable({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(PEOPLE_TEXTS)
  const { names } = useTexts(ACCESS_WORDS)
  const { language } = useLanguage()
  return (
    <Dialog title={t.whatEachMay} onClose={onClose} size="xl">
      <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t.whatEachMay}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.task}</Table.Th>
              {ACCESSES.map((access) => (
                <Table.Th key={access} scope="col">
                  {names[access]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {MAIN_TASKS.map(({ words, call, isOwn }) => (
              <Table.Tr key={call}>
                <Table.Th scope="row" fw={400}>
                  {words[language]}
                </Table.Th>
                {ACCESSES.map((access) => (
                  <Table.Td key={access}>
                    {mayCall(access, call)
                      ? access === 'professional' && isOwn === true
                        ? t.own
                        : t.yes
                      : t.no}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed">
        {t.aboutOwn}
      </Text>
    </Dialog>
  )
}
