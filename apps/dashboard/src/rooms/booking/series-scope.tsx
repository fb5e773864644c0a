/** What a change of a series concerns, and what it would change. */
import { Alert, List, Radio, Stack, Text } from '@mantine/core'
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { PROBLEM_TEXTS } from '../../words/problems.ts'
import { DIALOG_TEXTS } from './dialog-texts.ts'

export const SCOPES = ['one', 'following', 'all'] as const
export type Scope = (typeof SCOPES)[number]

export type SeriesChange = inferRouterOutputs<AppRouter>['appointments']['cancelSeries']

type Props = {
  readonly label: string
  readonly scopes: readonly Scope[]
  readonly value: Scope
  onChange(scope: Scope): void
}

export function ScopeField({ label, scopes, value, onChange }: Props) {
  const t = useTexts(DIALOG_TEXTS)
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={(chosen) => onChange(scopes.find((scope) => scope === chosen) ?? value)}
    >
      <Stack gap="xs" mt={6}>
        {scopes.map((scope) => (
          <Radio key={scope} value={scope} label={t[scope]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

export function SeriesChangeNote({ change }: { readonly change: SeriesChange }) {
  const t = useTexts(DIALOG_TEXTS)
  const problems = useTexts(PROBLEM_TEXTS)
  const written = useWritten()
  const { appointments, kept } = change
  return (
    <Alert
      role="status"
      color={kept.length === 0 ? 'teal' : 'yellow'}
      title={t.changes(appointments.length)}
    >
      <Text size="sm">{appointments.map((one) => written.shortDay(one.start)).join(' · ')}</Text>
      {kept.length > 0 && (
        <>
          <Text size="sm" mt="xs" fw={600}>
            {t.kept}
          </Text>
          <List size="sm">
            {kept.map((one) => (
              <List.Item key={one.appointment_id}>
                {written.moment(one.start)}: {problems[one.code]}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  )
}
