/** The queue in columns: who waits, who was called, who is served, and who is done. */
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import type { Entry, useEnded } from './entries.ts'
import styles from './board.module.css'
import type { Steps } from './steps.ts'
import { QUEUE_TEXTS } from './texts.ts'

type Props = {
  /** Null: they are being read. */
  readonly entries: readonly Entry[] | null
  readonly ended: ReturnType<typeof useEnded>
  readonly steps: Pick<Steps, 'undo' | 'isBusy'>
  card(entry: Entry): ReactNode
}

export function Board({ entries, ended, steps, card }: Props) {
  const t = useTexts(QUEUE_TEXTS)
  const of = (status: Entry['status']) => (entries ?? []).filter((one) => one.status === status)
  const skipped = of('SKIPPED')
  const isLoading = entries === null
  return (
    <div className={styles['columns']}>
      <Column
        name={t.waiting}
        entries={of('WAITING')}
        none={t.noOneWaiting}
        isLoading={isLoading}
        card={card}
      >
        {skipped.length > 0 && <Part name={t.skipped} entries={skipped} card={card} />}
      </Column>
      <Column
        name={t.called}
        entries={of('CALLED')}
        none={t.noOneCalled}
        isLoading={isLoading}
        card={card}
      />
      <Column
        name={t.inService}
        entries={of('IN_SERVICE')}
        none={t.noOneInService}
        isLoading={isLoading}
        card={card}
      />
      <Ended ended={ended} steps={steps} />
    </div>
  )
}

type ColumnProps = {
  readonly name: string
  readonly entries: readonly Entry[]
  readonly none: string
  readonly isLoading: boolean
  readonly card: Props['card']
  readonly children?: ReactNode
}

function Column({ name, entries, none, isLoading, card, children }: ColumnProps) {
  const t = useTexts(QUEUE_TEXTS)
  const { loading } = useTexts(EVERYWHERE)
  const written = useWritten()
  const id = useId()
  return (
    <section className={styles['column']} aria-labelledby={id} aria-busy={isLoading}>
      <Title order={2} size="h5" mb="xs" id={id}>
        {t.columnOf(name, written.count(entries.length))}
      </Title>
      {isLoading ? (
        <Stack gap="xs" role="status" aria-label={loading}>
          <Skeleton h={110} />
          <Skeleton h={110} />
        </Stack>
      ) : entries.length === 0 ? (
        <Text size="sm">{none}</Text>
      ) : (
        <ul className={styles['list']} aria-labelledby={id}>
          {entries.map(card)}
        </ul>
      )}
      {children}
    </section>
  )
}

function Part({ name, entries, card }: Pick<ColumnProps, 'name' | 'entries' | 'card'>) {
  const t = useTexts(QUEUE_TEXTS)
  const written = useWritten()
  const id = useId()
  return (
    <>
      <Title order={3} size="h6" mt="md" mb="xs" id={id}>
        {t.columnOf(name, written.count(entries.length))}
      </Title>
      <ul className={styles['list']} aria-labelledby={id}>
        {entries.map(card)}
      </ul>
    </>
  )
}

function Ended({ ended, steps }: Pick<Props, 'ended' | 'steps'>) {
  const t = useTexts(QUEUE_TEXTS)
  const { more, undo } = useTexts(EVERYWHERE)
  const written = useWritten()
  const id = useId()
  const { entries, hasNextPage, error } = ended
  return (
    <section className={styles['column']} aria-labelledby={id}>
      <Title order={2} size="h5" mb="xs" id={id}>
        {t.done}
      </Title>
      <RefusedNote error={error} onRetry={() => void ended.refetch()} />
      {entries?.length === 0 && <Text size="sm">{t.noOneDone}</Text>}
      <ul className={styles['done']} aria-labelledby={id}>
        {entries?.map((entry) => (
          <li key={entry.id}>
            <Text size="sm" fw={500} className={styles['name']} dir="auto">
              {entry.client.name}
            </Text>
            <Text size="xs" className={styles['name']}>
              <EndOf entry={entry} />
            </Text>
            {entry.status !== 'CANCELLED' && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t.undoOne(entry.client.name)}
                disabled={steps.isBusy}
                onClick={() => steps.undo(entry)}
              >
                {undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          mt="xs"
          variant="default"
          size="compact-md"
          loading={ended.isFetchingNextPage}
          onClick={() => void ended.fetchNextPage()}
        >
          {written.count(entries?.length ?? 0)} · {more}
        </Button>
      )}
    </section>
  )
}

function EndOf({ entry }: { readonly entry: Entry }) {
  const t = useTexts(QUEUE_TEXTS)
  const written = useWritten()
  const { status, cancellation_reason: reason } = entry
  if (status !== 'COMPLETED' && status !== 'NO_SHOW' && status !== 'CANCELLED') return null
  const at = {
    COMPLETED: entry.completed_at,
    NO_SHOW: entry.no_show_at,
    CANCELLED: entry.cancelled_at,
  }
  const when = at[status]
  return [
    when === null ? t.ended[status] : t.endedAt(t.ended[status], written.time(when)),
    ...(reason === null ? [] : [t.reasons[reason] ?? reason]),
    entry.service.name,
  ].join(' · ')
}
