/** A professional leaves: no more bookings, no more login, and a decision about what is booked. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { api, cache, scheduling } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useImpact } from '../../parts/impact/use-impact.tsx'
import { useTell } from '../../parts/tell.tsx'
import type { ProfessionalRow } from '../../parts/whole-lists.ts'
import { useTexts } from '../../words/language.tsx'
import { PROFESSIONALS_TEXTS } from './texts.ts'

type Props = { readonly professional: ProfessionalRow; readonly onClose: () => void }

export function DeactivateProfessional({ professional, onClose }: Props) {
  const t = useTexts(PROFESSIONALS_TEXTS)
  const tell = useTell()
  const impact = useImpact()
  const [refusal, setRefusal] = useState<unknown>(null)
  const { id, name } = professional
  const deactivate = (): void => {
    let unassigned = 0
    setRefusal(null)
    impact.save({
      title: t.deactivateChange(name),
      takesReason: true,
      async send(choice) {
        const answer = await scheduling.professionals.deactivate.mutate({
          professional_id: id,
          ...choice,
        })
        unassigned = answer.unassigned_queue_entry_ids.length
        return answer
      },
      onRefused: setRefusal,
      onDone() {
        void cache.invalidateQueries(api.professionals.pathFilter())
        tell.done(t.deactivated(name, unassigned))
        onClose()
      },
    })
  }
  if (impact.dialog !== null) return impact.dialog
  return (
    <ConfirmDialog
      title={t.deactivateTitle(name)}
      confirmLabel={t.deactivateConfirm}
      isDanger
      isBusy={impact.isBusy}
      error={refusal}
      onConfirm={deactivate}
      onClose={onClose}
    >
      <Text size="sm">{t.deactivateNote}</Text>
    </ConfirmDialog>
  )
}
