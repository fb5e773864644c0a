/** What a series would be: how many of its dates fit, and why the others do not. */
import { Alert, List, Text } from '@mantine/core'
import { IconCalendarRepeat } from '../../icons/more.ts'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { PROBLEM_TEXTS } from '../../words/problems.ts'
import { NEW_TEXTS } from './new-texts.ts'
import type { Series } from './use-booking.ts'

export function SeriesDates({ series }: { readonly series: Series }) {
  const t = useTexts(NEW_TEXTS)
  const problems = useTexts(PROBLEM_TEXTS)
  const written = useWritten()
  const { appointments, refused } = series
  return (
    <Alert
      role="status"
      color={refused.length === 0 ? 'teal' : 'yellow'}
      icon={<IconCalendarRepeat aria-hidden />}
      title={t.fits(appointments.length, appointments.length + refused.length)}
    >
      <Text size="sm">{appointments.map((one) => written.shortDay(one.start)).join(' · ')}</Text>
      {refused.length > 0 && (
        <>
          <Text size="sm" mt="xs" fw={600}>
            {t.doNotFit}
          </Text>
          <List size="sm">
            {refused.map((one) => (
              <List.Item key={one.local_start}>
                {written.dayOf(one.local_start.slice(0, 10))}: {problems[one.code]}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  )
}
