/** Asks who calls, and from where, where the board can't know it. */
import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { ProfessionalSelect } from '../../parts/professional-select.tsx'
import { useTexts } from '../../words/language.tsx'
import type { Entry } from './entries.ts'
import { keepPlace, placeOf } from './places.ts'
import type { Call } from './steps.ts'
import { QUEUE_TEXTS } from './texts.ts'

type Props = {
  readonly entry: Entry
  /** Who most likely calls. */
  readonly suggested: number | null
  onCall(call: Call): void
  onClose(): void
}

const PLACE_CHARACTERS = 60

export function CallDialog({ entry, suggested, onCall, onClose }: Props) {
  const t = useTexts(QUEUE_TEXTS)
  const [professional, setProfessional] = useState(entry.professional_id ?? suggested)
  const [place, setPlace] = useState(professional === null ? '' : (placeOf(professional) ?? ''))
  const [notify, setNotify] = useState(true)
  const [isAsked, setAsked] = useState(false)
  const { name } = entry.client

  function choose(id: number | null): void {
    setProfessional(id)
    setPlace(id === null ? '' : (placeOf(id) ?? ''))
  }

  function confirm(): void {
    if (professional === null) {
      setAsked(true)
      return
    }
    keepPlace(professional, place.trim())
    onCall({ entry, professionalId: professional, place: place.trim(), notify })
    onClose()
  }

  return (
    <ConfirmDialog
      title={t.callTitle(name)}
      confirmLabel={t.call}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        <ProfessionalSelect
          label={t.who}
          value={professional}
          onChange={choose}
          performing={[entry.service_id]}
          disabled={entry.status === 'CALLED'}
          error={isAsked && professional === null ? t.choosePro : null}
        />
        <TextInput
          label={t.place}
          description={t.placeHint}
          value={place}
          maxLength={PLACE_CHARACTERS}
          onChange={(event) => setPlace(event.currentTarget.value)}
        />
        <Checkbox
          label={t.tellClient}
          checked={notify}
          onChange={(event) => setNotify(event.currentTarget.checked)}
        />
      </Stack>
    </ConfirmDialog>
  )
}
