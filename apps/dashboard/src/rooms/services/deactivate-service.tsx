/** Takes a service out of the offer. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { api, cache, scheduling } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import type { Choice } from '../../parts/impact/change.ts'
import { useImpact } from '../../parts/impact/use-impact.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import type { ServiceRow } from './service-values.ts'
import { SERVICES_TEXTS } from './texts.ts'

/** No professional can perform what is no longer offered. */
function withoutMoves({ appointments, decisions = [], ...rest }: Choice) {
  return {
    ...rest,
    ...(appointments !== undefined && appointments !== 'move' && { appointments }),
    decisions: decisions.flatMap(({ appointment_id, action }) =>
      action === 'move' ? [] : [{ appointment_id, action }],
    ),
  }
}

type Props = { readonly service: ServiceRow; readonly onClose: () => void }

export function DeactivateService({ service, onClose }: Props) {
  const t = useTexts(SERVICES_TEXTS)
  const tell = useTell()
  const impact = useImpact()
  const [refusal, setRefusal] = useState<unknown>(null)
  if (impact.dialog !== null) return impact.dialog
  return (
    <ConfirmDialog
      title={t.deactivateTitle(service.name)}
      confirmLabel={t.deactivateConfirm}
      isDanger
      isBusy={impact.isBusy}
      error={refusal}
      onClose={onClose}
      onConfirm={() => {
        setRefusal(null)
        impact.save({
          title: t.deactivateChange(service.name),
          takesReason: true,
          actions: ['keep', 'cancel'],
          send: (choice) =>
            scheduling.services.deactivate.mutate({
              service_id: service.id,
              ...withoutMoves(choice),
            }),
          onRefused: setRefusal,
          onDone() {
            void cache.invalidateQueries(api.services.pathFilter())
            tell.done(t.deactivated(service.name))
            onClose()
          },
        })
      }}
    >
      <Text size="sm">{t.deactivateNote}</Text>
    </ConfirmDialog>
  )
}
