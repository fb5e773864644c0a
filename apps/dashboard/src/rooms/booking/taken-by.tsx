/** Who has the time that was just refused, and who of the team was faster. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { useChanges, useDeed } from './changes.ts'
import { NEW_TEXTS } from './new-texts.ts'

type Props = {
  readonly start: string
  /** Null: any who is free. Then no one in particular has it. */
  readonly professionalId: number | null
}

/** An appointment that is still going on began at most this long ago. */
export const LONGEST_MS = 12 * 3_600_000

export function TakenBy({ start, professionalId }: Props) {
  const at = Date.parse(start)
  const around = useQuery(
    api.appointments.list.queryOptions(
      {
        from: new Date(at - LONGEST_MS).toISOString(),
        to: new Date(at + 60_000).toISOString(),
        status: ['PENDING', 'CONFIRMED', 'COMPLETED'],
        ...(professionalId !== null && { professional_id: professionalId }),
        limit: 200,
      },
      { enabled: professionalId !== null },
    ),
  )
  const holder = around.data?.data.findLast((one) => Date.parse(one.end) > at)
  return holder === undefined ? null : <Holder {...holder} />
}

type HolderProps = {
  readonly id: number
  readonly start: string
  readonly client: { readonly name: string }
}

function Holder({ id, start, client }: HolderProps) {
  const t = useTexts(NEW_TEXTS)
  const written = useWritten()
  const deedOf = useDeed()
  const [last] = useChanges(id).data?.data ?? []
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {t.takenBy(client.name, written.time(start))}
      {last !== undefined && ` ${deedOf(last)}, ${written.moment(last.created_at)}.`}
    </Text>
  )
}
