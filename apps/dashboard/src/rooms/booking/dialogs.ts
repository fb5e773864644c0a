/** The dialogs of appointments that several rooms open. Each is loaded when it is first opened. */
import { lazyPart } from '../../parts/lazy-part.tsx'

export const AppointmentCard = lazyPart(
  () => import('./appointment-card.tsx'),
  (file) => file.AppointmentCard,
)
export const NewAppointment = lazyPart(
  () => import('./new-appointment.tsx'),
  (file) => file.NewAppointment,
)
export const WaitlistDialog = lazyPart(
  () => import('./waitlist-dialog.tsx'),
  (file) => file.WaitlistDialog,
)
