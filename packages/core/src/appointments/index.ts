import { router } from '../endpoint.ts'
import { createAppointment } from './create.ts'
import { getAppointment } from './get.ts'

export const appointments = router({ create: createAppointment, get: getAppointment })
