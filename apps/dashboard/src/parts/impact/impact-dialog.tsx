/** The appointments that a change would leave without their place, and what happens to each of them. */
import { Alert, Button, Stack, Text, TextInput, useMatches } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTexts } from '../../words/language.tsx'
import { BackButton, Dialog, DialogFooter } from '../dialog.tsx'
import { RefusedNote } from '../refused-note.tsx'
import { useSingle } from '../use-single.ts'
import { ActionChoice } from './action-choice.tsx'
import {
  isStale,
  type Action,
  type Choice,
  type HoldAction,
  type Impact,
  type ImpactfulChange,
} from './change.ts'
import { ConcernedList } from './concerned-list.tsx'
import { HeldList } from './held-list.tsx'
import { IMPACT_TEXTS } from './texts.ts'

const ACTIONS: readonly Action[] = ['keep', 'move', 'cancel']
const TYPING_MS = 300

type Props = {
  readonly change: ImpactfulChange
  readonly first: Impact
  onDone(impact: Impact): void
  onClose(): void
}

export function ImpactDialog({ change, first, onDone, onClose }: Props) {
  const t = useTexts(IMPACT_TEXTS)
  const isNarrow = useMatches({ base: true, sm: false })
  const actions = change.actions ?? ACTIONS
  const [forAll, setForAll] = useState<Action>('keep')
  const [single, setSingle] = useState<ReadonlyMap<number, Action>>(new Map())
  const [holds, setHolds] = useState<HoldAction>('keep')
  const [reason, setReason] = useState('')
  const [opened] = useState(() => crypto.randomUUID())
  /** Another one makes a new preview. */
  const [round, setRound] = useState(0)
  const choice = useMemo(() => {
    const decisions = [...single].map(([appointment_id, action]) => ({ appointment_id, action }))
    const given = change.takesReason && reason.trim() !== '' ? { reason: reason.trim() } : {}
    return { round, sent: { appointments: forAll, decisions, holds, ...given } satisfies Choice }
  }, [round, forAll, single, holds, reason, change])
  const [asked] = useDebouncedValue(choice, TYPING_MS)
  const isFirst =
    asked.round === 0 &&
    asked.sent.appointments === 'keep' &&
    asked.sent.holds === 'keep' &&
    asked.sent.decisions.length === 0
  const shown = useQuery({
    queryKey: ['impact', opened, asked],
    queryFn: async () => (await change.send({ ...asked.sent, preview: true })).impact,
    initialData: isFirst ? first : undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const impact = shown.data ?? first
  const saving = useMutation({
    mutationFn: () => change.send({ ...choice.sent, version: impact.version }),
    onSuccess: (answer) => onDone(answer.impact),
    onError: (error) => {
      if (!isStale(error)) return
      // A decision about what is no longer concerned would be refused.
      setSingle(new Map())
      setRound(round + 1)
    },
  })
  const save = useSingle(saving.mutateAsync)
  const hasChanged = isStale(saving.error)
  const isShown = choice === asked && !shown.isFetching && shown.error === null
  return (
    <Dialog
      onClose={onClose}
      title={t.title(impact.total, impact.holds.length)}
      size="xl"
      isWhole={isNarrow}
    >
      <Stack gap="md">
        <Text size="sm">{t.about(change.title)}</Text>
        {hasChanged && (
          <Alert role="alert" color="orange" title={t.changedTitle}>
            {t.changed}
          </Alert>
        )}
        {impact.total > 0 && (
          <ActionChoice<Action>
            label={t.forAll}
            actions={actions}
            words={t.actions}
            notes={t.actionNotes}
            value={forAll}
            onChange={setForAll}
          />
        )}
        {impact.total > 0 && change.takesReason && (
          <TextInput
            label={t.reason}
            description={t.reasonNote}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <RefusedNote error={shown.error} onRetry={() => void shown.refetch()} />
        {impact.total > 0 && (
          <ConcernedList
            impact={impact}
            actions={actions}
            forAll={forAll}
            single={single}
            onDecide={(appointment, action) =>
              setSingle((before) => new Map(before).set(appointment, action))
            }
          />
        )}
        {impact.holds.length > 0 && (
          <HeldList holds={impact.holds} value={holds} onChange={setHolds} />
        )}
        {!hasChanged && <RefusedNote error={saving.error} />}
        {impact.total > 0 && (
          <Text size="sm" fw={600} role="status">
            {t.outcome(impact)}
          </Text>
        )}
        <DialogFooter>
          <BackButton isDisabled={saving.isPending}>{t.giveUp}</BackButton>
          <Button onClick={() => save()} loading={saving.isPending} disabled={!isShown}>
            {t.save}
          </Button>
        </DialogFooter>
      </Stack>
    </Dialog>
  )
}
