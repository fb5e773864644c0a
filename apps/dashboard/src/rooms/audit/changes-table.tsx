/** What each field was and is. */
import { Code, Table } from '@mantine/core'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { FIELD_NAMES } from './field-names.ts'
import type { Entry } from './kinds.ts'
import { AUDIT_TEXTS } from './texts.ts'
import { valueText } from './value-text.ts'

type Props = { readonly changes: NonNullable<Entry['changes']>; readonly label: string }

export function ChangesTable({ changes, label }: Props) {
  const t = useTexts(AUDIT_TEXTS)
  const { yes, no, none } = useTexts(EVERYWHERE)
  const names: Readonly<Record<string, string>> = useTexts(FIELD_NAMES)
  const written = useWritten()
  const words = { yes, no, nothing: none, moment: written.moment }
  return (
    <Table.ScrollContainer
      minWidth={280}
      mt="xs"
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }}
    >
      <Table aria-label={label} verticalSpacing={4} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.field}</Table.Th>
            <Table.Th>{t.was}</Table.Th>
            <Table.Th>{t.is}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(changes).map(([field, { from, to }]) => (
            <Table.Tr key={field}>
              <Table.Th scope="row" fw={400}>
                {names[field] ?? <Code>{field}</Code>}
              </Table.Th>
              <Table.Td>{valueText(from, words)}</Table.Td>
              <Table.Td>{valueText(to, words)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
