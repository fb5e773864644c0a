import { router } from '../procedure/trpc.ts'
import { getNotesOfAppointment, setNotesOfAppointment } from './of-appointment.ts'
import { getNotesOfClient, setNotesOfClient } from './of-client.ts'

export const teamNotes = router({
  getOfClient: getNotesOfClient,
  setOfClient: setNotesOfClient,
  getOfAppointment: getNotesOfAppointment,
  setOfAppointment: setNotesOfAppointment,
})
