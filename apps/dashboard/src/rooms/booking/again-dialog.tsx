/** Books for the client of a visit that is over: the same services and professional, on another day. */
import { useProfessionals, useServices } from '../../parts/whole-lists.ts'
import { againOf } from './again.ts'
import type { CardDialogProps } from './card-actions.tsx'
import { NewAppointment } from './new-appointment.tsx'

export function AgainDialog({ appointment, onClose }: CardDialogProps) {
  const { rows: services } = useServices(true)
  const { rows: professionals } = useProfessionals()
  if (services === null || professionals === null) return null
  const { id, name } = appointment.client
  return (
    <NewAppointment
      initial={{ client: { id, name }, ...againOf(appointment, services, professionals) }}
      onClose={onClose}
    />
  )
}
