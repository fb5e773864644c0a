/** Another user changed the appointment: says who, what and when. */
import { Alert, Text } from '@mantine/core'
import { IconUsers } from '../../icons/icons.ts'
import { useState } from 'react'
import { useMe } from '../../session/me.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { CHANGE_TEXTS } from './change-texts.ts'
import { useChanges, useDeed, type Change } from './changes.ts'

type Props = {
  readonly appointmentId: number
  /** A call has just been refused: the last change was faster. */
  readonly isRefused: boolean
}

/** What leaves the appointment as it is. */
const HARMLESS: ReadonlySet<string> = new Set([
  'appointment.reminder_sent',
  'appointment.link_asked',
])

/** Shows nothing while there is no other change. */
export function FasterNote({ appointmentId, isRefused }: Props) {
  const t = useTexts(CHANGE_TEXTS)
  const written = useWritten()
  const deedOf = useDeed()
  const me = useMe()
  const { data } = useChanges(appointmentId)
  // The newest one when it was opened; not a time, since clocks differ. Empty: there was none.
  const [seen, setSeen] = useState<string | null>(null)
  if (seen === null && data !== undefined) setSeen(data.data[0]?.id ?? '')
  const isMine = ({ actor }: Change): boolean => actor.type === 'user' && actor.id === String(me.id)
  const isNew = ({ id }: Change): boolean => {
    const ids = data?.data.map((change) => change.id) ?? []
    return seen !== null && (!ids.includes(seen) || ids.indexOf(id) < ids.indexOf(seen))
  }
  const last = data?.data.find((change) => !HARMLESS.has(change.action))
  if (last === undefined || isMine(last)) return null
  if (!isRefused && !isNew(last)) return null
  return (
    <Alert
      role="status"
      color="orange"
      icon={<IconUsers aria-hidden />}
      title={t.faster(deedOf(last), written.moment(last.created_at))}
    >
      {isRefused && <Text size="sm">{t.fasterNote}</Text>}
    </Alert>
  )
}
