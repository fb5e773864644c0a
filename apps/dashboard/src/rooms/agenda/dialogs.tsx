/** The dialogs above the agenda. Which one is open stands in the address; each is loaded when it is first opened. */
import { AppointmentCard, NewAppointment } from '../booking/dialogs.ts'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { useZone } from '../../session/me.tsx'
import { instantAt } from '../../time/wall-clock.ts'
import type { AgendaSearch } from './search.ts'

const MoveDialog = lazyPart(
  () => import('../booking/move-dialog.tsx'),
  (file) => file.MoveDialog,
)

type Props = { readonly search: AgendaSearch; onClose(): void }

export function Dialogs({ search, onClose }: Props) {
  const zone = useZone()
  const { appointment, move, at } = search
  const start = at === undefined || at.includes('T') ? (at ?? null) : instantAt(at, zone)
  return (
    <>
      {search.new !== undefined && (
        <NewAppointment
          initial={{
            ...(search.with !== undefined && { professionalId: search.with }),
            ...(start !== null && { start }),
          }}
          onClose={onClose}
        />
      )}
      {move !== undefined && <MoveDialog appointmentId={move} onClose={onClose} />}
      {appointment !== undefined && move === undefined && (
        <AppointmentCard appointmentId={appointment} onClose={onClose} />
      )}
    </>
  )
}
