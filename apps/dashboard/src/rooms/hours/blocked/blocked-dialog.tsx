/** Blocks time of one professional or of the whole clinic, once; or a break of one professional in every week. */
import { Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useMay } from '../../../access/use-may.ts'
import { api, cache, scheduling } from '../../../api/client.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useImpact } from '../../../parts/impact/use-impact.tsx'
import { ProfessionalSelect } from '../../../parts/professional-select.tsx'
import { useTell } from '../../../parts/tell.tsx'
import { useProfessionals } from '../../../parts/whole-lists.ts'
import { useMe, useZone } from '../../../session/me.tsx'
import { instantAt, minuteOf, today } from '../../../time/wall-clock.ts'
import { useWritten } from '../../../time/written.ts'
import { EVERYWHERE } from '../../../words/everywhere.ts'
import { useTexts } from '../../../words/language.tsx'
import { useWeekdayName, WEEKDAYS } from '../week/weekdays.ts'
import { BLOCKED_TEXTS } from './texts.ts'
import { REPEATS, useWeeklyBreak, type Repeat } from './use-weekly-break.ts'
import { writeWhen } from './when.ts'

type Moment = { readonly date: string; readonly time: string }

type Props = {
  readonly professionalId: number | null
  /** Some hours, to begin with; left out: the whole of today. */
  readonly hours?: { readonly from: Moment; readonly to: Moment } | undefined
  readonly onClose: () => void
}

