/** A new holiday. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, cache, scheduling } from '../../../api/client.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useImpact } from '../../../parts/impact/use-impact.tsx'
import { useTell } from '../../../parts/tell.tsx'
import { useZone } from '../../../session/me.tsx'
import { today } from '../../../time/wall-clock.ts'
import { useWritten } from '../../../time/written.ts'
import { EVERYWHERE } from '../../../words/everywhere.ts'
import { useTexts } from '../../../words/language.tsx'
import { HOLIDAYS_TEXTS } from './texts.ts'

export function HolidayDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(HOLIDAYS_TEXTS)
  const { required } = useTexts(EVERYWHERE)
  const written = useWritten()
  const zone = useZone()
  const tell = useTell()
  const impact = useImpact()
  const [date, setDate] = useState('')
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const save = (): void => {
    setTried(true)
    const given = name.trim()
    if (date === '' || given === '') return
    setRefusal(null)
    impact.save({
      title: t.change(given, written.dayOf(date)),
      takesReason: true,
      send: (choice) => scheduling.schedule.addHoliday.mutate({ date, name: given, ...choice }),
      onRefused: setRefusal,
      onDone() {
        void cache.invalidateQueries(api.schedule.pathFilter())
        tell.done(t.saved(given))
        onClose()
      },
    })
  }
  if (impact.dialog !== null) return impact.dialog
  return (
    <ConfirmDialog
      title={t.title}
      confirmLabel={t.save}
      isBusy={impact.isBusy}
      error={refusal}
      onConfirm={save}
      onClose={onClose}
    >
      <TextInput
        type="date"
        label={t.date}
        withAsterisk
        min={today(zone)}
        value={date}
        error={isTried && date === '' ? required : undefined}
        onChange={(event) => setDate(event.currentTarget.value)}
      />
      <TextInput
        label={t.name}
        placeholder={t.namePlaceholder}
        withAsterisk
        maxLength={120}
        value={name}
        error={isTried && name.trim() === '' ? required : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
