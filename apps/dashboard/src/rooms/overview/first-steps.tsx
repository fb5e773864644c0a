/** What a new clinic still has to set up, below the page that its owner sees first. It goes when all is done. */
import { Anchor, CloseButton, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { IconCircleCheck, IconCircleDashed } from '../../icons/more.ts'
import { useMe } from '../../session/me.tsx'
import '../../styles-later.ts'
import { useTexts } from '../../words/language.tsx'
import { FIRST_DAY_TEXTS } from './first-day-texts.ts'
import styles from './overview.module.css'

const STEPS = [
  ['hours', '/hours'],
  ['services', '/services'],
  ['people', '/people'],
  ['page', '/public-page'],
  ['number', '/messages'],
  ['bank', '/settings'],
] as const

export default function FirstSteps() {
  const t = useTexts(FIRST_DAY_TEXTS)
  const { organization } = useMe()
  // In this browser: another owner may still want to see them.
  const keptAs = `first steps dismissed ${organization.id}`
  const [isDismissed, setIsDismissed] = useState(() => localStorage.getItem(keptAs) !== null)
  const { data } = useQuery(api.overview.firstDay.queryOptions({}, { enabled: !isDismissed }))
  if (isDismissed || data === undefined) return null
  const done = STEPS.filter(([step]) => data[step]).length
  if (done === STEPS.length) return null
  const dismiss = (): void => {
    localStorage.setItem(keptAs, 'yes')
    setIsDismissed(true)
  }
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      mt="md"
      className="no-print"
      aria-labelledby="first-steps"
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} size="h4" id="first-steps">
          {t.title}
        </Title>
        <CloseButton aria-label={t.dismiss} onClick={dismiss} />
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {t.about(done, STEPS.length)}
      </Text>
      <ul className={styles['steps']} aria-labelledby="first-steps">
        {STEPS.map(([step, to]) => (
          <li key={step} className={styles['step']}>
            {data[step] ? (
              <>
                <IconCircleCheck size={20} aria-hidden />
                <Text size="sm" c="dimmed">
                  {t.steps[step]} ({t.done})
                </Text>
              </>
            ) : (
              <>
                <IconCircleDashed size={20} aria-hidden />
                <Anchor
                  size="sm"
                  underline="always"
                  renderRoot={(props) => <Link to={to} {...props} />}
                >
                  {t.steps[step]}
                </Anchor>
              </>
            )}
          </li>
        ))}
      </ul>
    </Paper>
  )
}