export function BlockedDialog({ professionalId, hours, onClose }: Props) {
  const t = useTexts(BLOCKED_TEXTS)
  const { required } = useTexts(EVERYWHERE)
  const written = useWritten()
  const zone = useZone()
  const tell = useTell()
  const impact = useImpact()
  const { rows } = useProfessionals()
  const id = useId()
  const me = useMe()
  // A professional blocks the own time alone.
  const isOwn = me.access === 'professional'
  const [who, setWho] = useState(professionalId ?? (isOwn ? me.professional_id : null))
  const [isWhole, setWhole] = useState(hours === undefined)
  const [from, setFrom] = useState(hours?.from ?? { date: today(zone), time: '08:00' })
  const [to, setTo] = useState(hours?.to ?? { date: today(zone), time: '09:00' })
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [wanted, setWanted] = useState<Repeat>('once')
  /** Null: that of the date. */
  const [chosenDay, setChosenDay] = useState<number | null>(null)
  const weekdayName = useWeekdayName()
  const may = useMay()
  const name = who === null ? t.everybody : (rows?.find((one) => one.id === who)?.name ?? '')

  const obstacle = !may('schedule.setWeek')
    ? 'access'
    : isWhole
      ? 'whole'
      : who === null
        ? 'everybody'
        : null
  const repeat = obstacle === null ? wanted : 'once'
  const isRepeated = repeat !== 'once'
  const weekday = chosenDay ?? new Date(`${from.date || today(zone)}T12:00:00Z`).getUTCDay()
  const weekly = useWeeklyBreak({
    professionalId: isRepeated ? who : null,
    weekday: repeat === 'weekday' ? weekday : null,
    from: minuteOf(from.time),
    to: minuteOf(to.time),
  })

  const isMissing = (at: typeof from) => at.date === '' || (!isWhole && at.time === '')
  const textOf = (at: typeof from) =>
    isWhole ? at.date : instantAt(`${at.date} ${at.time}:00`, zone)
  const start = isMissing(from) ? null : textOf(from)
  const end = isMissing(to) ? null : textOf(to)
  const faultOf = (at: typeof from, written: string | null) =>
    isMissing(at) ? required : written === null ? t.skipped : null
  const isBackwards =
    start !== null &&
    end !== null &&
    (isWhole ? from.date > to.date : Date.parse(start) >= Date.parse(end))
  const fromFault = faultOf(from, start)
  const toFault = faultOf(to, end) ?? (isBackwards ? t.backwards : null)
  const breakFault =
    from.time === '' || to.time === ''
      ? required
      : from.time >= to.time
        ? t.sameDay
        : weekly.weekdays?.length === 0
          ? t.notWorked
          : null

  const saveBreak = (): void => {
    setTried(true)
    if (weekly.weekdays === null || breakFault !== null) return
    const days = weekly.weekdays.map((one) => weekdayName(one, 'long')).join(', ')
    const when = `${days}, ${from.time}–${to.time}`
    setRefusal(null)
    impact.save({
      title: t.changeWeek(name, when),
      takesReason: true,
      send: weekly.send,
      onRefused: setRefusal,
      onDone(result) {
        weekly.done(result, t.savedWeek(when))
        onClose()
      },
    })
  }
  const save = (): void => {
    setTried(true)
    if (start === null || end === null || isBackwards) return
    const when = isWhole
      ? start === end
        ? written.dayOf(start)
        : `${written.dayOf(start, 'date')} – ${written.dayOf(end, 'date')}`
      : writeWhen({ start, end, all_day: false }, written, zone)
    const given = reason.trim()
    setRefusal(null)
    impact.save({
      title: t.change(name, when),
      // The one of the blocked time is stored with what is moved or cancelled for it.
      takesReason: false,
      send: (choice) =>
        scheduling.schedule.createBlockedTime.mutate({
          professional_id: who,
          start,
          end,
          all_day: isWhole,
          ...(given !== '' && { reason: given }),
          ...choice,
        }),
      onRefused: setRefusal,
      onDone() {
        void cache.invalidateQueries(api.schedule.pathFilter())
        tell.done(t.saved(when))
        onClose()
      },
    })
  }
  if (impact.dialog !== null) return impact.dialog
  const fromTime = (
    <TextInput
      type="time"
      label={t.fromTime}
      value={from.time}
      onChange={(event) => setFrom({ ...from, time: event.currentTarget.value })}
    />
  )
  const toTime = (
    <TextInput
      type="time"
      label={t.toTime}
      value={to.time}
      error={isRepeated && isTried && breakFault !== null ? breakFault : undefined}
      onChange={(event) => setTo({ ...to, time: event.currentTarget.value })}
    />
  )
  return (
    <ConfirmDialog
      title={t.title}
      confirmLabel={t.save}
      isBusy={impact.isBusy}
      isDisabled={isRepeated && weekly.weekdays === null}
      error={refusal ?? weekly.error}
      onConfirm={isRepeated ? saveBreak : save}
      onClose={onClose}
    >
      <ProfessionalSelect
        label={t.who}
        value={who}
        onChange={setWho}
        {...(!isOwn && { none: 'everybody' as const })}
      />
      <Stack gap={4} role="group" aria-labelledby={id}>
        <Text size="sm" fw={600} id={id}>
          {t.kind}
        </Text>
        <SegmentedControl
          aria-labelledby={id}
          value={isWhole ? 'days' : 'hours'}
          onChange={(next) => setWhole(next === 'days')}
          data={[
            { value: 'days', label: t.days },
            { value: 'hours', label: t.hours },
          ]}
        />
      </Stack>
      <Select
        label={t.repeat}
        description={obstacle === null ? (isRepeated ? t.aboutRepeat : null) : t.noRepeat[obstacle]}
        disabled={obstacle !== null}
        data={REPEATS.map((one) => ({ value: one, label: t.repeats[one] }))}
        value={repeat}
        allowDeselect={false}
        onChange={(next) => setWanted(REPEATS.find((one) => one === next) ?? 'once')}
      />
      {repeat === 'weekday' && (
        <Select
          label={t.weekday}
          data={WEEKDAYS.map((one) => ({ value: String(one), label: weekdayName(one, 'long') }))}
          value={String(weekday)}
          allowDeselect={false}
          onChange={(next) => setChosenDay(Number(next))}
        />
      )}
      {isRepeated ? (
        <Group align="flex-start" gap="sm" wrap="nowrap" grow>
          {fromTime}
          {toTime}
        </Group>
      ) : (
        <>
          <Group align="flex-start" gap="sm" wrap="nowrap">
            <TextInput
              flex={1}
              type="date"
              label={isWhole ? t.fromDate : t.from}
              value={from.date}
              error={isTried && fromFault !== null ? fromFault : undefined}
              onChange={(event) => {
                const date = event.currentTarget.value
                setFrom({ ...from, date })
                if (to.date < date) setTo({ ...to, date })
              }}
            />
            {!isWhole && fromTime}
          </Group>
          <Group align="flex-start" gap="sm" wrap="nowrap">
            <TextInput
              flex={1}
              type="date"
              label={isWhole ? t.toDate : t.to}
              value={to.date}
              error={isTried && toFault !== null ? toFault : undefined}
              onChange={(event) => setTo({ ...to, date: event.currentTarget.value })}
            />
            {!isWhole && toTime}
          </Group>
          <TextInput
            label={t.reason}
            placeholder={t.reasonPlaceholder}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
